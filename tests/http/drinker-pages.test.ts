import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let coffeeProfileId: number
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-05-04T07:00:00Z')
  coffeeProfileId = await aCoffee(world, 'Huila El Mirador')
  ann = await world.person('Ann Arden')
})
afterAll(() => world.stop())

const open = (path: string, as = ann) => browsing(world, as).open(path)
const send = (path: string, form: Record<string, string> | [string, string][], as = ann) =>
  browsing(world, as).send(path, form)
const name = async (body: object = { name: 'Sam' }, as = ann) =>
  (await world.call('POST /api/user/drinkers', { as, body })).body.drinker
const brewed = async (id: string | number | undefined, as = ann) =>
  (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
const idIn = ({ headers }: { headers: Headers }) => /\/me\/brews\/(\d+)/.exec(headers.get('location') ?? '')?.[1]
async function log(body: object, as = ann) {
  const gear = { coffeeProfileId, machineId: machineId(world), grinderId: grinderId(world, 'comandante-c40-mk4') }
  const cup = { doseGrams: 15, waterGrams: 250, grindSetting: 24 }
  return (await world.call('POST /api/brew-logs', { as, body: { ...gear, ...cup, ...body } })).body.brewLog
}

const chips = (text: string) =>
  [...text.matchAll(/name="drinkers" value="(\w+)"( checked)?/g)].map(([, id, on]) => `${id}${on ?? ''}`)

test('no page mentions drinkers until somebody is named, but the account says where', async () => {
  const lone = await world.person('Lone')
  await log({}, lone)
  for (const path of ['/me', '/me/log', '/me/brews'])
    expect((await open(path, lone)).text).not.toMatch(/drinker|who-chip|Who drank/)
  expect((await open('/me/account', lone)).text).toContain('<b>Only you</b>')
})

describe('the people that somebody brews for', () => {
  test('are added, given a taste, renamed and removed, each with one form', async () => {
    const jo = await world.person('Jo')
    expect((await open('/me/drinkers', jo)).text).not.toContain('(you)')
    const added = await send('/me/drinkers', { name: ' Kim ', colour: 'green' }, jo)
    expect(added.status).toBe(303)
    const path = (added.headers.get('location') ?? '').replace(/\?.*/, '')
    expect(
      (
        await send(
          path,
          {
            part: 'taste',
            acidityLevel: '1',
            bodyLevel: '5',
            bitternessLevel: '3',
            sweetnessLevel: '3',
            flavorComplexityLevel: '3',
            aftertasteLevel: '3',
          },
          jo,
        )
      ).status,
    ).toBe(303)
    expect((await send(path, { part: 'name', name: 'Kimberly', colour: '' }, jo)).status).toBe(303)
    const { drinkers } = (await world.call('GET /api/user/drinkers', { as: jo })).body
    expect(drinkers).toMatchObject([{ isYou: true }, { name: 'Kimberly', colour: null, acidityLevel: 1, bodyLevel: 5 }])
    const listed = (await open('/me/drinkers', jo)).text
    expect(listed).toContain('<b>Jo (you)</b>')
    expect(listed).toContain('<b>Kimberly</b>')
    expect((await open(`${path}/remove`, jo)).text).toContain('<h1>Remove Kimberly?</h1>')
    expect((await send(`${path}/remove`, {}, jo)).status).toBe(303)
    expect((await open(path, jo)).status).toBe(404)
    expect((await open('/me/account', jo)).text).toContain('Only you')
  })

  test('a form with an empty, long or taken name is shown again as it was typed', async () => {
    const jo = await world.person('Jo')
    await name({ name: 'Kim' }, jo)
    for (const [typed, status, sentence] of [
      ['', 400, 'Enter a name.'],
      ['K'.repeat(41), 400, 'Shorten the name to 40 characters.'],
      ['Kim', 409, 'You already brew for Kim.'],
      ['kim', 409, 'You already brew for kim.'],
      ['jo', 409, 'You already brew for jo.'],
    ] as const) {
      const again = await send('/me/drinkers', { name: typed, colour: 'plum' }, jo)
      const text = again.text
      expect([again.status, text.includes(sentence)]).toEqual([status, true])
      expect(text).toContain(`name="name" value="${typed}"`)
      expect(text).toMatch(/value="plum" checked/)
    }
  })

  test('somebody else’s are not found', async () => {
    const { id } = await name({ name: 'Max' })
    const stranger = await world.person()
    for (const path of [`/me/drinkers/${id}`, `/me/drinkers/${id}/remove`])
      expect((await open(path, stranger)).status).toBe(404)
    expect((await send(`/me/drinkers/${id}/remove`, {}, stranger)).status).toBe(404)
    expect((await send(`/me/drinkers/${id}`, { part: 'name', name: 'Mine' }, stranger)).status).toBe(404)
    await world.call(`DELETE /api/user/drinkers/${id}`, { as: ann })
  })
})

describe('the log of a household', () => {
  const figures: [string, string][] = [
    ['brewer', 'hario-v60-02'],
    ['grinder', 'comandante-c40-mk4'],
    ['grindSetting', '24'],
    ['doseGrams', '15'],
    ['waterGrams', '250'],
  ]
  let sam: { id: number }
  beforeAll(async () => {
    sam = await name()
  })

  test('saves a brew for one person, with their taste, in one tap on their chip', async () => {
    const form = (await open('/me/log?nothing')).text
    expect(chips(form)).toEqual(['0 checked', `${sam.id}`, 'guest'])
    expect(form).toContain('What did Ann taste?')
    expect(form).toContain('What did Sam taste?')
    const saved = await send('/me/log', [
      ...figures,
      ['drinkers', `${sam.id}`],
      [`taste-${sam.id}`, 'bitter'],
      [`rating-${sam.id}`, '2'],
    ])
    const brew = await brewed(idIn(saved))
    expect(brew).toMatchObject({ drinkerIds: [sam.id], rating: 2, extractionFeedback: { bitter: true } })
    expect(brew.cups).toBeUndefined()
    expect((await open(`/me/brews/${brew.id}`)).text).toContain('For Sam')
  })

  test('saves what each of several tasted, and shows the next step of each', async () => {
    const taps: [string, string][] = [
      ['drinkers', '0'],
      ['taste-0', 'sour'],
      [`taste-${sam.id}`, 'balanced'],
      [`rating-${sam.id}`, '5'],
    ]
    const { id, drinkerIds, cups, rating } = await brewed(idIn(await send('/me/log', [...figures, ...taps])))
    expect({ drinkerIds, rating }).toEqual({ drinkerIds: [0, sam.id], rating: null })
    expect(cups).toEqual([
      { drinkerId: 0, rating: null, extractionFeedback: { sour: true } },
      { drinkerId: sam.id, rating: 5, extractionFeedback: { balanced: true } },
    ])
    expect((await open(`/me/brews/${id}`)).text).toContain('clicks finer.</h1>')
    const his = (await open(`/me/brews/${id}?drinker=${sam.id}`)).text
    expect(his).toContain('<h1>Leave it there.</h1>')
    expect(his).toContain(`/me/brews/${id}/again?drinker=${sam.id}#brew`)
    expect(chips(his)).toEqual(['0 checked', `${sam.id} checked`, 'guest'])
    const again = (await open(`/me/brews/${id}/again?drinker=${sam.id}`)).text
    expect(again).toContain(`again=${id}&amp;drinker=${sam.id}`)
    expect(chips((await open(`/me/log?again=${id}&drinker=${sam.id}`)).text)).toEqual([
      '0',
      `${sam.id} checked`,
      'guest',
    ])
    expect(chips((await open(`/me/log?again=${id}`)).text)).toEqual(['0 checked', `${sam.id} checked`, 'guest'])
    const fixed: [string, string][] = [
      ['part', 'taste'],
      ['drinkers', '0'],
      ['taste-0', 'bitter'],
      ['rating-0', '3'],
      ['notes', ''],
    ]
    expect((await send(`/me/brews/${id}`, fixed)).status).toBe(303)
    const now = await brewed(id)
    expect(now).toMatchObject({ rating: 3, extractionFeedback: { bitter: true } })
    expect(now).not.toHaveProperty('drinkerIds')
  })

  test('keeps a guest’s cup apart', async () => {
    const brew = await brewed(idIn(await send('/me/log', [...figures, ['drinkers', 'guest']])))
    expect(brew.drinkerIds).toEqual([])
    expect((await open(`/me/brews/${brew.id}`)).text).toContain('For a guest')
    const both: [string, string][] = [
      ['drinkers', '0'],
      ['drinkers', 'guest'],
      ['taste-0', 'sour'],
    ]
    const { drinkerIds, cups } = await brewed(idIn(await send('/me/log', [...figures, ...both])))
    expect({ drinkerIds, tasted: cups.length }).toEqual({ drinkerIds: [0], tasted: 1 })
  })

  test('is shown again as it was typed when something is wrong', async () => {
    const again = await send(
      '/me/log',
      [...figures, ['doseGrams', 'x'], ['drinkers', `${sam.id}`], [`taste-${sam.id}`, 'sour']].filter(
        ([field], at) => field !== 'doseGrams' || at > 4,
      ) as [string, string][],
    )
    const text = again.text
    expect(again.status).toBe(400)
    expect(chips(text)).toEqual(['0', `${sam.id} checked`, 'guest'])
    expect(text).toMatch(new RegExp(`name="taste-${sam.id}" value="sour" checked`))
  })

  test('knows who drinks at this time of day with this brewer, and starts at their setting', async () => {
    const jo = await world.person('Jo')
    const kim = await name({ name: 'Kim' }, jo)
    await log({ brewedAt: '2026-05-03T06:30:00Z', grindSetting: 22, drinkerId: kim.id }, jo)
    await log({ brewedAt: '2026-05-03T19:00:00Z', grindSetting: 30 }, jo)
    const morning = (await open('/me/log', jo)).text
    expect(chips(morning)).toEqual(['0', `${kim.id} checked`, 'guest'])
    expect(morning).toContain('name="grindSetting" value="22"')
    world.clock.set('2026-05-04T19:00:00Z')
    const evening = (await open('/me/log', jo)).text
    expect(chips(evening)).toEqual(['0 checked', `${kim.id}`, 'guest'])
    expect(evening).toContain('name="grindSetting" value="30"')
    expect(chips((await open(`/me/log?drinker=${kim.id}`, jo)).text)).toEqual(['0', `${kim.id} checked`, 'guest'])
    world.clock.set('2026-05-04T07:00:00Z')
  })
})

test('My coffee shows the next cup and the week of one person at a time', async () => {
  const jo = await world.person('Jo')
  const kim = await name({ name: 'Kim' }, jo)
  const max = await name({ name: 'Max' }, jo)
  await log({ brewedAt: '2026-05-03T06:30:00Z', extractionFeedback: { sour: true } }, jo)
  await log({ brewedAt: '2026-05-03T07:30:00Z', drinkerId: kim.id, extractionFeedback: { balanced: true } }, jo)
  const brewsIn = (text: string) => /<dt>brews<\/dt><dd>(\d+)/.exec(text)?.[1]
  const titleIn = (text: string) => /<small>([^<]*)/.exec(text)?.[1]
  const mine = (await open('/me?drinker=0', jo)).text
  const hers = (await open(`/me?drinker=${kim.id}`, jo)).text
  expect([brewsIn(mine), brewsIn(hers)]).toEqual(['1', '1'])
  expect(titleIn(mine)).toContain('finer')
  expect([titleIn(hers), titleIn((await open('/me', jo)).text)]).toEqual(['Leave it there', 'Leave it there'])
  expect((await open(`/me?drinker=${max.id}`, jo)).text).toContain('No brews for Max yet')
})
