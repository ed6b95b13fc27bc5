import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing, selectedIn, timedBrewIn } from '../support/browsing.ts'
import { aCoffee, grinderId, machineOfSlug } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let coffeeProfileId: number
beforeAll(async () => {
  world = await startWorld()
  coffeeProfileId = await aCoffee(world, 'Worka')
})
afterAll(() => world.stop())

const log = async (as: Someone, body: object) => {
  world.clock.advance({ hours: 1 })
  return world.call('POST /api/brew-logs', { as, body: { coffeeProfileId, grinderId: grinderId(world), ...body } })
}
const logged = async (as: Someone, body: object) => (await log(as, body)).body.brewLog
const revise = (as: Someone, id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as, body })
const brewOf = async (as: Someone, id: number) => (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
const stepAfter = async (as: Someone, body: object) => (await brewOf(as, (await logged(as, body)).id)).nextStep

describe('the style of a brew', () => {
  test('is stored and shown wherever the brew is', async () => {
    const ann = await world.person()
    const { id, style } = await logged(ann, { method: 'v60', style: 'Iced' })
    expect(style).toBe('iced')
    expect((await brewOf(ann, id)).style).toBe('iced')
    expect((await world.call('GET /api/brew-logs', { as: ann })).body.data).toMatchObject([{ id, style: 'iced' }])
    expect((await world.call('GET /api/brew-logs/last', { as: ann })).body.brewLog.style).toBe('iced')
    await world.call('PUT /api/user/privacy', { as: ann, body: { areBrewsPublic: true } })
    const profile = await world.call(`GET /api/users/${ann.id}`, { as: ann })
    expect(profile.body.brewLogs).toMatchObject([{ style: 'iced' }])
  })

  test('is null if none was given', async () => {
    expect(await logged(await world.person(), { method: 'v60' })).toMatchObject({ style: null })
  })

  test('can be the usual one, also under the name hot', async () => {
    const ann = await world.person()
    expect(await logged(ann, { method: 'aeropress', style: 'upright' })).toMatchObject({ style: 'upright' })
    expect(await logged(ann, { method: 'aeropress', style: 'hot' })).toMatchObject({ style: 'upright' })
  })

  test('can be set later and cleared again, and stays when something else changes', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { method: 'aeropress' })
    expect((await revise(ann, id, { style: 'inverted' })).body.brewLog.style).toBe('inverted')
    expect((await revise(ann, id, { rating: 4 })).body.brewLog.style).toBe('inverted')
    expect((await revise(ann, id, { style: null })).body.brewLog.style).toBeNull()
  })

  test.each([
    [{ method: 'v60' }, 'inverted', /^style must be one of hot, iced for .*; you asked for inverted\.$/],
    [{ method: 'espresso' }, 'iced', /^style must be hot for .*; you asked for iced\.$/],
    [{ method: 'cold_brew' }, 'hot', /^style must be one of ready_to_drink, concentrate for /],
    [{ machine: 'clever-dripper-large' }, 'hybrid', /^style must be one of immersion, iced for the Clever Dripper/],
    [{ method: 'v60' }, 'sideways', /^style must be one of hot, iced, upright/],
    [{ method: 'v60' }, 7, /^style must be one of /],
  ])('of %j is never %j', async ({ method, machine }: { method?: string; machine?: string }, style, sentence) => {
    const ann = await world.person()
    const brewer = { method, machineId: machine && machineOfSlug(world, machine) }
    const { id } = await logged(ann, brewer)
    for (const { status, body } of [await log(ann, { ...brewer, style }), await revise(ann, id, { style })]) {
      expect(status).toBe(400)
      expect(body.error).toMatch(sentence)
    }
  })

  test('of another person’s brew cannot be set, nor without a sign-in', async () => {
    const { id } = await logged(await world.person(), { method: 'v60' })
    expect((await revise(await world.person(), id, { style: 'inverted' })).status).toBe(404)
    const body = { style: 'sideways' }
    expect((await world.call(`PATCH /api/brew-logs/${id}`, { body })).status).toBe(401)
    expect((await world.call('POST /api/brew-logs', { body })).status).toBe(401)
  })
})

describe('a brew only influences brews of its style', () => {
  const sour = { extractionFeedback: { sour: true } }

  test('in the coach', async () => {
    const ann = await world.person()
    const v60 = { method: 'v60', doseGrams: 15, waterGrams: 245, ...sour }
    await stepAfter(ann, { ...v60, grindSetting: 25 })
    const iced = await stepAfter(ann, { ...v60, style: 'iced', grindSetting: 23 })
    expect(iced.reason).toBe('Sour usually means under-extracted')
    // Hot is the usual style of a V60, so it continues from the brew without a style.
    const hot = await stepAfter(ann, { ...v60, style: 'hot', grindSetting: 23 })
    expect(hot.reason).toStartWith('Sour twice')
  })

  test('in the comparison', async () => {
    const ann = await world.person()
    const first = await logged(ann, { method: 'v60', style: 'iced' })
    await logged(ann, { method: 'v60' })
    const { id } = await logged(ann, { method: 'v60', style: 'iced' })
    const { comparison } = (await world.call(`GET /api/brew-logs/${id}/compare`, { as: ann })).body
    expect(comparison.previousBrew.id).toBe(first.id)
  })

  test('in the recipe that the next one starts from', async () => {
    const ann = await world.person()
    const brewer = { machineId: machineOfSlug(world, 'hario-v60-02'), grinderId: grinderId(world), coffeeProfileId }
    const start = async (style?: string) => {
      const body = { ...brewer, style }
      return (await world.call('POST /api/adaptRecipe', { as: ann, body })).body.adaptedRecipe
    }
    const [hot, iced] = [await start(), await start('iced')]
    const good = { rating: 5, extractionFeedback: { balanced: true } }
    await logged(ann, { ...brewer, style: 'iced', grindSetting: 18, doseGrams: 20, waterGrams: 260, ...good })
    expect(await start()).toEqual(hot)
    const next = await start('iced')
    expect(iced.grindSetting).not.toBe(18)
    expect([next.grindSetting, next.ratio]).toEqual([18, expect.closeTo(13, 1)])
    expect(next.reasons[0]).toStartWith('You settled on 18 clicks and 1:13 with your iced brews of this coffee')
    await logged(ann, { ...brewer, grindSetting: 30, doseGrams: 15, waterGrams: 240, ...good })
    expect(await start('iced')).toEqual(next)
    expect(await start('hot')).toMatchObject({ grindSetting: 30, ratio: expect.closeTo(16, 1) })
  })

  test("in the week's summary", async () => {
    const ann = await world.person()
    const rate = async (style: string | null, pairs: [number, number][]) => {
      for (const [rating, grindSetting] of pairs) await logged(ann, { method: 'v60', style, rating, grindSetting })
    }
    const insights = async () => (await world.call('GET /api/brew-logs/weekly-stats', { as: ann })).body.insights
    // Together they would be six, with two good ones next to each other.
    await rate(
      null,
      [5, 4, 3].map((rating, at) => [rating, [24, 25, 20][at] ?? 0]),
    )
    await rate(
      'iced',
      [2, 3, 1].map((rating, at) => [rating, [28, 31, 34][at] ?? 0]),
    )
    expect(await insights()).toEqual([])
    await rate(
      'iced',
      [5, 4, 3].map((rating, at) => [rating, [24, 25, 20][at] ?? 0]),
    )
    const message =
      'Your 2 best-rated iced V60 brews of Worka, out of 6, were ground at 24 to 25 clicks on your Comandante C40 MK4.'
    expect(await insights()).toMatchObject([{ type: 'grind_sweet_spot', method: 'v60', style: 'iced', message }])
  })
})

describe('in a file', () => {
  const bring = (as: Someone, body: string | object) =>
    world.call('POST /api/user/import', {
      as,
      body,
      ...(typeof body === 'string' && { headers: { 'content-type': 'text/csv' } }),
    })
  const stylesOf = async (as: Someone) =>
    (await world.call('GET /api/brew-logs', { as })).body.data.map(({ style }: { style: string | null }) => style)

  test('the style is in the table and the export, and is imported from both', async () => {
    const ann = await world.person()
    await logged(ann, { machineId: machineOfSlug(world, 'hario-switch-02'), style: 'pour_over' })
    await logged(ann, { method: 'v60', style: 'iced' })
    await logged(ann, { method: 'v60' })
    const { text } = await world.call('GET /api/brew-logs.csv', { as: ann })
    expect(text.split('\n')[0]).toContain('date,method,style,')
    const { body: account } = await world.call('GET /api/user/export', { as: ann })
    for (const file of [text, account]) {
      const bob = await world.person()
      expect((await bring(bob, file)).body.brews.taken).toBe(3)
      expect(await stylesOf(bob)).toEqual([null, 'iced', 'pour_over'])
    }
  })

  test('a style that the brewer does not support is left out of a table import, and the report says so', async () => {
    const ann = await world.person()
    const lines = [
      'date,method,style',
      '2024-05-01 08:00,V60,Iced',
      '2024-05-02 08:00,V60,inverted',
      '2024-05-03 08:00,V60,??',
    ]
    const { body } = await bring(ann, lines.join('\n'))
    expect(body.brews.taken).toBe(3)
    expect(await stylesOf(ann)).toEqual([null, null, 'iced'])
    const remarks = JSON.stringify(body.remarks)
    expect(remarks).toContain('The style (\\"inverted\\") isn’t possible with the brewer, so it was left out.')
  })

  test('a style that the brewer does not support is left out of an account import', async () => {
    const ann = await world.person()
    await logged(ann, { machineId: machineOfSlug(world, 'clever-dripper-large') })
    const { body: account } = await world.call('GET /api/user/export', { as: ann })
    const brewLogs = account.data.brewLogs.map((brew: object) => ({ ...brew, style: 'hybrid' }))
    const bob = await world.person()
    const { body } = await bring(bob, { ...account, data: { ...account.data, brewLogs } })
    expect([body.brews.taken, await stylesOf(bob)]).toEqual([1, [null]])
    expect(JSON.stringify(body.remarks)).toContain('The style')
  })
})

describe('the pages', () => {
  test('log a recipe in its style, and continue from there', async () => {
    const ann = await world.person()
    const { open, send } = browsing(world, ann)
    const recipe = await open(
      `/brew?grinder=comandante-c40-mk4&brewer=hario-v60-02&coffee=${coffeeProfileId}&style=iced`,
    )
    const { logHref } = timedBrewIn(recipe.text)
    const form = await open(logHref)
    expect(selectedIn(form.text, 'style')).toBe('iced')
    expect(form.text).toMatch(/<b>Worka<\/b>Iced Hario V60 02, /)
    const typed = { coffee: String(coffeeProfileId), brewer: 'hario-v60-02', doseGrams: '16', waterGrams: '250' }
    const { headers } = await send('/me/log', { ...typed, style: 'iced', taste: 'watery' })
    const { brewLog } = (await world.call('GET /api/brew-logs/last', { as: ann })).body
    expect(brewLog.style).toBe('iced')
    expect((await open(headers.get('location') ?? '')).text).toContain('Worka, iced Hario V60 02')
    expect((await open('/me/brews')).text).toMatch(/>Worka<\/a><span class="quiet">Iced, /)
    expect((await open('/me')).text).toContain('Worka, iced Hario V60 02')
    for (const again of ['/me/log', `/me/log?again=${brewLog.id}`])
      expect(selectedIn((await open(again)).text, 'style')).toBe('iced')
  })

  test('offer the styles of the brewer, and drop one of another brewer', async () => {
    const ann = await world.person()
    const { open, send } = browsing(world, ann)
    const offered = async (brewer: string) => {
      const [, field = ''] =
        /<select id="style"(.*?)<\/select>/s.exec((await open(`/me/log?brewer=${brewer}`)).text) ?? []
      return [...field.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, name]) => `${value}: ${name}`)
    }
    expect(await offered('clever-dripper-large')).toEqual([': Immersion', 'iced: Iced'])
    expect(await offered('gaggia-classic-pro')).toEqual([])
    const { status } = await send('/me/log', { brewer: 'any-v60', style: 'inverted' })
    expect([status, (await world.call('GET /api/brew-logs/last', { as: ann })).body.brewLog.style]).toEqual([303, null])
  })

  test('set the style of a brew that was logged without it, and say if no target is known', async () => {
    const ann = await world.person()
    const { open, send } = browsing(world, ann)
    const measured = { doseGrams: 16, tdsPercent: 1.5, beverageGrams: 220 }
    const { id } = await logged(ann, { method: 'v60', ...measured })
    expect((await open(`/me/brews/${id}`)).text).toContain('the 18 to 22% target')
    await send(`/me/brews/${id}`, { style: 'iced' })
    expect((await brewOf(ann, id)).style).toBe('iced')
    const { text } = await open(`/me/brews/${id}`)
    expect(selectedIn(text, 'style')).toBe('iced')
    expect(text).toContain('We know of no published extraction target for iced V60 brews, so go by taste.')
    expect(text).not.toContain('the 18 to 22% target')
    await send(`/me/brews/${id}`, { rating: '4' })
    expect(await brewOf(ann, id)).toMatchObject({ style: 'iced', rating: 4 })
  })
})
