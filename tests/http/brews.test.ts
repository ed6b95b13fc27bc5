import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let c40: number
let ode: number
let kitchenAid: number
let v60: number
let coffee: number
beforeAll(async () => {
  world = await startWorld()
  c40 = grinderId(world)
  ode = grinderId(world, 'fellow-ode-gen-2')
  kitchenAid = grinderId(world, 'kitchenaid-artisan-5kcg0702')
  v60 = machineId(world)
  coffee = await aCoffee(world, 'Kiamaina')
})
afterAll(() => world.stop())

type Someone = Awaited<ReturnType<TestWorld['person']>>

const log = async (as: Someone, body: object = {}) => {
  const answer = await world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })
  world.clock.advance({ minutes: 10 })
  return answer
}
const logged = async (as: Someone, body: object = {}) => (await log(as, body)).body.brewLog
const get = async (as: Someone, id: number) => (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog

describe('brews that are logged at once', () => {
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

  test('are told back each to its own, as they are when read again', async () => {
    const people = [await world.person(), await world.person(), await world.person()]
    const sent = Array.from({ length: 30 }, (_, nth) => ({
      as: people[nth % 3] as Someone,
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

  test('are logged though others among them are not: of no coffee there is, of nobody any more', async () => {
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
  test('keeps every field and tells it back, with what follows from it', async () => {
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

  test('needs nothing but the method; what is not known is null', async () => {
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

  test('knows the dose by both its names', async () => {
    const ann = await world.person()
    expect(await logged(ann, { coffeeGrams: 18 })).toMatchObject({ doseGrams: 18, coffeeGrams: 18 })
    expect(await logged(ann, { coffeeGrams: 18, doseGrams: 18 })).toMatchObject({ doseGrams: 18 })
    const { status, body } = await log(ann, { coffeeGrams: 18, doseGrams: 17 })
    expect([status, body.error]).toEqual([400, expect.stringContaining('doseGrams and coffeeGrams')])
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

  test('takes no part of what a dial of turns, numbers and clicks shows for clicks', async () => {
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
    [{ grindSetting: 'medium fine' }, 'grindSetting must be a number, or a text that starts with one'],
    [{ grindSetting: true }, 'grindSetting must be a number'],
    [{ grindSetting: 1e300 }, 'grindSetting must be at most 10000'],
    [{ grindSetting: -1e300 }, 'grindSetting must be at least -10000'],
    [{ grindSetting: '10001 clicks' }, 'grindSetting must be from -10000 to 10000'],
    [{ grindSetting: '1e999' }, 'grindSetting must be a number, or a text that starts with one'],
    [{ grindSetting: '1e1' }, 'grindSetting must be a number, or a text that starts with one'],
    [{ grindSetting: '0x10' }, 'grindSetting must be a number, or a text that starts with one'],
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

  test('off the dial is refused with the range of the dial; a coffee that is not there is not found', async () => {
    const ann = await world.person()
    const off = await log(ann, { grinderId: c40, grindSetting: 92 })
    expect([off.status, off.body.error]).toEqual([400, 'The Comandante C40 MK4 has 0 to 40 clicks; you asked for 92.'])
    const missing = await log(ann, { coffeeProfileId: 2_000_000_000 })
    expect([missing.status, missing.body.error]).toEqual([404, expect.stringContaining('coffeeProfileId')])
    expect((await world.call('GET /api/brew-logs', { as: ann })).body.total).toBe(0)
  })

  test('uses the calibration of the person, also for what was logged before it', async () => {
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
  test('is newest first, in pages that hold still while brews are added', async () => {
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

  test('parts brews of one instant between pages', async () => {
    const ann = await world.person()
    const id = (await logged(ann)).id
    await world.sql`
      insert into brew_logs (user_id, method, created_at)
      select user_id, method, created_at from brew_logs, generate_series(1, 6) where id = ${id}`
    const seen = new Set<number>()
    let cursor = ''
    do {
      const { body } = await world.call(`GET /api/brew-logs?limit=2&cursor=${cursor}`, { as: ann })
      for (const { id } of body.data) seen.add(id)
      cursor = body.cursor ?? ''
    } while (cursor)
    expect(seen.size).toBe(7)
  })

  test('filters by coffee, least rating and whether it became a recipe', async () => {
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

  test("takes no cursor of another person's list", async () => {
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

test('all brew logs are one table, of which no spreadsheet runs a cell', async () => {
  const ann = await world.person()
  await logged(ann, { coffeeProfileId: coffee, grinderId: c40, grindSetting: 24, doseGrams: 15, tdsPercent: 1.4 })
  await logged(ann, { notes: '=HYPERLINK("http://x.example","a, b")', grindSetting: '-3 or so', isFavourite: true })
  for (let at = 0; at < 120; at++) await logged(ann)
  const { headers, text } = await world.call('GET /api/brew-logs.csv', { as: ann })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = text.trim().split('\n')
  expect(lines).toHaveLength(123)
  expect(lines[0]).toStartWith('date,method,coffee,roaster,grinder,setting,')
  expect(lines.at(-1)).toContain(',V60,Kiamaina,')
  expect(lines.at(-1)).toContain(',Comandante C40 MK4,24 clicks,')
  expect(lines.at(-2)).toContain(`,'-3 or so,`)
  expect(lines.at(-2)).toEndWith(`"'=HYPERLINK(""http://x.example"",""a, b"")"`)
  expect((await world.call('GET /api/brew-logs.csv')).status).toBe(401)
})

describe('one brew log', () => {
  test('says the next step in the clicks of its grinder', async () => {
    const ann = await world.person()
    const sour = { grinderId: c40, grindSetting: 24, extractionFeedback: { sour: true } }
    const { nextStep } = await get(ann, (await logged(ann, sour)).id)
    expect(nextStep).toMatchObject({ change: 'grind', reason: expect.stringContaining('Sour') })
    expect(nextStep.grindSetting).toBeLessThan(24)
    expect(nextStep.grindLabel).toBe(`${nextStep.grindSetting} clicks`)
    expect(nextStep.advice).toContain(nextStep.grindLabel)
    const watery = await get(ann, (await logged(ann, { extractionFeedback: { watery: true } })).id)
    expect(watery.nextStep).toMatchObject({ change: 'dose' })
    const balanced = await get(ann, (await logged(ann, { extractionFeedback: { balanced: true } })).id)
    expect(balanced.nextStep).toBeNull()
    expect((await get(ann, (await logged(ann)).id)).nextStep).toBeNull()
  })

  test('never asks for more water than its pot holds', async () => {
    const ann = await world.person()
    const pot = world.ports.machines.list().find(({ slug }) => slug === 'bialetti-moka-express-3-cup')
    const cup = { method: 'moka', machineId: pot?.id, doseGrams: 15, extractionFeedback: { strong: true } }
    const { nextStep } = await get(ann, (await logged(ann, { ...cup, waterGrams: 165 })).id)
    expect(nextStep).toMatchObject({ change: 'water', waterGrams: pot?.maxWaterGrams })
  })

  test('learns from the brews before it of that coffee and method, on whatever grinder', async () => {
    const ann = await world.person()
    const sour = { coffeeProfileId: coffee, extractionFeedback: { sour: true } }
    await logged(ann, { ...sour, method: 'aeropress', grinderId: c40, grindSetting: 10 })
    await logged(ann, { ...sour, grinderId: c40, grindSetting: 27 })
    const { id } = await logged(ann, { ...sour, grinderId: c40, grindSetting: 25 })
    const { nextStep } = await get(ann, id)
    expect(nextStep).toMatchObject({ grindSetting: 22, reason: 'Sour twice: a longer step finer, 22 clicks' })
    const bitter = { coffeeProfileId: coffee, grinderId: c40, grindSetting: 22, extractionFeedback: { bitter: true } }
    const between = await get(ann, (await logged(ann, bitter)).id)
    expect(between.nextStep.reason).toBe('Sour at 25 clicks, bitter at 22 clicks: between the two, 24 clicks')
    const onOde = await logged(ann, { ...bitter, grinderId: ode, grindSetting: 4 })
    expect((await get(ann, onOde.id)).nextStep.reason).toMatch(/^Sour at [\d.]+, bitter at 4: between the two, [\d.]+$/)
    expect((await get(ann, id)).nextStep).toEqual(nextStep)
  })

  test('is revised in part; null takes a word back, and the brew itself stays', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { doseGrams: 15, rating: 3, notes: 'Hm.', outcome: 'sour' })
    const revise = (body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    const changes = { rating: 5, tasteProfile: { body: 3 }, extractionFeedback: { bitter: true }, doseGrams: 99 }
    expect((await revise(changes)).body.brewLog).toMatchObject({
      doseGrams: 15,
      rating: 5,
      notes: 'Hm.',
      outcome: 'sour',
      tasteProfile: { body: 3 },
      extractionFeedback: { bitter: true },
    })
    expect((await revise({ notes: null, rating: null, tasteProfile: null })).body.brewLog).toMatchObject({
      rating: null,
      notes: null,
      tasteProfile: null,
      outcome: 'sour',
      extractionFeedback: { bitter: true },
    })
    expect((await revise({})).status).toBe(200)
    expect((await world.call(`PUT /api/brew-logs/${id}`, { as: ann, body: { rating: 1 } })).body.brewLog.rating).toBe(1)
    const refused = await revise({ rating: 9 })
    expect([refused.status, refused.body.error]).toEqual([400, 'rating must be at most 5.'])
  })

  test('is given its grinder later: what was noted of the setting is read on that dial', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { grindSetting: '24 clicks' })
    const told = await logged(ann, { grindSetting: '3 + 2' })
    const revise = (id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    expect((await revise(id, { grinderId: c40, isFavourite: true })).body.brewLog).toMatchObject({
      grinder: { id: c40 },
      grindSetting: 24,
      grindLabel: '24 clicks',
      grindIndex: expect.any(Number),
      isFavourite: true,
    })
    expect((await revise(told.id, { grinderId: c40 })).body.brewLog).toMatchObject({
      grinder: { id: c40 },
      grindSetting: null,
      grindSettingText: '3 + 2',
      grindIndex: null,
    })
    const part = await logged(ann, { grindSetting: '2.5' })
    const number = await logged(ann, { grindSetting: 2.5 })
    const jx = grinderId(world, '1zpresso-jx')
    for (const { id } of [part, number])
      expect((await revise(id, { grinderId: jx })).body.brewLog).toMatchObject({
        grinder: { id: jx },
        grindSetting: null,
        grindSettingText: '2.5',
        grindIndex: null,
      })
    expect((await revise(number.id, { grinderId: ode })).body.brewLog).toMatchObject({ grindSetting: 2.5 })
    expect((await revise(id, { notes: 'Same grinder.' })).body.brewLog).toMatchObject({ grinder: { id: c40 } })
    expect((await revise(id, { grinderId: null })).body.brewLog).toMatchObject({ grinder: null, grindIndex: null })
    expect((await revise(id, { grinderId: 999_999 })).status).toBe(400)
    const bob = await world.person()
    const foreign = await world.call(`PATCH /api/brew-logs/${id}`, { as: bob, body: { grinderId: c40 } })
    expect(foreign.status).toBe(404)
  })

  test('is gone once it is deleted', async () => {
    const ann = await world.person()
    const { id } = await logged(ann)
    const remove = () => world.call(`DELETE /api/brew-logs/${id}`, { as: ann })
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } })
    expect((await remove()).status).toBe(404)
    expect((await world.call(`GET /api/brew-logs/${id}`, { as: ann })).status).toBe(404)
  })

  test('is not found by anybody else, nor where an id cannot be one', async () => {
    const ann = await world.person()
    const eve = await world.person()
    const { id } = await logged(ann, { rating: 4 })
    for (const route of [
      'GET /api/brew-logs/:id',
      'PATCH /api/brew-logs/:id',
      'DELETE /api/brew-logs/:id',
      'GET /api/brew-logs/:id/compare',
      'POST /api/brew-logs/:id/save-as-recipe',
    ]) {
      const [method = ''] = route.split(' ')
      const body = method === 'PATCH' ? { rating: 1 } : undefined
      for (const other of [String(id), '2000000000', '99999999999', 'abc', '0', '-1', '1.5']) {
        const { status } = await world.call(route.replace(':id', other), { as: eve, body })
        expect([route, other, status]).toEqual([route, other, 404])
      }
      expect((await world.call(route.replace(':id', String(id)), { body })).status).toBe(401)
    }
    expect(await get(ann, id)).toMatchObject({ rating: 4, savedAsRecipe: false })
  })
})

describe('comparing with the brew before', () => {
  const compare = async (as: Someone, id: number) =>
    (await world.call(`GET /api/brew-logs/${id}/compare`, { as })).body.comparison

  test('finds the last one of the same coffee and method and says what changed', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: c40, doseGrams: 15 }
    await logged(ann, { ...cup, grindSetting: 30, waterGrams: 200 })
    const before = await logged(ann, { ...cup, grindSetting: 26, waterGrams: 250, brewTimeSeconds: 170 })
    await logged(ann, { ...cup, method: 'aeropress', grindSetting: 18 })
    await logged(ann, { grinderId: c40, grindSetting: 25 })
    const { id, grindIndex } = await logged(ann, { ...cup, grindSetting: 24, waterGrams: 240, brewTimeSeconds: 185 })
    await logged(ann, { ...cup, grindSetting: 20 })
    const { currentBrew, previousBrew, deltas } = await compare(ann, id)
    expect([currentBrew.id, previousBrew.id]).toEqual([id, before.id])
    expect(deltas).toMatchObject({ ratio: -0.67, grindClicks: -2, water: -10, brewTime: 15 })
    expect(deltas.grind).toBeCloseTo(grindIndex - before.grindIndex, 5)
    expect(deltas.grind).toBeLessThan(0)
  })

  test('counts towards coarse on a dial that runs the other way', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: kitchenAid }
    await logged(ann, { ...cup, grindSetting: 6 })
    const { deltas } = await compare(ann, (await logged(ann, { ...cup, grindSetting: 5 })).id)
    expect(deltas.grind).toBeGreaterThan(0)
    expect(deltas.grindClicks).toBeGreaterThan(0)
  })

  test('moves a brew on another grinder to this dial through the index', async () => {
    const ann = await world.person()
    const first = await logged(ann, { coffeeProfileId: coffee, grinderId: ode, grindSetting: 4 })
    const second = await logged(ann, { coffeeProfileId: coffee, grinderId: c40, grindSetting: 30 })
    const { deltas } = await compare(ann, second.id)
    expect(deltas.grind).toBeCloseTo(second.grindIndex - first.grindIndex, 5)
    expect(Math.sign(deltas.grindClicks)).toBe(Math.sign(deltas.grind))
    expect(Number.isInteger(deltas.grindClicks)).toBe(true)
  })

  test('has no previous brew for the first of a coffee, or for the first without one', async () => {
    const ann = await world.person()
    const nothing = { ratio: null, grind: null, grindClicks: null, water: null, brewTime: null }
    for (const body of [{}, { coffeeProfileId: coffee, doseGrams: 15, waterGrams: 250 }]) {
      const { previousBrew, deltas } = await compare(ann, (await logged(ann, body)).id)
      expect([previousBrew, deltas]).toEqual([null, nothing])
    }
  })

  test('finds the last one of that method without a coffee for one without', async () => {
    const ann = await world.person()
    const before = await logged(ann, { waterGrams: 250 })
    await logged(ann, { coffeeProfileId: coffee, waterGrams: 300 })
    await logged(ann, { method: 'aeropress', waterGrams: 220 })
    const { previousBrew, deltas } = await compare(ann, (await logged(ann, { waterGrams: 240 })).id)
    expect([previousBrew.id, deltas.water]).toEqual([before.id, -10])
  })

  test('is null where either brew does not say', async () => {
    const ann = await world.person()
    await logged(ann, { coffeeProfileId: coffee, waterGrams: 250 })
    const { id } = await logged(ann, { coffeeProfileId: coffee, waterGrams: 250, grindSetting: 4, brewTimeSeconds: 60 })
    expect((await compare(ann, id)).deltas).toEqual({
      ratio: null,
      grind: null,
      grindClicks: null,
      water: 0,
      brewTime: null,
    })
  })
})

describe('saving a brew as a recipe', () => {
  const recipesOf = (userId: number) => world.sql`
    select name, method, coffee_profile_id, grinder_id, grind_setting, ratio, dose_grams, water_grams, rating
    from personal_recipes
    where user_id = ${userId}`

  test('makes a personal recipe and flags the log; again changes nothing, also at the same time', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: c40, grindSetting: 24, doseGrams: 15, waterGrams: 250, rating: 5 }
    const { id } = await logged(ann, cup)
    const save = () => world.call(`POST /api/brew-logs/${id}/save-as-recipe`, { as: ann })
    const answers = await Promise.all([save(), save(), save()])
    for (const { status, body } of answers)
      expect([status, body.brewLog.id, body.brewLog.savedAsRecipe]).toEqual([200, id, true])
    expect((await save()).status).toBe(200)
    const recipes = await recipesOf(ann.id)
    expect([...recipes]).toEqual([{ ...cup, method: 'v60', name: 'Kiamaina', ratio: 16.67 }])
    expect((await get(ann, id)).savedAsRecipe).toBe(true)
  })

  test('works for a brew that does not say everything', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { doseGrams: 15 })
    expect((await world.call(`POST /api/brew-logs/${id}/save-as-recipe`, { as: ann })).status).toBe(200)
    expect(await recipesOf(ann.id)).toMatchObject([{ method: 'v60', doseGrams: 15, ratio: null }])
  })
})
