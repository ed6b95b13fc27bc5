import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { wilsonScore } from '../../core/recipes/wilson.ts'
import { aCoffee, grinderId, machineId, publish, recipeBody, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
const standing = async (id: number) => {
  const { body } = await world.call(`GET /api/recipes/${id}`)
  return { upvotes: body.upvotes, downvotes: body.downvotes, wilsonScore: body.wilsonScore }
}

describe('publishing a recipe', () => {
  test('makes it public, with its grind on the common scale', async () => {
    const ann = await world.person('Ann')
    const coffeeId = await aCoffee(world, 'Idido')
    const filterId = world.ports.filters.list()[0]?.id as number
    const recipe = await publish(world, ann, {
      coffeeProfileId: coffeeId,
      filterId,
      brewTimeSeconds: 180,
      waterTempF: 201,
      notes: 'Bloom with 45 g.',
      tasteProfile: { acidity: 4, body: 2, sweetness: 3, bitterness: 1 },
    })
    expect(recipe).toMatchObject({
      coffeeProfileId: coffeeId,
      grinderId: grinderId(world),
      machineId: machineId(world),
      filterId,
      grindSetting: 24,
      grindSettingText: null,
      ratio: 16.7,
      doseGrams: 15,
      waterGrams: 250,
      brewTimeSeconds: 180,
      waterTempF: 201,
      notes: 'Bloom with 45 g.',
      tasteProfile: { acidity: 4, body: 2, sweetness: 3, bitterness: 1 },
      upvotes: 0,
      downvotes: 0,
      wilsonScore: 0,
      avgRating: null,
      ratingCount: 0,
      brewCount: 0,
      coffee: { id: coffeeId, name: 'Idido', roastLevel: 'LIGHT', origin: 'Ethiopia' },
      grinder: { brand: 'Comandante', name: 'C40 MK4', model: 'C40 MK4', slug: 'comandante-c40-mk4' },
      machine: { brewMethod: 'v60' },
      createdBy: { id: ann.id, displayName: 'Ann' },
    })
    const conversion = await world.ports.grinders.bySlug('comandante-c40-mk4')
    expect(conversion?.references.some(({ setting }) => setting > 24)).toBe(true)
    expect(recipe.grindIndex).toBeGreaterThan(34)
    expect(recipe.grindIndex).toBeLessThan(46)
    const { body } = await world.call(`GET /api/community-recipes?coffeeId=${coffeeId}`)
    expect(body.data).toEqual([recipe])
    expect(body.total).toBe(1)
  })

  test.each([
    ['24 clicks', 24, '24 clicks'],
    ['24', 24, '24'],
    ['24.5 or so', 24.5, '24.5 or so'],
    [24.5, 24.5, null],
  ])('takes a setting as people write it: %p', async (grindSetting, number, text) => {
    const recipe = await publish(world, await world.person(), { grindSetting })
    expect([recipe.grindSetting, recipe.grindSettingText]).toEqual([number, text])
  })

  test('keeps to what the dial has, and names the dial', async () => {
    const { status, body } = await world.call('POST /api/community-recipes', {
      as: await world.person(),
      body: { ...recipeBody(world, await aCoffee(world)), grindSetting: 92 },
    })
    expect(status).toBe(400)
    expect(body.error).toMatch(/C40 MK4 has 0 to \d+ clicks; you asked for 92/)
  })

  test('refuses figures that contradict each other by more than 3 %', async () => {
    const as = await world.person()
    const send = async (waterGrams: number) =>
      world.call('POST /api/community-recipes', {
        as,
        body: { ...recipeBody(world, await aCoffee(world)), ratio: 16, doseGrams: 15, waterGrams },
      })
    expect((await send(247)).status).toBe(201)
    expect((await send(233.1)).status).toBe(201)
    const { status, body } = await send(248)
    expect(status).toBe(400)
    expect(body.error).toBe(
      'ratio, doseGrams and waterGrams disagree by more than 3 %: 15 g x 16 is 240 g of water, not 248 g.',
    )
  })

  const bad: [string, Record<string, unknown>, RegExp, number?][] = [
    ['no coffee', { coffeeProfileId: undefined }, /coffeeProfileId is required/],
    ['an unknown coffee', { coffeeProfileId: 2_000_000_000 }, /coffee/i, 404],
    ['an id that is none', { coffeeProfileId: 2 ** 31 }, /coffeeProfileId/],
    ['no grinder', { grinderId: undefined }, /grinderId is required/],
    ['an unknown grinder', { grinderId: 99_999 }, /grinderId/],
    ['no machine', { machineId: undefined }, /machineId is required/],
    ['an unknown machine', { machineId: 99_999 }, /machineId/],
    ['an unknown filter', { filterId: 99_999 }, /filterId/],
    ['no setting', { grindSetting: undefined }, /grindSetting is required/],
    ['a setting without a number', { grindSetting: 'medium' }, /grindSetting must be a number/],
    ['no ratio', { ratio: undefined }, /ratio is required/],
    ['a ratio below 0.5', { ratio: 0.4 }, /ratio must be at least 0.5/],
    ['a ratio above 50', { ratio: 51 }, /ratio must be at most 50/],
    ['no dose', { doseGrams: undefined }, /doseGrams is required/],
    ['a dose of nothing', { doseGrams: 0 }, /doseGrams must be at least 0.1/],
    ['a dose above a kilogram', { doseGrams: 1001 }, /doseGrams must be at most 1000/],
    ['a dose as text', { doseGrams: '15' }, /doseGrams must be a number/],
    ['no water', { waterGrams: undefined }, /waterGrams is required/],
    ['too much water', { waterGrams: 20_001 }, /waterGrams must be at most 20000/],
    ['half a second', { brewTimeSeconds: 0.5 }, /brewTimeSeconds must be a whole number/],
    ['no time at all', { brewTimeSeconds: 0 }, /brewTimeSeconds must be at least 1/],
    ['four days', { brewTimeSeconds: 4 * 86_400 }, /brewTimeSeconds must be at most 259200/],
    ['ice', { waterTempF: 31 }, /waterTempF must be at least 32/],
    ['steam', { waterTempF: 213 }, /waterTempF must be at most 212/],
    ['endless notes', { notes: 'x'.repeat(5001) }, /notes must have at most 5000 characters/],
    ['NUL in the notes', { notes: 'a\0b' }, /notes must not contain NUL/],
    ['a taste beyond the scale', { tasteProfile: { acidity: 6 } }, /tasteProfile.acidity must be at most 5/],
    ['a list for a taste', { tasteProfile: [] }, /tasteProfile must be an object/],
    ['a word for a taste', { tasteProfile: 'sour' }, /tasteProfile must be an object/],
  ]
  test.each(bad)('refuses %s', async (_, fields, message, expected = 400) => {
    const body = { ...recipeBody(world, await aCoffee(world)), ...fields }
    const answer = await world.call('POST /api/community-recipes', { as: await world.person(), body })
    expect([answer.status, answer.body.error]).toEqual([expected, expect.stringMatching(message)])
  })

  test('needs a sign-in', async () => {
    const { status } = await world.call('POST /api/community-recipes', { body: recipeBody(world, 1) })
    expect(status).toBe(401)
  })

  test('by somebody who calibrated their grinder goes by their own curve', async () => {
    const ann = await world.person()
    const before = await publish(world, ann)
    const { status } = await world.call('POST /api/user/grinders/calibrate', {
      as: ann,
      body: { grinderId: grinderId(world), references: [{ grindIndex: 40, setting: 28, feedback: 'JUST_RIGHT' }] },
    })
    expect(status).toBe(200)
    const after = await publish(world, ann)
    expect(after.grindIndex).toBeLessThan(before.grindIndex)
  })
})

describe('the list of community recipes', () => {
  test('is in the order of the votes, fewer downvotes first where nobody voted for it', async () => {
    const [ann, ...voters] = (await people(5)) as [Awaited<ReturnType<TestWorld['person']>>, ...never[]]
    const coffeeProfileId = await aCoffee(world)
    const [loved, disliked, mixed, fresh] = await Promise.all(
      Array.from({ length: 4 }, () => publish(world, ann, { coffeeProfileId })),
    )
    for (const [at, voter] of voters.entries()) {
      await vote(world, voter, loved?.id as number, 'UP')
      await vote(world, voter, disliked?.id as number, 'DOWN')
      await vote(world, voter, mixed?.id as number, at === 0 ? 'DOWN' : 'UP')
    }
    const { body } = await world.call(`GET /api/community-recipes?coffeeId=${coffeeProfileId}`)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      [loved, mixed, fresh, disliked].map(recipe => recipe?.id as number),
    )
    expect(body.data[1]).toMatchObject({ upvotes: 3, downvotes: 1, wilsonScore: expect.closeTo(wilsonScore(3, 1), 9) })
    expect(body).toMatchObject({ total: 4, hasMore: false, cursor: null, nextCursor: null })
  })

  test('goes by upvotes alone, not by their share: three against two come before two', async () => {
    const [ann, ...voters] = (await people(6)) as [Awaited<ReturnType<TestWorld['person']>>, ...never[]]
    const coffeeProfileId = await aCoffee(world)
    const disputed = await publish(world, ann, { coffeeProfileId })
    const liked = await publish(world, ann, { coffeeProfileId })
    for (const [at, voter] of voters.entries()) await vote(world, voter, disputed.id, at < 3 ? 'UP' : 'DOWN')
    for (const voter of voters.slice(0, 2)) await vote(world, voter, liked.id, 'UP')
    const { data } = (await world.call(`GET /api/community-recipes?coffeeProfileId=${coffeeProfileId}`)).body
    expect(data.map(({ id }: { id: number }) => id)).toEqual([disputed.id, liked.id])
    expect(data[0].wilsonScore).toBeLessThan(data[1].wilsonScore)
  })

  test('filters by coffee, grinder and machine, and counts what it filters', async () => {
    const ann = await world.person()
    const coffeeProfileId = await aCoffee(world)
    const other = grinderId(world, '1zpresso-k-ultra')
    const press = machineId(world, 'french_press')
    const wanted = await publish(world, ann, { coffeeProfileId, grinderId: other, machineId: press, grindSetting: 9 })
    await publish(world, ann, { coffeeProfileId, grinderId: other, grindSetting: 8 })
    await publish(world, ann, { coffeeProfileId })
    const ask = async (query: string) => (await world.call(`GET /api/community-recipes?${query}`)).body
    const ids = async (query: string) => (await ask(query)).data.map(({ id }: { id: number }) => id)
    expect(await ids(`coffeeId=${coffeeProfileId}&grinderId=${other}&machineId=${press}`)).toEqual([wanted.id])
    expect((await ask(`coffeeId=${coffeeProfileId}&grinderId=${other}`)).total).toBe(2)
    expect((await ask(`grinderId=${other}&machineId=${press}`)).total).toBe(1)
    expect((await ask(`machineId=${press}`)).total).toBe(1)
    const all = await ask('')
    const [row] = await world.sql`select count(*) as recipes from recipes`
    expect(all.total).toBe(row?.recipes)
  })

  test('shows me mine, and only to me', async () => {
    const [ann, bob] = await people(2)
    if (!ann || !bob) throw new Error()
    const mine = await publish(world, ann)
    await publish(world, bob)
    const { body } = await world.call('GET /api/community-recipes?createdByMe=true', { as: ann })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([mine.id])
    expect(body.total).toBe(1)
    expect((await world.call('GET /api/community-recipes?createdByMe=true')).status).toBe(401)
    expect((await world.call('GET /api/community-recipes?createdByMe=perhaps', { as: ann })).status).toBe(400)
  })

  test.each(['limit=0', 'limit=101', 'limit=2.5', 'limit=ten', 'coffeeId=x', 'grinderId=0', 'machineId=2147483648'])(
    'refuses %s and names it',
    async query => {
      const { status, body } = await world.call(`GET /api/community-recipes?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining(query.split('=')[0] as string)])
    },
  )
})

describe('voting', () => {
  test('is one vote a person, changed and not added', async () => {
    const [ann, bob] = await people(2)
    if (!ann || !bob) throw new Error()
    const { id } = await publish(world, ann)
    const own = async (as?: typeof bob) => (await world.call(`GET /api/community-recipes/${id}/vote`, { as })).body.vote
    expect(await own(bob)).toBeNull()
    const { status, body } = await vote(world, bob, id, 'UP')
    expect([status, body]).toEqual([200, { vote: 'UP', message: 'Your vote is UP.' }])
    expect(await own(bob)).toBe('UP')
    expect(await own()).toBeNull()
    expect(await standing(id)).toMatchObject({ upvotes: 1, downvotes: 0 })
    await vote(world, bob, id, 'UP')
    expect(await standing(id)).toMatchObject({ upvotes: 1, downvotes: 0 })
    await vote(world, bob, id, 'DOWN')
    expect(await own(bob)).toBe('DOWN')
    expect(await standing(id)).toEqual({ upvotes: 0, downvotes: 1, wilsonScore: 0 })
  })

  test('on one’s own recipe is taken and read back, and counts for nothing', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
    const { id, coffeeProfileId } = await publish(world, ann)
    const trend = async () =>
      (await world.sql`select trending from coffee_trends where coffee_id = ${coffeeProfileId}`)[0]
    const before = await trend()
    for (const way of ['UP', 'DOWN', 'UP'] as const) {
      const { status, body } = await vote(world, ann, id, way)
      const message = `Your vote is ${way}. The recipe is yours, so it does not count.`
      expect([status, body]).toEqual([200, { vote: way, message }])
      expect(await standing(id)).toEqual({ upvotes: 0, downvotes: 0, wilsonScore: 0 })
    }
    expect((await world.call(`GET /api/community-recipes/${id}/vote`, { as: ann })).body.vote).toBe('UP')
    expect(await trend()).toEqual(before)
    await vote(world, bob, id, 'UP')
    const page = (as: typeof ann) => world.call(`GET /recipes/${id}`, { as }).then(({ text }) => text)
    expect([(await page(ann)).includes('name="vote"'), (await page(bob)).includes('name="vote"')]).toEqual([
      false,
      true,
    ])
    await world.call('DELETE /api/user/account', { as: ann })
    expect(await standing(id)).toMatchObject({ upvotes: 1, downvotes: 0 })
  })

  test('of 200 people at once ends in exact counts', async () => {
    const voters = await people(200)
    const { id } = await publish(world, await world.person())
    const answers = await Promise.all(voters.map((voter, at) => vote(world, voter, id, at % 5 === 0 ? 'DOWN' : 'UP')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const { upvotes, downvotes, wilsonScore: score } = await standing(id)
    expect([upvotes, downvotes]).toEqual([160, 40])
    expect(score).toBeCloseTo(wilsonScore(160, 40), 9)
  })

  test('50 times at once by one person ends in one vote', async () => {
    const [ann, bob] = await people(2)
    if (!ann || !bob) throw new Error()
    const { id } = await publish(world, ann)
    await Promise.all(Array.from({ length: 50 }, (_, at) => vote(world, bob, id, at % 2 === 0 ? 'DOWN' : 'UP')))
    const { upvotes, downvotes } = await standing(id)
    expect(upvotes + downvotes).toBe(1)
    const { body } = await world.call(`GET /api/community-recipes/${id}/vote`, { as: bob })
    expect(upvotes).toBe(body.vote === 'UP' ? 1 : 0)
  })

  test('says what is wrong', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann)
    const send = (path: string, body: unknown, as?: typeof ann) =>
      world.call(`POST /api/community-recipes/${path}/vote`, { as, body })
    expect((await send(String(id), { vote: 'UP' })).status).toBe(401)
    expect((await send(String(id), {}, ann)).body.error).toBe('vote is required.')
    expect((await send(String(id), { vote: 'SIDEWAYS' }, ann)).body.error).toBe('vote must be one of UP, DOWN.')
    for (const path of ['999999', '2147483648', 'abc']) expect((await send(path, { vote: 'UP' }, ann)).status).toBe(404)
    expect((await world.call('GET /api/community-recipes/999999/vote')).status).toBe(404)
  })

  test('is limited to 30 a minute from one address', async () => {
    const bob = await world.person()
    const { id } = await publish(world, bob)
    const send = () =>
      world.call(`POST /api/community-recipes/${id}/vote`, { as: bob, body: { vote: 'UP' }, from: '192.0.2.30' })
    for (let at = 0; at < 30; at++) expect((await send()).status).toBe(200)
    const { status, headers } = await send()
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('brewing by a recipe', () => {
  const brew = (as: { token: string }, id: number, body: object) =>
    world.call(`POST /api/community-recipes/${id}/brew-log`, { as, body })
  const rating = async (id: number, as?: { token: string }) =>
    (await world.call(`GET /api/community-recipes/${id}/brew-log`, { as })).body

  test('logs the brew and keeps one rating a person', async () => {
    const [ann, bob, cid] = await people(3)
    if (!ann || !bob || !cid) throw new Error()
    const { id } = await publish(world, ann, { brewTimeSeconds: 170 })
    const none = { avg: null, count: 0, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } }
    expect(await rating(id)).toEqual(none)
    expect(await rating(id, bob)).toEqual({ ...none, userRating: null })
    const first = await brew(bob, id, { rating: 4, notes: 'Bright.' })
    expect([first.status, first.body.rating]).toEqual([200, { avg: 4, count: 1 }])
    const again = await brew(bob, id, { rating: 2 })
    expect(again.body.brewLog.id).not.toBe(first.body.brewLog.id)
    expect(again.body.rating).toEqual({ avg: 2, count: 1 })
    expect((await brew(cid, id, { rating: 5 })).body.rating).toEqual({ avg: 3.5, count: 2 })
    expect(await rating(id, bob)).toEqual({
      avg: 3.5,
      count: 2,
      distribution: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 },
      userRating: { rating: 2, notes: null },
    })
    const { body } = await world.call(`GET /api/recipes/${id}`)
    expect(body).toMatchObject({ avgRating: 3.5, ratingCount: 2, brewCount: 3 })
  })

  test('was done as the recipe says, but for what is told', async () => {
    const ann = await world.person()
    const recipe = await publish(world, ann, { brewTimeSeconds: 170, waterTempF: 200 })
    const detailed = await brew(ann, recipe.id, { rating: 5, doseGrams: 30, grindSetting: '26 clicks' })
    const plain = await brew(ann, recipe.id, { rating: 5 })
    const dosed = await brew(ann, recipe.id, { rating: 5, doseGrams: 20 })
    const logs = await world.sql`
      select dose_grams, water_grams, grind_setting, grind_setting_text, grind_index, method, recipe_id, user_id,
        coffee_profile_id, grinder_id, machine_id, water_temp_f, brew_time_seconds, rating
      from brew_logs
      where id in (${detailed.body.brewLog.id}, ${plain.body.brewLog.id}, ${dosed.body.brewLog.id})
      order by id`
    const { coffeeProfileId, machineId: machine } = recipe
    const same = { method: 'v60', recipeId: recipe.id, userId: ann.id, coffeeProfileId, machineId: machine, rating: 5 }
    expect(logs[0]).toMatchObject({
      ...same,
      doseGrams: 30,
      waterGrams: 501,
      grindSetting: 26,
      grindSettingText: '26 clicks',
    })
    expect(logs[0]?.grindIndex).toBeGreaterThan(recipe.grindIndex)
    expect(logs[1]).toMatchObject({
      ...same,
      doseGrams: 15,
      waterGrams: 250,
      grindSetting: 24,
      grindIndex: recipe.grindIndex,
      waterTempF: 200,
      brewTimeSeconds: 170,
    })
    expect(logs[2]).toMatchObject({
      ...same,
      doseGrams: 20,
      waterGrams: 334,
      grindSetting: 24,
      grindIndex: recipe.grindIndex,
    })
  })

  test('has water that somebody could pour', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann, { ratio: 50, doseGrams: 10, waterGrams: 500 })
    const lungo = await publish(world, ann, { ratio: 1, doseGrams: 18, waterGrams: 18 })
    const answers = [
      await brew(ann, id, { rating: 4, doseGrams: 401 }),
      await brew(ann, id, { rating: 4, doseGrams: 1000, grindSetting: 24 }),
      await brew(ann, lungo.id, { rating: 4, doseGrams: 0.5 }),
    ].map(({ status, body }) => [status, body.error])
    expect(answers).toEqual([
      [400, 'doseGrams 401 at a ratio of 50 makes 20050 g of water; waterGrams must be at most 20000.'],
      [400, 'doseGrams 1000 at a ratio of 50 makes 50000 g of water; waterGrams must be at most 20000.'],
      [400, 'doseGrams 0.5 at a ratio of 1 makes 0.5 g of water; waterGrams must be at least 1.'],
    ])
    expect((await brew(ann, id, { rating: 4, doseGrams: 400 })).status).toBe(200)
  })

  test('by its author gives stars that are theirs alone, as stars without a brew are', async () => {
    const [author, person] = [await world.person(), await world.person()]
    const { id } = await publish(world, author)
    const rate = (stars: number, as: { token: string }) =>
      world.call(`PUT /api/community-recipes/${id}/rating`, { as, body: { rating: stars } })
    const own = (stars: number) => ({ userRating: { rating: stars } })
    expect((await rate(5, author)).body).toEqual({ rating: { avg: null, count: 0 } })
    expect(await rating(id, author)).toMatchObject({ avg: null, count: 0, distribution: { 5: 0 }, ...own(5) })
    expect((await brew(author, id, { rating: 4 })).body.rating).toEqual({ avg: null, count: 0 })
    expect(await rating(id, author)).toMatchObject(own(4))
    await rate(2, person)
    await rate(3, author)
    expect(await rating(id, author)).toMatchObject({ avg: 2, count: 1, distribution: { 2: 1, 3: 0 }, ...own(3) })
    expect((await world.call(`GET /api/recipes/${id}`)).body).toMatchObject({ avgRating: 2, ratingCount: 1 })
    await world.call('DELETE /api/user/account', { as: author })
    expect(await rating(id)).toMatchObject({ avg: 2, count: 1 })
  })

  test('rates the recipe by the stars that the newest brew has now', async () => {
    const [author, bob] = [await world.person(), await world.person()]
    const { id } = await publish(world, author)
    const log = async (stars?: number): Promise<number> =>
      (await world.call('POST /api/brew-logs', { as: bob, body: { method: 'v60', recipeId: id, rating: stars } })).body
        .brewLog.id
    const change = async (brewId: number, stars: number | null) => {
      const body = { rating: stars }
      expect((await world.call(`PATCH /api/brew-logs/${brewId}`, { as: bob, body })).body.brewLog).toMatchObject(body)
      const { avg, count } = await rating(id)
      return [avg, count]
    }
    const first = await log(4)
    expect(await change(first, 2)).toEqual([2, 1])
    const second = await log()
    expect(await change(second, 5)).toEqual([5, 1])
    expect(await change(first, 1)).toEqual([5, 1])
    expect(await change(second, null)).toEqual([null, 0])
    expect(await change(second, 3)).toEqual([3, 1])
    await world.call(`PUT /api/community-recipes/${id}/rating`, { as: bob, body: { rating: 4 } })
    expect(await change(second, null)).toEqual([4, 1])
  })

  test('is set and changed alone by who has not brewed again', async () => {
    const [author, person] = [await world.person(), await world.person()]
    const { id } = await publish(world, author)
    const rate = (rating: unknown, as?: { token: string }) =>
      world.call(`PUT /api/community-recipes/${id}/rating`, { as, body: { rating } })
    expect((await rate(5, person)).body).toEqual({ rating: { avg: 5, count: 1 } })
    expect((await rate(2, person)).body).toEqual({ rating: { avg: 2, count: 1 } })
    expect((await world.call('GET /api/brew-logs', { as: person })).body.total).toBe(0)
    expect((await world.mails()).filter(({ to }) => to?.[0]?.address === author.email)).toEqual([])
    expect([(await rate(6, person)).status, (await rate(5)).status]).toEqual([400, 401])
    const none = await world.call('PUT /api/community-recipes/999999/rating', { as: person, body: { rating: 5 } })
    expect(none.status).toBe(404)
  })

  test('says what is wrong', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann)
    expect((await world.call(`POST /api/community-recipes/${id}/brew-log`, { body: { rating: 5 } })).status).toBe(401)
    const refused = async (body: object) => {
      const answer = await brew(ann, id, body)
      return [answer.status, answer.body.error]
    }
    expect(await refused({})).toEqual([400, 'rating is required.'])
    expect(await refused({ rating: 6 })).toEqual([400, 'rating must be at most 5.'])
    expect(await refused({ rating: 3.5 })).toEqual([400, 'rating must be a whole number.'])
    expect(await refused({ rating: 3, doseGrams: 0 })).toEqual([400, 'doseGrams must be at least 0.1.'])
    expect(await refused({ rating: 3, grindSetting: 92 })).toEqual([400, expect.stringContaining('C40 MK4 has')])
    expect((await brew(ann, 999_999, { rating: 3 })).status).toBe(404)
    expect((await world.call('GET /api/community-recipes/999999/brew-log')).status).toBe(404)
  })

  test('mails the author, unless it is their own brew or they want no mail', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
    const coffeeProfileId = await aCoffee(world, 'Kiamabara')
    const { id } = await publish(world, ann, { coffeeProfileId })
    const toAnn = async () => (await world.mails()).filter(mail => mail.to?.[0]?.address === ann.email)
    await brew(ann, id, { rating: 5 })
    expect(await toAnn()).toEqual([])
    await world.call('PUT /api/user/privacy', { as: bob, body: { areBrewsPublic: true } })
    await brew(bob, id, { rating: 4, notes: 'Lovely & <b>sweet</b>' })
    const [mail, ...more] = await toAnn()
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/Bob brewed Kiamabara/)
    expect(mail?.text).toContain('4 out of 5')
    expect(mail?.text).toContain(`/recipes/${id}`)
    expect(mail?.html).not.toContain('<b>sweet</b>')
    await world.sql`update users set notify_recipe_brews = false where id = ${ann.id}`
    await brew(bob, id, { rating: 4 })
    expect(await toAnn()).toHaveLength(1)
  })

  test('mails neither the name nor the notes of who keeps their brews or their profile to themselves', async () => {
    for (const privacy of [{}, { areBrewsPublic: true, isProfilePublic: false }]) {
      const [ann, bob] = [await world.person('Ann'), await world.person('Bobby')]
      await world.call('PUT /api/user/privacy', { as: bob, body: privacy })
      const { id } = await publish(world, ann)
      await brew(bob, id, { rating: 4, notes: 'my secret' })
      const mail = (await world.mails()).find(({ to }) => to?.[0]?.address === ann.email)
      expect(mail?.subject).toStartWith('Somebody brewed ')
      expect(mail?.text).toContain('and gave it 4 out of 5.')
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Bobby|my secret/)
    }
  })
})
