import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { wilsonScore } from '../../core/recipes/wilson.ts'
import { aCoffee, grinderId, machineId, publish, recipeBody, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))

describe('publishing a recipe', () => {
  test('makes it public, with its grind index', async () => {
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

  test('accepts only settings on the dial, and describes the dial', async () => {
    const { status, body } = await world.call('POST /api/community-recipes', {
      as: await world.person(),
      body: { ...recipeBody(world, await aCoffee(world)), grindSetting: 92 },
    })
    expect(status).toBe(400)
    expect(body.error).toMatch(/C40 MK4 goes from 0 to \d+ clicks, so 92 is off its dial/)
  })

  test('refuses figures that contradict each other by more than 3%', async () => {
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
      'ratio, doseGrams and waterGrams disagree by more than 3%: 15 g x 16 is 240 g of water, not 248 g.',
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

  test('by a person who calibrated their grinder uses their own curve', async () => {
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
  test('is sorted by votes, fewer downvotes first if nobody voted for it', async () => {
    const [ann, ...voters] = (await people(5)) as [Someone, ...never[]]
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

  test('is sorted by the number of upvotes, not their share: three of five come before two of two', async () => {
    const [ann, ...voters] = (await people(6)) as [Someone, ...never[]]
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
