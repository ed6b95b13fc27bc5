import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { composeAll } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

async function coffeeOf(roasterName: string, name = 'House Blend', roastLevel = 'MEDIUM') {
  const answer = await world.call('POST /api/coffees', { as: ann, body: { name, roasterName, roastLevel } })
  return answer.body.coffee as { id: number; roasterSlug: string; roaster: { id: number } }
}

/** A recipe straight into the table; publishing is tested elsewhere. */
async function recipeFor(coffeeId: number, { upvotes = 0, hidden = false, minutesAgo = 0 } = {}) {
  const [grinder] = world.ports.grinders.list()
  const [machine] = world.ports.machines.list()
  const now = world.clock.now()
  const [row] = await world.sql`
    insert into recipes (
      coffee_profile_id, grinder_id, machine_id, created_by, grind_setting, grind_index, ratio, dose_grams, water_grams,
      roaster_id, brew_method, roast_level, hidden_at, created_at
    )
    select id, ${grinder?.id ?? 0}, ${machine?.id ?? 0}, ${ann.id}, 20, 40, 16, 15, 240,
           roaster_id, ${machine?.brewMethod ?? ''}, roast_level,
           ${hidden ? now : null}, ${new Date(now.getTime() - minutesAgo * 60_000)}
    from coffees
    where id = ${coffeeId}
    returning id`
  await composeAll(world.sql)
  await world.sql`
    with voters as (
      insert into users (email, created_at)
      select gen_random_uuid() || '@people.example', ${now}
      from generate_series(1, ${upvotes}::int)
      returning id
    )
    insert into votes (recipe_id, user_id, vote, created_at)
    select ${row?.id as number}, id, 'UP', ${now}
    from voters`
  return row?.id as number
}

const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id)

async function allPages(path: string, between: () => Promise<unknown>, as?: { token: string }) {
  const seen: number[] = []
  let cursor = ''
  while (true) {
    const { body } = await world.call(`GET ${path}${cursor && `&cursor=${cursor}`}`, { as })
    seen.push(...idsOf('roasters' in body ? { data: body.roasters } : body))
    if (!body.hasMore) return seen
    cursor = body.cursor
    await between()
  }
}

describe('the list of roasters', () => {
  const slugs = async (query: string) =>
    (await world.call(`GET /api/roasters?${query}`)).body.roasters.map(({ slug }: { slug: string }) => slug)
  beforeAll(async () => {
    for (const name of ['Zoka', 'April Coffee', 'Ñandú', 'north', 'Olympia']) await coffeeOf(name)
    await coffeeOf('April Coffee', 'A second')
  })

  test('is in order of names, with coffee counts and pages', async () => {
    const { body } = await world.call('GET /api/roasters?limit=2')
    expect(body.roasters).toMatchObject([
      { name: 'April Coffee', slug: 'april-coffee', _count: { coffees: 2 }, isVerified: false, location: null },
      { name: 'Ñandú', slug: 'nandu', _count: { coffees: 1 } },
    ])
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 })
    expect(await slugs('page=2&limit=2')).toEqual(['north', 'olympia'])
    expect(await slugs('page=3&limit=2')).toEqual(['zoka'])
    expect(await slugs('page=4&limit=2')).toEqual([])
    expect(await slugs('page=2147483647')).toEqual([])
  })

  test('continues from a cursor, which knows its page', async () => {
    const first = (await world.call('GET /api/roasters?limit=2')).body
    const second = (await world.call(`GET /api/roasters?limit=2&cursor=${first.nextCursor}`)).body
    expect(second.roasters.map(({ slug }: { slug: string }) => slug)).toEqual(['north', 'olympia'])
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 })
    const third = (await world.call(`GET /api/roasters?limit=2&cursor=${second.cursor}`)).body
    expect([third.roasters.length, third.cursor, third.hasMore]).toEqual([1, null, false])
  })

  test('is searched by name, ignoring case, accents and small typos', async () => {
    expect(await slugs('search=APRIL')).toEqual(['april-coffee'])
    expect(await slugs('search=nandu')).toEqual(['nandu'])
    expect(await slugs('search=lymp')).toEqual(['olympia'])
    expect(await slugs('search=olympya')).toEqual(['olympia'])
    expect(await slugs('search=oylmpia')).toEqual(['olympia'])
    expect(await slugs('search=%25')).toEqual([])
    expect((await world.call('GET /api/roasters?search=ol')).body.pagination.total).toBe(1)
  })

  test('searched by one letter finds words that begin with it', async () => {
    expect(await slugs('search=o')).toEqual(['olympia'])
    expect(await slugs('search=N')).toEqual(['nandu', 'north'])
    expect(await slugs('search=c')).toEqual(['april-coffee'])
    expect((await world.call('GET /api/roasters?search=n&limit=1')).body.pagination.total).toBe(2)
    expect(await slugs('search=_')).toEqual([])
  })

  test('joins city, state and country', async () => {
    await world.sql`update roasters set city = 'Seattle', country = 'USA' where slug = 'zoka'`
    expect((await world.call('GET /api/roasters?search=zoka')).body.roasters[0].location).toBe('Seattle, USA')
  })

  test('counts a roaster who has just been added', async () => {
    const total = async () => (await world.call('GET /api/roasters')).body.pagination.total as number
    const before = await total()
    await coffeeOf('Latecomer')
    expect(await total()).toBe(before + 1)
  })

  test('paging shows every old roaster once while others are added', async () => {
    const old = await allPages('/api/roasters?limit=100', async () => {})
    let made = 0
    const seen = await allPages('/api/roasters?limit=2', () => coffeeOf(made++ % 2 ? `Aa ${made}` : `Zz ${made}`))
    expect(seen.filter(id => old.includes(id))).toEqual(old)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test.each([
    ['limit=101', 'limit must be at most 100.'],
    ['limit=0', 'limit must be at least 1.'],
    ['page=0', 'page must be at least 1.'],
    ['page=one', 'page must be a whole number.'],
    ['cursor=forged', 'cursor does not belong to this list. Start again without it.'],
  ])('says what is wrong with %s', async (query, error) => {
    const answer = await world.call(`GET /api/roasters?${query}`)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})

describe('one roaster', () => {
  test('comes with its counts, and again only if it changed', async () => {
    const { id, roasterSlug } = await coffeeOf('Detail Roasters')
    await recipeFor(id)
    await recipeFor(id, { hidden: true })
    const path = `/api/roasters/${roasterSlug}`
    const { body, headers } = await world.call(`GET ${path}`)
    expect(body).toMatchObject({
      name: 'Detail Roasters',
      slug: 'detail-roasters',
      _count: { coffees: 1 },
      recipeCount: 1,
      followerCount: 0,
      website: null,
      style: null,
    })
    const ifNew = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
    expect((await world.call(`GET ${path}`, ifNew)).status).toBe(304)
    await world.sql`update roasters set website_url = 'https://detail.example' where slug = ${roasterSlug}`
    const changed = await world.call(`GET ${path}`, ifNew)
    expect([changed.status, changed.body.website, changed.body.websiteUrl]).toEqual([
      200,
      'https://detail.example',
      'https://detail.example',
    ])
  })

  test.each([
    ['GET', ''],
    ['GET', '/coffees'],
    ['GET', '/recipes'],
    ['GET', '/follow'],
    ['POST', '/follow'],
    ['DELETE', '/follow'],
  ])('that is not there: %s …%s is a 404', async (method, path) => {
    for (const slug of ['nobody-here', 'Not%20a%20slug']) {
      const answer = await world.call(`${method} /api/roasters/${slug}${path}`, { as: ann })
      expect([slug, answer.status, typeof answer.body.error]).toEqual([slug, 404, 'string'])
    }
  })
})

describe("a roaster's coffees", () => {
  test('are in order of names, with recipe counts, by roast level when asked', async () => {
    const b = await coffeeOf('Shelf', 'b', 'DARK')
    await coffeeOf('Shelf', 'A', 'Medium-Dark')
    await coffeeOf('Shelf', 'c', 'dark')
    await recipeFor(b.id)
    const { body } = await world.call('GET /api/roasters/shelf/coffees?limit=2')
    expect(body.data).toMatchObject([
      { name: 'A', recipeCount: 0 },
      { name: 'b', recipeCount: 1 },
    ])
    const next = await world.call(`GET /api/roasters/shelf/coffees?limit=2&cursor=${body.cursor}`)
    expect(next.body).toMatchObject({ data: [{ name: 'c' }], cursor: null, hasMore: false })
    const dark = await world.call('GET /api/roasters/shelf/coffees?roastLevel=DARK')
    expect(dark.body.data.map(({ name }: { name: string }) => name)).toEqual(['b', 'c'])
    const elsewhere = await world.call(`GET /api/roasters/april-coffee/coffees?limit=2&cursor=${body.cursor}`)
    expect(elsewhere.status).toBe(400)
  })
})

describe("a roaster's recipes", () => {
  test('are the best of all its coffees, without hidden ones, page by page', async () => {
    const one = await coffeeOf('Kitchen', 'One')
    const two = await coffeeOf('Kitchen', 'Two')
    const foreign = await coffeeOf('Elsewhere')
    const good = await recipeFor(two.id, { upvotes: 3 })
    const old = await recipeFor(one.id, { minutesAgo: 5 })
    const recent = await recipeFor(one.id)
    const best = await recipeFor(one.id, { upvotes: 9 })
    await recipeFor(one.id, { upvotes: 99, hidden: true })
    await recipeFor(foreign.id)
    const path = '/api/roasters/kitchen/recipes'
    const { body } = await world.call(`GET ${path}`)
    expect(idsOf(body)).toEqual([best, good, recent, old])
    expect(body.data[0]).toMatchObject({ coffee: { name: 'One', roasterSlug: 'kitchen' }, upvotes: 9 })
    const added: number[] = []
    const seen = await allPages(`${path}?limit=1`, async () => added.push(await recipeFor(one.id, { upvotes: 50 })))
    // What is added meanwhile may show once, in its position before its votes: as the newest
    // without any.
    expect(seen).toEqual([best, good, Number(added[1]), Number(added[0]), recent, old])
  })
})

describe('following', () => {
  test('can be turned on and off, and repeating it changes nothing', async () => {
    const { roasterSlug } = await coffeeOf('Followed')
    const path = `/api/roasters/${roasterSlug}/follow`
    const bob = await world.person('Bob')
    const state = async (as?: { token: string }) => (await world.call(`GET ${path}`, { as })).body
    expect(await state(bob)).toEqual({ isFollowing: false, followerCount: 0 })
    const follows = await Promise.all([1, 2, 3].map(() => world.call(`POST ${path}`, { as: bob })))
    expect(follows.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await world.call(`POST ${path}`, { as: ann })).body).toEqual({ isFollowing: true, followerCount: 2 })
    expect(await state(bob)).toEqual({ isFollowing: true, followerCount: 2 })
    expect(await state()).toEqual({ isFollowing: false, followerCount: 2 })
    const off = await world.call(`DELETE ${path}`, { as: bob })
    expect([off.status, off.body]).toEqual([200, { isFollowing: false, followerCount: 1 }])
    expect((await world.call(`DELETE ${path}`, { as: bob })).body).toEqual({ isFollowing: false, followerCount: 1 })
  })

  test.each(['POST', 'DELETE'])('%s needs a sign-in', async method => {
    expect((await world.call(`${method} /api/roasters/zoka/follow`)).status).toBe(401)
  })

  test('fills a feed with the newest recipes of those followed', async () => {
    const cleo = await world.person('Cleo')
    const feed = (query = '') => world.call(`GET /api/following/feed?${query}`, { as: cleo })
    expect((await feed()).body).toEqual({ data: [], cursor: null, nextCursor: null, hasMore: false })
    const [one, two, other] = [await coffeeOf('Feed One'), await coffeeOf('Feed Two'), await coffeeOf('Feed Other')]
    const third = await recipeFor(one.id, { minutesAgo: 30, upvotes: 9 })
    const second = await recipeFor(two.id, { minutesAgo: 20 })
    const first = await recipeFor(one.id, { minutesAgo: 10 })
    await recipeFor(two.id, { hidden: true })
    await recipeFor(other.id)
    for (const { roasterSlug } of [one, two]) await world.call(`POST /api/roasters/${roasterSlug}/follow`, { as: cleo })
    expect(idsOf((await feed()).body)).toEqual([first, second, third])
    const seen = await allPages('/api/following/feed?limit=1', () => recipeFor(one.id), cleo)
    expect(seen).toEqual([first, second, third])
    await world.call('DELETE /api/roasters/feed-one/follow', { as: cleo })
    expect(idsOf((await feed()).body)).toEqual([second])
  })

  test('has a feed of at most 50 a page, for signed-in people', async () => {
    expect((await world.call('GET /api/following/feed')).status).toBe(401)
    const answer = await world.call('GET /api/following/feed?limit=51', { as: ann })
    expect([answer.status, answer.body.error]).toEqual([400, 'limit must be at most 50.'])
  })

  test('has a feed whose cursors are for one person', async () => {
    const { id, roasterSlug } = await coffeeOf('Private feed')
    await recipeFor(id)
    await recipeFor(id)
    await world.call(`POST /api/roasters/${roasterSlug}/follow`, { as: ann })
    const { body } = await world.call('GET /api/following/feed?limit=1', { as: ann })
    const dora = await world.person('Dora')
    expect((await world.call(`GET /api/following/feed?cursor=${body.cursor}`, { as: dora })).status).toBe(400)
  })
})

describe('page views', () => {
  test('are recorded for a roaster and for a coffee of theirs', async () => {
    const { id, roaster } = await coffeeOf('Viewed')
    for (const body of [{ roasterId: roaster.id }, { roasterId: roaster.id, coffeeId: id }]) {
      const answer = await world.call('POST /api/track', { body })
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
    }
    await world.ports.events.flush()
    const views = await world.sql`select kind, coffee_id from events where roaster_id = ${roaster.id} order by at`
    expect([...views]).toEqual([
      { kind: 'PAGE_VIEW', coffeeId: null },
      { kind: 'PAGE_VIEW', coffeeId: id },
    ])
  })

  test('of unknown things are not', async () => {
    const { id, roaster } = await coffeeOf('Viewed too')
    const other = await coffeeOf('Not viewed')
    const tries = [
      [{ roasterId: 999_999 }, 404, 'There is no roaster with roasterId 999999.'],
      [{ roasterId: roaster.id, coffeeId: 999_999 }, 404, 'This roaster has no coffee with coffeeId 999999.'],
      [{ roasterId: other.roaster.id, coffeeId: id }, 404, `This roaster has no coffee with coffeeId ${id}.`],
      [{}, 400, 'roasterId is required.'],
      [{ roasterId: 'x' }, 400, 'roasterId must be an id (a whole number).'],
      [{ roasterId: 2 ** 31 }, 400, 'roasterId is not a known ID.'],
    ] as const
    for (const [body, status, error] of tries) {
      const answer = await world.call('POST /api/track', { body })
      expect([answer.status, answer.body.error]).toEqual([status, error])
    }
    await world.ports.events.flush()
    expect(
      await world.sql`select from events where roaster_id in ${world.sql([roaster.id, other.roaster.id])}`,
    ).toEqual([] as never)
  })
})
