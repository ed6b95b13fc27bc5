import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../adapters/demo/random.ts'
import type { Bag } from '../../core/library/bags.ts'
import type { ShelfBag } from '../../core/library/shelf.ts'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { twoColours } from '../support/pictures.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-11-12T08:00:00Z')
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const ask = (route: string, body?: object, as = ann) => world.call(route, { as, ...(body && { body }) })
const add = async (body: object, as = ann): Promise<Bag> => (await ask('POST /api/user/bags', body, as)).body.bag
const read = async (id: number, as = ann): Promise<ShelfBag & { learned: Record<string, unknown> }> => {
  const { bag, learned } = (await ask(`GET /api/user/bags/${id}`, undefined, as)).body
  return { ...bag, learned }
}
const revise = (id: number, body: object) => ask(`PATCH /api/user/bags/${id}`, body)
const brew = async (body: object, as = ann) =>
  (await ask('POST /api/brew-logs', { method: 'v60', ...body }, as)).body.brewLog
const shelfOf = async (as = ann): Promise<ShelfBag[]> => (await ask('GET /api/user/shelf', undefined, as)).body.bags

describe('a bag', () => {
  test('of an unknown coffee is private: nothing is published, and nobody else finds it', async () => {
    const bag = await add({
      name: 'Kayanza Hill 14',
      roasterName: 'Aunt Mary',
      roastLevel: 'MEDIUM_LIGHT',
      weightGrams: 250,
    })
    expect(bag).toMatchObject({
      coffeeProfileId: null,
      name: 'Kayanza Hill 14',
      roasterName: 'Aunt Mary',
      roastLevel: 'MEDIUM_LIGHT',
      weightGrams: 250,
      gramsLeft: 250,
      totalBrews: 0,
    })
    expect(JSON.stringify((await world.call('GET /api/coffees?q=kayanza')).body)).not.toContain('Kayanza Hill')
    const bob = await world.person()
    for (const [route, body] of [
      [`GET /api/user/bags/${bag.id}`],
      [`PATCH /api/user/bags/${bag.id}`, { gramsLeft: 1 }],
      [`DELETE /api/user/bags/${bag.id}`],
      [`POST /api/user/bags/${bag.id}/freeze`, {}],
      [`POST /api/user/bags/${bag.id}/thaw`, {}],
      [`DELETE /api/user/bags/${bag.id}/picture`],
    ] as const) {
      expect([route, (await ask(route, body, bob)).status]).toEqual([route, 404])
      expect([route, (await world.call(route, body && { body: { id: 'wrong' } })).status]).toEqual([route, 401])
    }
    expect(await shelfOf(bob)).toEqual([])
  })

  test('of a coffee in the catalog takes its facts, which one bag cannot change', async () => {
    const coffeeProfileId = await aCoffee(world, 'Guji')
    const bag = await add({ coffeeProfileId, roastedOn: '2026-11-01' })
    expect(bag).toMatchObject({
      coffeeProfileId,
      name: 'Guji',
      roastLevel: 'LIGHT',
      gramsLeft: null,
      roastedOn: '2026-11-01',
    })
    expect((await revise(bag.id, { name: 'Mine' })).body.error).toMatch(/^name comes from the coffee/)
    expect((await revise(bag.id, { name: 'Guji', rating: 5 })).body.bag).toMatchObject({ rating: 5 })
    expect((await ask('POST /api/user/bags', { coffeeProfileId: 2 ** 31 - 1 })).status).toBe(404)
    expect((await ask('POST /api/user/bags', { roastLevel: 'LIGHT' })).body.error).toMatch(/^name is required/)
  })

  test('of a coffee is the one that a brew of that coffee is from', async () => {
    const coffeeProfileId = await aCoffee(world, 'Kochere')
    const eve = await world.person()
    expect((await brew({ coffeeProfileId, doseGrams: 15 }, eve)).bag).toBeNull()
    const frozen = await add({ coffeeProfileId, weightGrams: 250 }, eve)
    await ask(`POST /api/user/bags/${frozen.id}/freeze`, {}, eve)
    const finished = await add({ coffeeProfileId, weightGrams: 250 }, eve)
    await ask(`PATCH /api/user/bags/${finished.id}`, { isArchived: true }, eve)
    const empty = await add({ coffeeProfileId, weightGrams: 250, gramsLeft: 0, openedOn: '2026-11-01' }, eve)
    const unopened = await add({ coffeeProfileId, weightGrams: 250 }, eve)
    const open = await add({ coffeeProfileId, weightGrams: 250, openedOn: '2026-11-08' }, eve)
    expect((await brew({ coffeeProfileId, doseGrams: 15 }, eve)).bag.id).toBe(open.id)
    await ask(`PATCH /api/user/bags/${open.id}`, { isArchived: true }, eve)
    expect((await brew({ coffeeProfileId, doseGrams: 15 }, eve)).bag.id).toBe(unopened.id)
    await ask(`DELETE /api/user/bags/${unopened.id}`, undefined, eve)
    expect((await brew({ coffeeProfileId, doseGrams: 15 }, eve)).bag.id).toBe(empty.id)
    expect((await brew({ coffeeProfileId, bagId: frozen.id, doseGrams: 15 }, eve)).bag.id).toBe(frozen.id)
    expect((await brew({ coffeeProfileId: await aCoffee(world, 'Other'), doseGrams: 15 }, eve)).bag).toBeNull()
  })

  test('is deleted without its brews', async () => {
    const bag = await add({ name: 'Gone', weightGrams: 100 })
    const { id } = await brew({ bagId: bag.id, doseGrams: 15 })
    expect((await ask(`DELETE /api/user/bags/${bag.id}`)).body).toEqual({ success: true })
    expect((await ask(`GET /api/user/bags/${bag.id}`)).status).toBe(404)
    expect((await ask(`GET /api/brew-logs/${id}`)).body.brewLog).toMatchObject({ id, bag: null, doseGrams: 15 })
  })
})

describe('what is left', () => {
  test('is what was set, minus the doses since, and follows a brew that is deleted or moved', async () => {
    const bag = await add({ name: 'Counted', weightGrams: 250 })
    const left = async () => (await read(bag.id)).gramsLeft
    const first = await brew({ bagId: bag.id, doseGrams: 15.1, brewedAt: '2026-11-12T07:00:00Z' })
    const second = await brew({ bagId: bag.id, doseGrams: 15.2, brewedAt: '2026-11-12T07:30:00Z' })
    await brew({ bagId: bag.id, brewedAt: '2026-11-12T07:40:00Z' })
    expect(await left()).toBe(219.7)
    await ask(`DELETE /api/brew-logs/${first.id}`)
    expect(await left()).toBe(234.8)
    await revise(bag.id, { weightGrams: 350 })
    expect(await left()).toBe(334.8)
    await revise(bag.id, { gramsLeft: 100 })
    expect(await read(bag.id)).toMatchObject({ gramsLeft: 100, weightGrams: 350, setGrams: 100 })
    await ask(`PATCH /api/brew-logs/${second.id}`, { brewedAt: '2026-11-12T07:10:00Z' })
    expect(await left()).toBe(100)
    world.clock.set('2026-11-12T10:00:00Z')
    await ask(`PATCH /api/brew-logs/${second.id}`, { brewedAt: '2026-11-12T09:59:00Z' })
    expect(await left()).toBe(84.8)
    await brew({ bagId: bag.id, doseGrams: 90 })
    expect(await left()).toBe(0)
    await revise(bag.id, { gramsLeft: null })
    expect(await left()).toBeNull()
  })

  test('is at most what the bag weighs when full', async () => {
    const tooMuch = {
      status: 400,
      body: { error: expect.stringContaining('gramsLeft must be at most 10, what the bag') },
    }
    expect(await ask('POST /api/user/bags', { name: 'Odd', weightGrams: 10, gramsLeft: 500 })).toMatchObject(tooMuch)
    const bag = await add({ name: 'Refilled', weightGrams: 10 })
    expect(await revise(bag.id, { gramsLeft: 500 })).toMatchObject(tooMuch)
    await revise(bag.id, { gramsLeft: 500, weightGrams: 500 })
    expect(await read(bag.id)).toMatchObject({ gramsLeft: 500, weightGrams: 500 })
    expect(await revise(bag.id, { weightGrams: 10 })).toMatchObject(tooMuch)
    const frozen = await ask(`POST /api/user/bags/${bag.id}/freeze`, { grams: 10, portions: 1 })
    expect(await revise(frozen.body.portions[0].id, { gramsLeft: 11 })).toMatchObject(tooMuch)
    await revise(bag.id, { weightGrams: null, gramsLeft: 900 })
    expect(await read(bag.id)).toMatchObject({ gramsLeft: 900, weightGrams: null })
  })

  test('goes back to a bag when the brew was from another one, or from none', async () => {
    const coffeeProfileId = await aCoffee(world, 'Moved')
    const [mine, known] = [
      await add({ name: 'Mine', weightGrams: 100 }),
      await add({ coffeeProfileId, weightGrams: 200, openedOn: '2026-11-01' }),
    ]
    const { id } = await brew({ bagId: mine.id, doseGrams: 15 })
    const left = async () => [(await read(mine.id)).gramsLeft, (await read(known.id)).gramsLeft]
    const move = (bagId: unknown, as = ann) => ask(`PATCH /api/brew-logs/${id}`, { bagId } as object, as)
    const moved = await move(known.id)
    expect([moved.status, moved.body.brewLog.bag.id, moved.body.brewLog.coffeeProfileId]).toEqual([
      200,
      known.id,
      coffeeProfileId,
    ])
    expect(await left()).toEqual([100, 185])
    await ask(`PATCH /api/brew-logs/${id}`, { rating: 4 })
    expect(await left()).toEqual([100, 185])
    const none = (await move(null)).body.brewLog
    expect([none.bag, none.coffeeProfileId, await left()]).toEqual([null, coffeeProfileId, [100, 200]])
    expect((await move(mine.id)).body.brewLog.coffeeProfileId).toBeNull()
    expect(await left()).toEqual([85, 200])

    const bob = await world.person()
    const foreign = await add({ name: 'Bob’s', weightGrams: 50 }, bob)
    expect((await move(foreign.id)).body.error).toBe(`You have no bag ${foreign.id}.`)
    expect([(await move(foreign.id)).status, (await move(2 ** 31 - 1)).status, (await move('x')).status]).toEqual([
      404, 404, 400,
    ])
    expect((await move(foreign.id, bob)).status).toBe(404)
    expect((await world.call(`PATCH /api/brew-logs/${id}`, { body: { bagId: 'x' } })).status).toBe(401)
    expect([await left(), (await read(foreign.id, bob)).gramsLeft]).toEqual([[85, 200], 50])
  })

  test('is never given or taken twice when a brew is moved from many places at once', async () => {
    const bags = await Promise.all(['One', 'Two', 'Three'].map(name => add({ name, weightGrams: 100 })))
    const { id } = await brew({ bagId: bags[0]?.id, doseGrams: 20 })
    const gone = await add({ name: 'Gone soon', weightGrams: 100 })
    const targets = Array.from({ length: 24 }, (_, nth) => [...bags, gone, undefined][nth % 5]?.id ?? null)
    const moves = targets.map(bagId => ask(`PATCH /api/brew-logs/${id}`, { bagId }))
    const [, ...answers] = await Promise.all([ask(`DELETE /api/user/bags/${gone.id}`), ...moves])
    expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 404)).toEqual([])
    const { bag } = (await ask(`GET /api/brew-logs/${id}`)).body.brewLog
    const lefts = await Promise.all(bags.map(async one => [one.id, (await read(one.id)).gramsLeft]))
    expect(lefts).toEqual(bags.map(one => [one.id, one.id === bag?.id ? 80 : 100]))
  })

  test('equals an independent count in whole tenths, whatever is brewed, deleted, moved, set and frozen', async () => {
    const random = seededRandom(7)
    const bag = await add({ name: 'Random', weightGrams: 900 })
    // In tenths of a gram, and in minutes since the start.
    let weighed = { tenths: 9000, minute: -1 }
    let brews: { id: number; tenths: number; minute: number }[] = []
    const start = Date.parse('2026-11-13T08:00:00Z')
    const instant = (minute: number) => new Date(start + minute * 60_000).toISOString()
    const expected = () =>
      Math.max(
        0,
        weighed.tenths -
          brews.filter(({ minute }) => minute > weighed.minute).reduce((sum, { tenths }) => sum + tenths, 0),
      )
    for (let minute = 10; minute < 700; minute += 10) {
      world.clock.set(instant(minute))
      const chosen = random.pick([...brews, undefined])
      const act = random.pick(['brew', 'brew', 'brew', 'earlier', 'delete', 'move', 'set', 'portion'])
      if (act === 'brew' || act === 'earlier') {
        const at = act === 'brew' ? minute : random.whole(0, minute)
        const tenths = random.whole(70, 300)
        const { id } = await brew({ bagId: bag.id, doseGrams: tenths / 10, brewedAt: instant(at) })
        brews.push({ id, tenths, minute: at })
      } else if (act === 'delete' && chosen) {
        await ask(`DELETE /api/brew-logs/${chosen.id}`)
        brews = brews.filter(({ id }) => id !== chosen.id)
      } else if (act === 'move' && chosen) {
        chosen.minute = random.whole(0, minute)
        await ask(`PATCH /api/brew-logs/${chosen.id}`, { brewedAt: instant(chosen.minute) })
      } else if (act === 'set' && random.happens(0.4)) {
        weighed = { tenths: random.whole(0, 5000), minute }
        const { setAt } = (await revise(bag.id, { gramsLeft: weighed.tenths / 10 })).body.bag
        weighed.minute = (Date.parse(setAt) - start) / 60_000
      } else if (act === 'portion') {
        const tenths = random.whole(10, 400)
        const { status } = await ask(`POST /api/user/bags/${bag.id}/freeze`, { grams: tenths / 10 })
        expect([minute, status]).toEqual([minute, tenths <= expected() ? 200 : 400])
        if (status === 200) weighed.tenths -= tenths
      }
      expect([minute, act, (await read(bag.id)).gramsLeft]).toEqual([minute, act, expected() / 10])
    }
    world.clock.set('2026-11-14T08:00:00Z')
  })

  test('is low at two cups or fewer of the usual dose', async () => {
    const eve = await world.person()
    const bag = await add({ name: 'Nearly gone', weightGrams: 100, openedOn: '2026-11-10' }, eve)
    for (const doseGrams of [18, 18, 40])
      await brew({ bagId: bag.id, doseGrams, brewedAt: '2026-11-11T08:00:00Z' }, eve)
    expect(await read(bag.id, eve)).toMatchObject({ gramsLeft: 24, usualDoseGrams: 18, cupsLeft: 1, isLow: true })
    // A bag without brews is counted in the doses from others.
    const next = await add({ name: 'Next', weightGrams: 54, openedOn: '2026-11-10' }, eve)
    expect(await read(next.id, eve)).toMatchObject({ usualDoseGrams: 18, cupsLeft: 3, isLow: false })
  })
})

test('a bag cannot be roasted or opened in the future, or opened before it was roasted', async () => {
  const bag = await add({ name: 'Dated', roastedOn: '2026-10-01' })
  for (const [said, complaint] of [
    [{ roastedOn: '2026-11-20' }, 'roastedOn must not be in the future.'],
    [{ openedOn: '2026-11-20' }, 'openedOn must not be in the future.'],
    [{ openedOn: '2026-09-30' }, 'openedOn must be 2026-10-01 or later, when it was roasted.'],
  ] as const) {
    expect((await revise(bag.id, said)).body.error).toBe(complaint)
    const added = await ask('POST /api/user/bags', { name: 'New', roastedOn: '2026-10-01', ...said })
    expect(added.body.error).toBe(complaint)
  }
  expect((await revise(bag.id, { openedOn: '2026-11-13' })).status).toBe(200)
})

describe('freezing', () => {
  test('stops the clock until the bag is thawed, also a second time', async () => {
    const bag = await add({ name: 'Frozen', weightGrams: 250, roastedOn: '2026-10-01' })
    const act = (what: string, on: string) => ask(`POST /api/user/bags/${bag.id}/${what}`, { on })
    expect((await act('thaw', '2026-10-20')).body.error).toBe('This bag is not in the freezer.')
    expect((await act('freeze', '2026-09-30')).status).toBe(400)
    expect((await act('freeze', '2026-11-20')).body.error).toBe('on must not be in the future.')
    await act('freeze', '2026-10-11')
    expect((await act('freeze', '2026-10-12')).body.error).toBe('This bag is already in the freezer.')
    expect(await read(bag.id)).toMatchObject({ place: 'frozen', ageDays: 10, frozenDays: 34, state: 'frozen' })
    expect((await act('thaw', '2026-10-10')).status).toBe(400)
    await act('thaw', '2026-10-21')
    expect(await read(bag.id)).toMatchObject({ place: 'unopened', ageDays: 34, frozenDays: 10 })
    await act('freeze', '2026-11-01')
    await act('thaw', '2026-11-13')
    expect(await read(bag.id)).toMatchObject({
      ageDays: 22,
      frozenDays: 22,
      frozenBefore: [{ frozenOn: '2026-10-11', thawedOn: '2026-10-21' }],
    })
  })

  test('of portions makes bags of their own, of no more than is left', async () => {
    const bag = await add({ name: 'Split', weightGrams: 250, roastedOn: '2026-11-04', openedOn: '2026-11-08' })
    await brew({ bagId: bag.id, doseGrams: 20 })
    const freeze = (body: object) => ask(`POST /api/user/bags/${bag.id}/freeze`, body)
    const { body } = await freeze({ grams: 40, portions: 3, on: '2026-11-10', freezerNote: 'In tubes' })
    expect(body.bag).toMatchObject({ gramsLeft: 110, frozenOn: null })
    expect(body.portions).toHaveLength(3)
    expect(body.portions[0]).toMatchObject({
      name: 'Split',
      portionOf: bag.id,
      weightGrams: 40,
      gramsLeft: 40,
      frozenOn: '2026-11-10',
      freezerNote: 'In tubes',
    })
    expect((await freeze({ grams: 111 })).body.error).toBe(
      'grams must leave some coffee in the bag, which has 110 g left.',
    )
    expect((await freeze({ grams: 40, portions: 21 })).status).toBe(400)
    await brew({ bagId: body.portions[0].id, doseGrams: 15 })
    expect(await read(body.portions[0].id)).toMatchObject({ gramsLeft: 25, ageDays: 6 })
    // The same grams are not taken twice by two at once.
    const both = await Promise.all([freeze({ grams: 60 }), freeze({ grams: 60 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await read(bag.id)).gramsLeft).toBe(50)
  })
})

test('the shelf begins with the open bag whose best days end first; finished bags are in the archive', async () => {
  const eve = await world.person()
  const dark = { roastLevel: 'DARK', roastedOn: '2026-10-20' }
  const light = { roastLevel: 'LIGHT', roastedOn: '2026-10-20' }
  const unopened = await add({ name: 'Unopened', ...dark }, eve)
  const later = await add({ name: 'Later', ...light, openedOn: '2026-11-01' }, eve)
  const first = await add({ name: 'First', ...dark, openedOn: '2026-11-01' }, eve)
  const frozen = await add({ name: 'Frozen', ...dark }, eve)
  await ask(`POST /api/user/bags/${frozen.id}/freeze`, {}, eve)
  const finished = await add({ name: 'Finished', weightGrams: 250 }, eve)
  const gear = {
    grinderId: grinderId(world),
    machineId: machineId(world),
    bagId: finished.id,
    doseGrams: 15,
    waterGrams: 250,
  }
  await brew({ ...gear, grindSetting: 20, rating: 2 }, eve)
  const best = await brew({ ...gear, grindSetting: 24, rating: 5 }, eve)
  await brew({ ...gear, grindSetting: 22 }, eve)
  await ask(`PATCH /api/user/bags/${finished.id}`, { isArchived: true, personalNotes: 'Again.' }, eve)
  expect((await shelfOf(eve)).map(({ name }) => name)).toEqual(['First', 'Later', 'Frozen', 'Unopened'])
  expect([first, later, unopened].every(({ isArchived }) => !isArchived)).toBe(true)
  const { bags } = (await ask('GET /api/user/bags/archive', undefined, eve)).body
  expect(bags).toMatchObject([
    {
      bag: { name: 'Finished', personalNotes: 'Again.' },
      learned: {
        cups: 3,
        ratedCups: 2,
        averageRating: 3.5,
        best: { brewLogId: best.id, grindSetting: 24, grindLabel: '24 clicks', doseGrams: 15, rating: 5 },
      },
    },
  ])
  // What was learned follows its brews.
  await ask(`DELETE /api/brew-logs/${best.id}`, undefined, eve)
  expect((await read(finished.id, eve)).learned).toMatchObject({
    cups: 2,
    best: { grindLabel: '20 clicks', rating: 2 },
  })
})

test('the picture of a bag is its owner’s alone', async () => {
  const bag = await add({ name: 'Seen' })
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(twoColours(640, 480))]), 'bag.png')
  const sent = await fetch(`${world.url}/api/user/bags/${bag.id}/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ann.token}` },
    body: form,
  })
  const { picture } = (await sent.json()) as { picture: Bag['picture'] }
  expect([sent.status, (await read(bag.id)).picture]).toEqual([200, picture])
  const path = picture?.sizes[0]?.path ?? ''
  const opened = await world.call(`GET ${path}`, { as: ann })
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(opened.headers.get('cache-control')).toContain('private')
  expect((await world.call(`GET ${path}`, { as: await world.person() })).status).toBe(404)
  expect((await world.call(`GET ${path}`)).status).toBe(401)
  const [, hash, name] = /picture\/(\w+)\/(.+)$/.exec(path) ?? []
  expect((await world.call(`GET /pictures/${hash}/${name}`)).status).toBe(404)
  expect((await ask(`DELETE /api/user/bags/${bag.id}/picture`)).body).toEqual({ success: true })
  expect((await world.call(`GET ${path}`, { as: ann })).status).toBe(404)
  expect([...(await world.sql`select key from pictures where is_private`)]).toEqual([])
})

describe('an archive of Beanconqueror', () => {
  /** As the app computes what it shows: by the weight that went in, where that was weighed. */
  const leftInApp = (bean: { weight: number }, brews: { bean_weight_in: number; grind_weight: number }[]) =>
    Math.round(
      100 *
        (bean.weight -
          brews.reduce((sum, one) => sum + (one.bean_weight_in > 0 ? one.bean_weight_in : one.grind_weight), 0)),
    ) / 100
  const days = (from: string, to: string) =>
    Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 864e5)

  test('brings the grams that are left and the frozen days, as the app shows them', async () => {
    const eve = await world.person()
    const bean = (uuid: string, filled: object) =>
      aBean(uuid, {
        name: uuid,
        roaster: 'Nowhere Listed',
        roastingDate: '2026-08-01T07:00:00.000Z',
        weight: 250,
        ...filled,
      })
    const frozen = {
      frozenDate: '2026-08-11T07:00:00.000Z',
      frozenStorageType: 'TUBE',
      frozenNote: 'Batch 2',
      frozenId: 'a1',
      frozenGroupId: 'g',
    }
    const BEANS = [
      bean('open', { openDate: '2026-08-09T07:00:00.000Z' }),
      bean('in the freezer', frozen),
      bean('thawed', { ...frozen, unfrozenDate: '2026-10-20T07:00:00.000Z', weight: 60 }),
    ]
    const weighed = [
      { bean: 'open', grind_weight: 15, bean_weight_in: 15.3 },
      { bean: 'open', grind_weight: 15.1, bean_weight_in: 0 },
      { bean: 'open', grind_weight: 0, bean_weight_in: 18.25 },
      // Too much for one brew here: its dose is left out, and it has been used all the same.
      { bean: 'open', grind_weight: 5000 / 7, bean_weight_in: 40 },
      { bean: 'thawed', grind_weight: 14.9, bean_weight_in: 0 },
    ]
    const BREWS = [
      ...weighed.map((one, at) =>
        aBrew(`brew ${at}`, { ...one, config: { uuid: `brew ${at}`, unix_timestamp: 1787000000 + 100 * at } }),
      ),
      // Its preparation is missing, so it is not imported.
      aBrew('left out', { bean: 'open', grind_weight: 20, bean_weight_in: 0, method_of_preparation: 'nowhere' }),
    ]
    const file = anExport({ BEANS, BREWS })
    expect((await ask('POST /api/user/import', file, eve)).body.beans.taken).toBe(3)
    const shelf = await shelfOf(eve)
    for (const one of BEANS) {
      const used = BREWS.filter(({ bean }) => bean === one.name) as unknown as typeof weighed
      const bag = shelf.find(({ name }) => name === one.name)
      expect([one.name, bag?.gramsLeft]).toEqual([one.name, leftInApp(one, used)])
    }
    const of = (name: string) => shelf.find(one => one.name === name) as ShelfBag
    expect(of('open')).toMatchObject({
      openedOn: '2026-08-09',
      frozenDays: 0,
      ageDays: days('2026-08-01', '2026-11-14'),
    })
    expect(of('in the freezer')).toMatchObject({
      place: 'frozen',
      frozenOn: '2026-08-11',
      thawedOn: null,
      freezerNote: 'In a tube. Batch 2',
      frozenDays: days('2026-08-11', '2026-11-14'),
      ageDays: 10,
    })
    // 70 days in the freezer: the app counts a day for each full 90.
    expect(of('thawed')).toMatchObject({ frozenDays: 70, ageDays: 10 + days('2026-10-20', '2026-11-14') })

    const before = of('open').gramsLeft ?? 0
    await brew({ bagId: of('open').id, doseGrams: 15 }, eve)
    expect((await read(of('open').id, eve)).gramsLeft).toBe(Math.round(100 * (before - 15)) / 100)
    // Another import of the same file leaves alone what was changed here.
    await ask(`POST /api/user/bags/${of('in the freezer').id}/thaw`, {}, eve)
    await ask('POST /api/user/import', file, eve)
    expect((await read(of('in the freezer').id, eve)).thawedOn).toBe('2026-11-14')
  })
})

test('an account takes its shelf along, portions with their bag', async () => {
  const [eve, there] = [await world.person(), await world.person()]
  const bag = await add(
    { name: 'Moves', roasterName: 'Somebody', weightGrams: 250, roastedOn: '2026-10-01', openedOn: '2026-10-05' },
    eve,
  )
  await ask(`POST /api/user/bags/${bag.id}/freeze`, { on: '2026-10-11' }, eve)
  await ask(`POST /api/user/bags/${bag.id}/thaw`, { on: '2026-10-21' }, eve)
  await ask(`POST /api/user/bags/${bag.id}/freeze`, { on: '2026-11-01', grams: 40 }, eve)
  await ask(`PATCH /api/user/bags/${bag.id}`, { gramsLeft: 120.5 }, eve)
  await brew({ bagId: bag.id, doseGrams: 15, brewedAt: '2026-11-14T08:30:00Z' }, eve)
  world.clock.set('2026-11-14T09:00:00Z')
  await brew({ bagId: bag.id, doseGrams: 15 }, eve)
  const exported = (await ask('GET /api/user/export', undefined, eve)).body
  expect((await ask('POST /api/user/import', exported, there)).body.beans.taken).toBe(2)
  const [mine, theirs] = [await shelfOf(eve), await shelfOf(there)]
  const same = ({ id: _, portionOf, ...rest }: ShelfBag) => ({ ...rest, isPortion: portionOf !== null })
  expect(theirs.map(same)).toEqual(mine.map(same))
  expect(theirs.find(({ portionOf }) => portionOf !== null)?.portionOf).toBe(theirs[0]?.id ?? 0)
})
