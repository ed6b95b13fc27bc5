import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brewLogsIn } from '../support/brews.ts'
import { aCoffee, aRecipe, grinderId, machineId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let c40: number
let ode: number
let v60: number
let coffee: number
beforeAll(async () => {
  world = await startWorld()
  c40 = grinderId(world)
  ode = grinderId(world, 'fellow-ode-gen-2')
  v60 = machineId(world)
  coffee = await aCoffee(world, 'Kiamaina')
})
afterAll(() => world.stop())

const { log, logged, get } = brewLogsIn(() => world)

describe('brews logged at the same time', () => {
  const whole = {
    coffeeProfileId: 0,
    doseGrams: 15.5,
    waterGrams: 250,
    waterTempF: 201,
    brewTimeSeconds: 180,
    tdsPercent: 1.38,
    isFavourite: true,
    notes: 'Süß, "clear" \\ and ☕.',
    rating: 5,
    tasteProfile: { acidity: 4, sweetness: 5 },
    extractionFeedback: { sour: false, balanced: true },
  }

  test('are each returned to their own request, as they are read later', async () => {
    const people = [await world.person(), await world.person(), await world.person()]
    const sent = Array.from({ length: 30 }, (_, nth) => ({
      as: people[nth % 3] as (typeof people)[number],
      body: { method: 'v60', ...whole, coffeeProfileId: nth % 4 === 0 ? null : coffee, doseGrams: 10 + nth / 2 },
    }))
    const answers = await Promise.all(sent.map(one => world.call('POST /api/brew-logs', one)))
    for (const [nth, { status, body }] of answers.entries()) {
      const { as, body: said } = sent[nth] as (typeof sent)[number]
      expect([status, body.brewLog]).toEqual([201, expect.objectContaining(said)])
      expect(body.brewLog.coffee?.name).toBe(said.coffeeProfileId === null ? undefined : 'Kiamaina')
      const { nextStep: _, ...read } = await get(as, body.brewLog.id)
      expect(body.brewLog).toEqual(read)
    }
    expect(new Set(answers.map(({ body }) => body.brewLog.id)).size).toBe(30)
    world.clock.advance({ minutes: 10 })
  })

  test('are logged even if others among them fail: for an unknown coffee, or a deleted person', async () => {
    const ann = await world.person()
    const brew = { ...whole, method: 'v60', coffeeProfileId: coffee }
    const send = (body: object) => world.call('POST /api/brew-logs', { as: ann, body })
    const [nobody, ...answers] = await Promise.all([
      world.ports.brews
        .add(2 ** 31 - 1, { method: 'v60', recipeId: null, coffeeProfileId: null } as never, world.clock.now())
        .catch(() => 'refused'),
      ...Array.from({ length: 20 }, (_, nth) => send(nth % 5 === 0 ? { ...brew, coffeeProfileId: 2 ** 31 - 1 } : brew)),
    ])
    expect(nobody).toBe('refused')
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, (_, nth) => (nth % 5 ? 201 : 404)))
    expect((await world.call('GET /api/brew-logs', { as: ann })).body.total).toBe(16)
    world.clock.advance({ minutes: 10 })
  })
})

describe('logging a brew', () => {
  test('stores every field and returns it, with what follows from it', async () => {
    const ann = await world.person()
    const fields = {
      coffeeProfileId: coffee,
      grinderId: c40,
      machineId: v60,
      doseGrams: 15,
      waterGrams: 250,
      grindSetting: 24,
      waterTempF: 201,
      brewTimeSeconds: 180,
      daysOffRoast: 12,
      tdsPercent: 1.38,
      beverageGrams: 215,
      bloomSeconds: 45,
      firstDripSeconds: 12,
      isFavourite: true,
      isBest: false,
      outcome: 'good',
      notes: 'Sweet and clear.',
      rating: 5,
      tasteProfile: { acidity: 4, sweetness: 5 },
      extractionFeedback: { sour: false, balanced: true },
    }
    const { status, body } = await log(ann, fields)
    expect(status).toBe(201)
    expect(body.brewLog).toMatchObject({
      ...fields,
      method: 'v60',
      coffeeGrams: 15,
      ratio: 16.67,
      grindSettingText: null,
      grindLabel: '24 clicks',
      savedAsRecipe: false,
      recipeId: null,
      coffee: { id: coffee, name: 'Kiamaina', roasterName: expect.stringContaining('Roaster') },
      grinder: { id: c40, slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
      machine: { id: v60 },
    })
    expect(body.brewLog.grindIndex).toBeGreaterThan(30)
    expect(body.brewLog.grindIndex).toBeLessThan(50)
    expect(await get(ann, body.brewLog.id)).toMatchObject(fields)
  })

  test('needs only the method; unknown fields are null', async () => {
    const ann = await world.person()
    const brew = await logged(ann, { notes: null })
    expect(brew).toMatchObject({
      method: 'v60',
      doseGrams: null,
      ratio: null,
      grindIndex: null,
      coffee: null,
      rating: null,
    })
  })

  test('takes the method from the machine, unless one is given', async () => {
    const ann = await world.person()
    expect(await logged(ann, { method: undefined, machineId: v60 })).toMatchObject({ method: 'v60' })
    expect(await logged(ann, { method: 'Cold Brew', machineId: v60 })).toMatchObject({ method: 'cold_brew' })
    const { status, body } = await world.call('POST /api/brew-logs', { as: ann, body: { doseGrams: 15 } })
    expect([status, body.error]).toEqual([400, 'method is required when no machineId is given.'])
  })

  test('accepts the dose under both names', async () => {
    const ann = await world.person()
    expect(await logged(ann, { coffeeGrams: 18 })).toMatchObject({ doseGrams: 18, coffeeGrams: 18 })
    expect(await logged(ann, { coffeeGrams: 18, doseGrams: 18 })).toMatchObject({ doseGrams: 18 })
    const { status, body } = await log(ann, { coffeeGrams: 18, doseGrams: 17 })
    expect([status, body.error]).toEqual([400, expect.stringContaining('doseGrams and coffeeGrams')])
  })

  test('refuses a drink that is heavier than the water it was brewed with, unless it was mixed', async () => {
    const ann = await world.person()
    const heavy = { doseGrams: 15, waterGrams: 245, beverageGrams: 400 }
    const { status, body } = await log(ann, heavy)
    expect([status, body.error]).toEqual([
      400,
      'beverageGrams must be at most the 245 g of water in this brew: weigh the drink without its cup, or give the style if you added ice or water.',
    ])
    for (const mixed of [
      { ...heavy, style: 'iced' },
      { ...heavy, waterGrams: 36, method: 'espresso' },
      { ...heavy, waterGrams: null },
    ])
      expect(await logged(ann, mixed)).toMatchObject({ beverageGrams: 400 })
  })

  test('reads a setting as the dial shows it, and keeps the text', async () => {
    const ann = await world.person()
    expect(await logged(ann, { grindSetting: '24 clicks' })).toMatchObject({
      grindSetting: 24,
      grindSettingText: '24 clicks',
      grindIndex: null,
      grindLabel: null,
    })
    expect(await logged(ann, { grindSetting: '5.2', grinderId: ode })).toMatchObject({
      grindSetting: 5.667,
      grindSettingText: '5.2',
      grindLabel: '5.2',
    })
  })

  test('does not take part of a label with turns, numbers and clicks for clicks', async () => {
    const ann = await world.person()
    const jx = grinderId(world, '1zpresso-jx')
    expect(await logged(ann, { grinderId: jx, grindSetting: '2.5.1' })).toMatchObject({ grindSetting: 76 })
    expect(await logged(ann, { grinderId: jx, grindSetting: 76 })).toMatchObject({ grindLabel: '2.5.1' })
    for (const grindSetting of ['2.5', 2.5, '2.5 or so']) {
      const { status, body } = await log(ann, { grinderId: jx, grindSetting })
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(
          /^grindSetting must be a whole number of clicks or what the dial of the 1Zpresso JX shows/,
        ),
      ])
    }
  })

  test.each([
    ['doseGrams', 0.09, 0.1],
    ['doseGrams', 1000.5, 1000],
    ['waterGrams', 0.9, 1],
    ['waterGrams', 20_001, 20_000],
    ['waterTempF', 31, 32],
    ['waterTempF', 213, 212],
    ['brewTimeSeconds', 0, 1],
    ['brewTimeSeconds', 72 * 3600 + 1, 72 * 3600],
    ['daysOffRoast', -1, 0],
    ['daysOffRoast', 3651, 3650],
    ['rating', 0, 1],
    ['rating', 6, 5],
    ['notes', 'x'.repeat(5001), 'x'.repeat(5000)],
    ['outcome', 'x'.repeat(201), 'x'.repeat(200)],
  ])('%s ends at its bound', async (name, beyond, within) => {
    const ann = await world.person()
    const refused = await log(ann, { [name]: beyond })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(name)])
    expect((await log(ann, { [name]: within })).status).toBe(201)
  })

  test.each([
    [{ method: 'teabag' }, 'method must be one of turkish, espresso'],
    [{ brewTimeSeconds: 1.5 }, 'brewTimeSeconds must be a whole number'],
    [{ rating: 4.5 }, 'rating must be a whole number'],
    [{ doseGrams: '15' }, 'doseGrams must be a number'],
    [{ grindSetting: 'medium fine' }, 'grindSetting must be a number, or text that starts with a number'],
    [{ grindSetting: true }, 'grindSetting must be a number'],
    [{ grindSetting: 1e300 }, 'grindSetting must be at most 10000'],
    [{ grindSetting: -1e300 }, 'grindSetting must be at least -10000'],
    [{ grindSetting: '10001 clicks' }, 'grindSetting must be from -10000 to 10000'],
    [{ grindSetting: '1e999' }, 'grindSetting must be a number, or text that starts with a number'],
    [{ grindSetting: '1e1' }, 'grindSetting must be a number, or text that starts with a number'],
    [{ grindSetting: '0x10' }, 'grindSetting must be a number, or text that starts with a number'],
    [{ tasteProfile: { acidity: 6 } }, 'tasteProfile.acidity must be at most 5'],
    [{ tasteProfile: [] }, 'tasteProfile must be an object'],
    [{ tasteProfile: [{ acidity: 5 }] }, 'tasteProfile must be an object'],
    [{ extractionFeedback: [] }, 'extractionFeedback must be an object'],
    [{ extractionFeedback: 'sour' }, 'extractionFeedback must be an object'],
    [{ extractionFeedback: { sour: 'yes' } }, 'extractionFeedback.sour must be true or false'],
    [{ grinderId: 2_000_000_000 }, 'grinderId'],
    [{ machineId: 2_000_000_000 }, 'machineId'],
    [{ coffeeProfileId: 2 ** 31 }, 'coffeeProfileId'],
    [{ doseGrams: 1, waterGrams: 51 }, 'waterGrams must be 0.5 to 50 times doseGrams'],
    [{ doseGrams: 10, waterGrams: 4.9 }, 'waterGrams must be 0.5 to 50 times doseGrams'],
  ])('%j is refused with a sentence that says why', async (body, sentence) => {
    const ann = await world.person()
    const { status, body: reply } = await log(ann, body)
    expect([status, reply.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('off the dial is refused with the range of the dial; an unknown coffee is not found', async () => {
    const ann = await world.person()
    const off = await log(ann, { grinderId: c40, grindSetting: 92 })
    expect([off.status, off.body.error]).toEqual([
      400,
      'The Comandante C40 MK4 goes from 0 to 40 clicks, so 92 is off its dial. Enter a setting in that range.',
    ])
    const missing = await log(ann, { coffeeProfileId: 2_000_000_000 })
    expect([missing.status, missing.body.error]).toEqual([404, expect.stringContaining('coffeeProfileId')])
    expect((await world.call('GET /api/brew-logs', { as: ann })).body.total).toBe(0)
  })

  test("uses the person's calibration, also for earlier brews", async () => {
    const ann = await world.person()
    const before = await logged(ann, { grinderId: c40, grindSetting: 24 })
    const references = [{ grindIndex: before.grindIndex, setting: 28, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: c40, references } })
    const after = await logged(ann, { grinderId: c40, grindSetting: 28 })
    expect(after.grindIndex).toBeCloseTo(before.grindIndex, 1)
    expect([before.grinder.calibrated, after.grinder.calibrated]).toEqual([false, true])
    const { data } = (await world.call('GET /api/brew-logs', { as: ann })).body
    expect(data.every(({ grinder }: { grinder: { calibrated: boolean } }) => grinder.calibrated)).toBe(true)
    const read = await get(ann, before.id)
    expect(read.grindIndex).toBeLessThan(before.grindIndex - 3)
    expect(read.grinder).toMatchObject({ id: c40, calibrated: true, minGrindSetting: 0, maxGrindSetting: 40 })
  })
})

describe('the list of brew logs', () => {
  test('is newest first, in pages that stay stable while brews are added', async () => {
    const ann = await world.person()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await logged(ann)).id)
    const first = (await world.call('GET /api/brew-logs?limit=2', { as: ann })).body
    expect(first).toMatchObject({ total: 5, hasMore: true, nextCursor: first.cursor })
    const extra = (await logged(ann)).id
    const second = (await world.call(`GET /api/brew-logs?limit=2&cursor=${first.cursor}`, { as: ann })).body
    const third = (await world.call(`GET /api/brew-logs?limit=2&cursor=${second.cursor}`, { as: ann })).body
    const pages = [first, second, third].flatMap(({ data }) => data.map(({ id }: { id: number }) => id))
    expect(pages).toEqual(ids)
    expect(pages).not.toContain(extra)
    expect(third).toMatchObject({ total: 6, cursor: null, hasMore: false })
  })

  test('separates brews of the same instant between pages', async () => {
    const ann = await world.person()
    const id = (await logged(ann)).id
    await world.sql`
      insert into brew_logs (user_id, method, created_at, brewed_at)
      select user_id, method, created_at, brewed_at from brew_logs, generate_series(1, 6) where id = ${id}`
    const seen = new Set<number>()
    let cursor = ''
    do {
      const { body } = await world.call(`GET /api/brew-logs?limit=2&cursor=${cursor}`, { as: ann })
      for (const { id } of body.data) seen.add(id)
      cursor = body.cursor ?? ''
    } while (cursor)
    expect(seen.size).toBe(7)
  })

  test('filters by coffee, minimum rating and whether it became a recipe', async () => {
    const ann = await world.person()
    const plain = await logged(ann, { rating: 3 })
    const good = await logged(ann, { rating: 4, coffeeProfileId: coffee })
    const best = await logged(ann, { rating: 5, coffeeProfileId: coffee })
    const unrated = await logged(ann)
    await world.call(`POST /api/brew-logs/${best.id}/save-as-recipe`, { as: ann })
    const filtered = async (query: string) => {
      const { body } = await world.call(`GET /api/brew-logs?${query}`, { as: ann })
      expect(body.total).toBe(body.data.length)
      return body.data.map(({ id }: { id: number }) => id)
    }
    expect(await filtered(`coffeeProfileId=${coffee}`)).toEqual([best.id, good.id])
    expect(await filtered('rating=4')).toEqual([best.id, good.id])
    expect(await filtered('rating=5')).toEqual([best.id])
    expect(await filtered('savedAsRecipe=true')).toEqual([best.id])
    expect(await filtered('savedAsRecipe=false')).toEqual([unrated.id, good.id, plain.id])
    expect(await filtered(`savedAsRecipe=false&rating=4&coffeeProfileId=${coffee}`)).toEqual([good.id])
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['rating=6', 'rating'],
    ['savedAsRecipe=maybe', 'savedAsRecipe'],
    ['coffeeProfileId=99999999999', 'coffeeProfileId'],
    ['cursor=forged', 'cursor'],
  ])('%s is refused by name', async (query, name) => {
    const ann = await world.person()
    const { status, body } = await world.call(`GET /api/brew-logs?${query}`, { as: ann })
    expect([status, body.error]).toEqual([400, expect.stringContaining(name)])
  })

  test("refuses a cursor from another person's list", async () => {
    const ann = await world.person()
    const bob = await world.person()
    for (let n = 0; n < 2; n++) await logged(ann)
    const { cursor } = (await world.call('GET /api/brew-logs?limit=1', { as: ann })).body
    expect((await world.call(`GET /api/brew-logs?cursor=${cursor}`, { as: bob })).status).toBe(400)
  })

  test('last is the newest, or null before the first', async () => {
    const ann = await world.person()
    expect((await world.call('GET /api/brew-logs/last', { as: ann })).body).toEqual({ brewLog: null })
    await logged(ann)
    const newest = await logged(ann)
    expect((await world.call('GET /api/brew-logs/last', { as: ann })).body.brewLog.id).toBe(newest.id)
  })
})

test('all brew logs are one table, in which no cell runs as a formula', async () => {
  const ann = await world.person()
  await logged(ann, { coffeeProfileId: coffee, grinderId: c40, grindSetting: 24, doseGrams: 15, tdsPercent: 1.4 })
  await logged(ann, { notes: '=HYPERLINK("http://x.example","a, b")', grindSetting: '-3 or so', isFavourite: true })
  for (let at = 0; at < 120; at++) await logged(ann)
  const { headers, text } = await world.call('GET /api/brew-logs.csv', { as: ann })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(123)
  expect(lines[0]).toStartWith('date,method,style,technique,coffee,roaster,grinder,setting,')
  expect(lines.at(-1)).toContain(',V60,,,Kiamaina,')
  expect(lines.at(-1)).toContain(',Comandante C40 MK4,24 clicks,')
  expect(lines.at(-2)).toContain(`,'-3 or so,`)
  expect(lines.at(-2)).toEndWith(`"'=HYPERLINK(""http://x.example"",""a, b"")"`)
  expect((await world.call('GET /api/brew-logs.csv')).status).toBe(401)
})

test('the table is served ten times a minute to one address', async () => {
  world.clock.hold()
  const ann = await world.person()
  const ask = () => world.call('GET /api/brew-logs.csv', { as: ann, from: '198.51.100.77' })
  const statuses: number[] = []
  for (let asked = 0; asked < 11; asked++) statuses.push((await ask()).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('a log of 100,000 brews is full: nothing is logged or imported until some are deleted', async () => {
  const ann = await world.person()
  const recipe = await aRecipe(world)
  await world.sql`
    insert into brew_logs (user_id, method, brewed_at, created_at)
    select ${ann.id}, 'v60', ${world.clock.now()}, ${world.clock.now()}
    from generate_series(1, 100000)`
  const sent: [string, object][] = [
    ['POST /api/brew-logs', { method: 'v60' }],
    ['POST /api/brew-logs', { method: 'v60', recipeId: recipe, rating: 4 }],
    [`POST /api/community-recipes/${recipe}/brew-log`, { rating: 4 }],
    ['POST /api/user/import', { BEANS: [], BREWS: [] }],
  ]
  for (const [route, body] of sent) {
    const refused = await world.call(route, { as: ann, body })
    expect([route, refused.status, refused.body.error]).toEqual([
      route,
      409,
      'Your log is full at 100,000 brews. Delete some you no longer need, then try again.',
    ])
  }
  await world.sql`
    delete from brew_logs
    where id = (select max(id) from brew_logs where user_id = ${ann.id})`
  const log = () => world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60' } })
  expect([(await log()).status, (await log()).status]).toEqual([201, 409])
})
