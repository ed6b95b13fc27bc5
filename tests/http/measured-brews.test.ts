import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-05-15T12:00:00.000Z')
  ann = await world.person()
})
afterAll(() => world.stop())

const open = (path: string, cookie?: string) => browsing(world, ann).open(path, cookie)
const send = (path: string, form: Record<string, string>, cookie?: string) =>
  browsing(world, ann).send(path, form, cookie)
const fieldIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]
const idIn = ({ headers }: { headers: Headers }) => Number(/\d+/.exec(headers.get('location') ?? '')?.[0])
const brewOf = async (id: number) => (await world.call(`GET /api/brew-logs/${id}`, { as: ann })).body.brewLog
const logged = async (body: object) =>
  (await world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', ...body } })).body.brewLog

const filter = { brewer: 'any-v60', doseGrams: '15', waterGrams: '250' }
const shot = { brewer: 'any-espresso', doseGrams: '18', waterGrams: '36' }

describe('what a refractometer says', () => {
  test('is typed into the log form, with commas and units, and shown on the scale of the brew', async () => {
    const form = (await open('/me/log?nothing')).text
    expect(form).toMatch(/<details class="more"><summary>Measured with a refractometer \(optional\)<\/summary>/)
    const id = idIn(await send('/me/log', { ...filter, tdsPercent: '1,4 %', beverageGrams: '213 g' }))
    expect(await brewOf(id)).toMatchObject({ tdsPercent: 1.4, beverageGrams: 213, extractionPercent: 19.9 })
    expect((await open(`/me/brews/${id}`)).text).toContain('Extraction is 19.9%, within the 18 to 22% target.')
  })

  test('is added to a brew that was logged before, and taken back', async () => {
    const { id } = await logged({ doseGrams: 15, waterGrams: 250, rating: 4, notes: 'Sweet.' })
    expect((await open(`/me/brews/${id}`)).text).not.toContain('Extraction is')
    const details = { part: 'details', tdsPercent: '1.35', beverageGrams: '210' }
    const saved = await send(`/me/brews/${id}`, details)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/me/brews/${id}?saved`])
    expect(await brewOf(id)).toMatchObject({ extractionPercent: 18.9, rating: 4, notes: 'Sweet.' })
    const { text } = await open(`/me/brews/${id}`)
    expect([fieldIn(text, 'tdsPercent'), fieldIn(text, 'beverageGrams')]).toEqual(['1.35', '210'])
    expect(text).toContain('Extraction is 18.9%, within')
    await send(`/me/brews/${id}`, { ...details, tdsPercent: '', beverageGrams: '' })
    expect(await brewOf(id)).toMatchObject({ tdsPercent: null, beverageGrams: null, rating: 4 })
  })

  test('stays as exact as it was when the form is sent as it was shown', async () => {
    const { id } = await logged({ doseGrams: 15, tdsPercent: 1.355, beverageGrams: 210.25, rating: 4 })
    const { text } = await open(`/me/brews/${id}`)
    const shown = ['brewedAt', 'brewedAtShown', 'tdsPercent', 'beverageGrams'].map(name => [name, fieldIn(text, name)])
    const before = await brewOf(id)
    await send(`/me/brews/${id}`, { part: 'details', ...Object.fromEntries(shown) })
    expect(await brewOf(id)).toEqual(before)
  })

  test('of a shot needs no second weight: the yield is what is in the cup', async () => {
    const id = idIn(await send('/me/log', { ...shot, tdsPercent: '9.8' }))
    expect(await brewOf(id)).toMatchObject({ beverageGrams: 36, extractionPercent: 19.6 })
    const { id: later } = await logged({ method: 'espresso', doseGrams: 18, waterGrams: 40 })
    await send(`/me/brews/${later}`, { part: 'details', tdsPercent: '9', beverageGrams: '' })
    expect(await brewOf(later)).toMatchObject({ beverageGrams: 40, extractionPercent: 20 })
    expect(await brewOf(idIn(await send('/me/log', shot)))).toMatchObject({ beverageGrams: null })
  })

  test('that cannot be is not saved: both forms name the mistake beside its field and keep the rest', async () => {
    const { id } = await logged({ doseGrams: 15, tdsPercent: 1.3 })
    const wrong = { tdsPercent: '45', beverageGrams: 'a cup' }
    for (const answer of [
      await send('/me/log', { ...filter, ...wrong }),
      await send(`/me/brews/${id}`, { part: 'details', ...wrong }),
    ]) {
      expect(answer.status).toBe(400)
      const { text } = answer
      expect(text).toContain('<a href="#tdsPercent">Enter a TDS between 0.01 and 30%, for example 1.35.</a>')
      expect(text).toContain('Enter the weight in the cup in grams, for example 210.')
      expect([fieldIn(text, 'tdsPercent'), fieldIn(text, 'beverageGrams')]).toEqual(['45', 'a cup'])
      expect(text).toMatch(/<details class="more" open><summary>Measured with a refractometer/)
    }
    expect(await brewOf(id)).toMatchObject({ tdsPercent: 1.3, beverageGrams: null })
  })

  test('can be changed over the API, within the same bounds', async () => {
    const { id } = await logged({ doseGrams: 15 })
    const revise = (body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    const { brewLog } = (await revise({ tdsPercent: 1.4, beverageGrams: 213 })).body
    expect(brewLog).toMatchObject({ tdsPercent: 1.4, beverageGrams: 213, extractionPercent: 19.9 })
    expect((await revise({ rating: 4 })).body.brewLog.tdsPercent).toBe(1.4)
    expect((await revise({ beverageGrams: null })).body.brewLog.extractionPercent).toBeNull()
    const refused = await revise({ tdsPercent: 45 })
    expect([refused.status, refused.body.error]).toEqual([400, 'tdsPercent must be at most 30.'])
  })

  test('cannot make a drink heavier than its water, nor can a style that adds none', async () => {
    const revise = (id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    const { id } = await logged({ doseGrams: 15, waterGrams: 245 })
    expect(await revise(id, { beverageGrams: 400 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('beverageGrams must be at most the 245 g of water') },
    })
    expect(await revise(id, { beverageGrams: 400, style: 'iced' })).toMatchObject({ status: 200 })
    expect(await revise(id, { style: 'hot' })).toMatchObject({ status: 400 })
    expect(await revise(id, { style: 'hot', beverageGrams: null })).toMatchObject({ status: 200 })
  })

  test('of somebody else’s brew is not found, and a visitor signs in first', async () => {
    const { id } = await logged({ doseGrams: 15 })
    const details = { part: 'details', tdsPercent: '45' }
    const stranger = browsing(world, await world.person())
    expect((await stranger.send(`/me/brews/${id}`, details)).status).toBe(404)
    const visitor = browsing(world, { ...ann, token: 'none' })
    expect((await visitor.send(`/me/brews/${id}`, details)).headers.get('location')).toStartWith('/sign-in?next=')
    expect(await brewOf(id)).toMatchObject({ tdsPercent: null })
  })
})

describe('the time of a brew on its page', () => {
  const NEW_YORK = 'tz=America/New_York'

  test('is changed by the reader’s own clock', async () => {
    const { id } = await logged({})
    const { text } = await open(`/me/brews/${id}`, NEW_YORK)
    expect(fieldIn(text, 'brewedAt')).toBe('2026-05-15T08:00')
    const details = { part: 'details', brewedAtShown: '2026-05-15T08:00', brewedAt: '2026-05-14T07:15' }
    await send(`/me/brews/${id}`, details, NEW_YORK)
    expect((await brewOf(id)).brewedAt).toBe('2026-05-14T11:15:00.000Z')
    expect((await open(`/me/brews/${id}`, NEW_YORK)).text).toContain('Yesterday')
  })

  test('stays when the page was read before we knew where the reader is', async () => {
    const { id, brewedAt } = await logged({})
    const shown = fieldIn((await open(`/me/brews/${id}`)).text, 'brewedAt') ?? ''
    await send(`/me/brews/${id}`, { part: 'details', brewedAtShown: shown, brewedAt: shown }, NEW_YORK)
    expect((await brewOf(id)).brewedAt).toBe(brewedAt)
  })

  test.each([
    ['2026-05-16T07:15', 'That time is in the future. Enter a time in the past'],
    ['1989-05-16T07:15', 'Enter a date and time from 1990 or later'],
    ['yesterday', 'Enter a date and time from 1990 or later'],
  ])('%s is refused beside its field', async (brewedAt, sentence) => {
    const { id, brewedAt: before } = await logged({})
    const { status, text } = await send(`/me/brews/${id}`, { part: 'details', brewedAt })
    expect([status, fieldIn(text, 'brewedAt')]).toEqual([400, brewedAt])
    expect(text).toContain(`<a href="#brewedAt">${sentence}`)
    expect((await brewOf(id)).brewedAt).toBe(before)
  })
})

describe('the form of an espresso', () => {
  const labelOf = (text: string) => /<label for="waterGrams"[^>]*>([^<]*)</.exec(text)?.[1]

  test('asks for the yield, that of a filter brew for the water', async () => {
    expect(labelOf((await open('/me/log?nothing&brewer=flair-classic')).text)).toBe('Yield')
    expect(labelOf((await open('/me/log?nothing&brewer=hario-v60-02')).text)).toBe('Water')
    const { id } = await logged({ method: 'espresso', doseGrams: 18, waterGrams: 36 })
    expect(labelOf((await open(`/recipes/new?from=brew-${id}`)).text)).toBe('Yield')
  })

  test('names the yield in what it complains of', async () => {
    const odd = await send('/me/log', { ...shot, waterGrams: '1000' })
    expect([odd.status, odd.text.includes('Enter a yield of 0.5 to 50 times the dose.')]).toEqual([400, true])
    const none = await send('/me/log', { ...shot, waterGrams: '0' })
    expect([none.status, none.text.includes('Enter a yield of 1 to 20,000 g, for example 36.')]).toEqual([400, true])
  })
})
