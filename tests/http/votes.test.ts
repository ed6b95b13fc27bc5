import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { wilsonScore } from '../../core/recipes/wilson.ts'
import { aCoffee, publish, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
const standing = async (id: number) => {
  const { body } = await world.call(`GET /api/recipes/${id}`)
  return { upvotes: body.upvotes, downvotes: body.downvotes, wilsonScore: body.wilsonScore }
}

describe('voting', () => {
  test('is one vote per person, which can be changed', async () => {
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

  test('on one’s own recipe is accepted and returned, but does not count', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
    const { id, coffeeProfileId } = await publish(world, ann)
    const trend = async () =>
      (await world.sql`select trending from coffee_trends where coffee_id = ${coffeeProfileId}`)[0]
    const before = await trend()
    for (const way of ['UP', 'DOWN', 'UP'] as const) {
      const { status, body } = await vote(world, ann, id, way)
      const message = `Your vote is ${way}. It’s your own recipe, so your vote isn’t counted.`
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

  test('by 60 people at once ends in exact counts', async () => {
    const voters = await people(60)
    const { id } = await publish(world, await world.person())
    const answers = await Promise.all(voters.map((voter, at) => vote(world, voter, id, at % 5 === 0 ? 'DOWN' : 'UP')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const { upvotes, downvotes, wilsonScore: score } = await standing(id)
    expect([upvotes, downvotes]).toEqual([48, 12])
    expect(score).toBeCloseTo(wilsonScore(48, 12), 9)
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

  test('logs the brew and keeps one rating per person', async () => {
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

  test('fills in from the recipe what is not given', async () => {
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

  test('has an amount of water that can be poured', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann, { ratio: 50, doseGrams: 10, waterGrams: 500 })
    const lungo = await publish(world, ann, { ratio: 1, doseGrams: 18, waterGrams: 18 })
    const answers = [
      await brew(ann, id, { rating: 4, doseGrams: 401 }),
      await brew(ann, id, { rating: 4, doseGrams: 1000, grindSetting: 24 }),
      await brew(ann, lungo.id, { rating: 4, doseGrams: 0.5 }),
    ].map(({ status, body }) => [status, body.error])
    expect(answers).toEqual([
      [400, 'doseGrams 401 at a ratio of 50 makes 20050 g of water; it must be at most 20000.'],
      [400, 'doseGrams 1000 at a ratio of 50 makes 50000 g of water; it must be at most 20000.'],
      [400, 'doseGrams 0.5 at a ratio of 1 makes 0.5 g of water; it must be at least 1.'],
    ])
    expect((await brew(ann, id, { rating: 4, doseGrams: 400 })).status).toBe(200)
  })

  test('by its author gives stars that are only theirs, as stars without a brew are', async () => {
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

  test('rates the recipe by the current stars of the newest brew', async () => {
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

  test('can be rated and changed without another brew', async () => {
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
    expect(await refused({ rating: 3, grindSetting: 92 })).toEqual([
      400,
      expect.stringContaining('C40 MK4 goes from 0 to 40 clicks'),
    ])
    expect((await brew(ann, 999_999, { rating: 3 })).status).toBe(404)
    expect((await world.call('GET /api/community-recipes/999999/brew-log')).status).toBe(404)
  })

  test('mails the author, unless it is their own brew or they opted out', async () => {
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

  test("mails neither name nor notes if the brewer's brews or profile are private", async () => {
    for (const privacy of [{}, { areBrewsPublic: true, isProfilePublic: false }]) {
      const [ann, bob] = [await world.person('Ann'), await world.person('Bobby')]
      await world.call('PUT /api/user/privacy', { as: bob, body: privacy })
      const { id } = await publish(world, ann)
      await brew(bob, id, { rating: 4, notes: 'my secret' })
      const mail = (await world.mails()).find(({ to }) => to?.[0]?.address === ann.email)
      expect(mail?.subject).toStartWith('Someone brewed ')
      expect(mail?.text).toContain('and gave it 4 out of 5.')
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Bobby|my secret/)
    }
  })
})
