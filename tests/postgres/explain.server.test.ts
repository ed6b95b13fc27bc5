import { afterAll, beforeAll, expect, test } from 'bun:test'
import { methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { placesOf } from '../../adapters/postgres/recipes/recipe-order.ts'
import { shelve } from '../../bench/shelves.ts'
import { askedSorts } from '../../core/recipes/sorts.ts'
import { openExplainer } from '../support/explain.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Enough that reading or sorting everything costs more than an index, as with a million. */
const RECIPES = 20_000
const large = [
  'recipes',
  'coffees',
  'coffee_trends',
  'coffee_words',
  'users',
  'palates',
  'votes',
  'ratings',
  'brew_logs',
  'saved_recipes',
  'comments',
  'roaster_follows',
  'coffee_library',
  'bags',
  'personal_recipes',
  'collections',
  'collection_items',
]
/**
 * The most rows gathered and ranked for a page: fewFor(200) in recipe-order.ts, where
 * recommendations are chosen from 200 recipes.
 */
const MOST_SORTED = 2900
/** Rows and bitmap entries: a row found through a bitmap counts twice. */
const MOST_READ = 6500
/** core/recipes/lists.ts: the deepest page that has a number, and one page. */
const DEEPEST = 10_100

let world: TestWorld
let as: { token: string }
let explainer: Awaited<ReturnType<typeof openExplainer>>
/** Values for the names in paths, by the part of the path before them. */
let named: Record<string, string | number>
beforeAll(async () => {
  world = await startWorld()
  await world.seedScale(RECIPES, { begin: () => {}, advance: () => {} })
  await transact(world.sql, sql =>
    loadUncounted(sql, async () => {
      // More coffees than recipes need. What a trigger would write for each is written here.
      await sql`set local session_replication_role = replica`
      await sql`
        insert into coffees (roaster_id, slug, name, roast_level, origin, origin_id, search_text, flavor_profile, created_at)
        select roaster_id, slug || '-' || n, name, roast_level, origin, origin_id, search_text, flavor_profile, created_at
        from coffees, generate_series(1, 7) n`
      await sql`
        insert into coffee_trends (coffee_id, roast_level, coffee_type)
        select id, roast_level, coffee_type
        from coffees
        on conflict do nothing`
      await sql`select recount_roasters()`
    }),
  )
  // The words of many other names: with only the hundred words of the seed, the planner would use
  // no index.
  await world.sql`
    insert into coffee_words (word)
    select translate(left(md5(n::text), 8), '0123456789', 'ghijklmnop')
    from generate_series(1, 5000) n`
  // Words that a few coffees have, none of them with votes: sorted by votes they differ only by id.
  await world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, created_at)
    select roaster_id, 'zenith-' || slug, 'Zenith ' || name, roast_level, created_at
    from coffees
    order by id desc
    limit 400`
  // A type that hardly any coffee has, and those are last in every order.
  await world.sql`update coffees set coffee_type = 'BLEND' where coffee_type = 'DECAF'`
  await world.sql`
    update coffees
    set coffee_type = 'DECAF'
    where id in (select id from coffees where recipe_count = 0 and slug not like 'zenith-%' order by folded_name desc limit 60)`
  const [follower] = await world.sql`
    select user_id as id
    from roaster_follows
    join palates using (user_id)
    group by user_id
    order by count(*) desc, user_id
    limit 1`
  const account = await world.ports.accounts.byId(follower?.id)
  if (!account) throw new Error('Nobody follows a roaster.')
  as = { token: await world.ports.sessions.sign(account) }
  const [coffee] = await world.sql<{ id: number; slug: string; bagCode: string }[]>`
    select coffees.id, coffees.slug, bag_code
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    where roasters.slug = ${ROASTER}
    order by coffees.id
    limit 1`
  if (!coffee) throw new Error(`${ROASTER} has no coffee.`)
  const samples = { people: [account.id], tokens: [as.token], recipes: [{ coffeeId: coffee.id }], roasters: [ROASTER] }
  await shelve({ sql: world.sql, samples }, 1)
  await world.sql`vacuum analyze`
  explainer = await openExplainer(world)
  named = await namedThings(account.id, coffee)
})
afterAll(async () => {
  await explainer.close()
  await world.stop()
})

const ROASTER = 'load-roaster-1'
const GRINDER = 'comandante-c40-mk4'
/**
 * These show or count all coffees of one roaster: two thousand here, more than any real one has.
 * Each is read with its recipes and looked up in a few indexes.
 */
const ofWholeRoaster = [
  '/api/embed/recipes/:roasterSlug',
  '/embed/:roasterSlug',
  '/api/roaster-portal/dashboard',
  '/api/roaster-portal/codes',
  '/portal/:slug',
  '/portal/:slug/recipes',
  '/portal/:slug/widget',
  '/portal/:slug/codes',
]
const ROASTERS_COFFEES = 2500

async function namedThings(userId: number, coffee: { id: number; slug: string; bagCode: string }) {
  const made = async (route: string, body: object) => (await world.call(route, { as, body })).body
  const idOf = async (table: string) => {
    const [row] = await world.sql<{ id: number }[]>`
      select id
      from ${world.sql(table)}
      where user_id = ${userId}
      order by id desc
      limit 1`
    return row?.id ?? 0
  }
  const brew = { method: 'v60', coffeeProfileId: coffee.id, doseGrams: 15, waterGrams: 250, rating: 4 }
  const recipe = { method: 'v60', doseGrams: 15, waterGrams: 240 }
  const shared = (await made('POST /api/recipes/1/share', {})).shareUrl.split('/').at(-1)
  const collection = await idOf('collections')
  const published = { coffeeProfileId: coffee.id, grinderId: 1, machineId: 1, grindSetting: 10, ratio: 16, ...recipe }
  await made('POST /api/user/grinders', { grinderId: 1 })
  const brewLog = (await made('POST /api/brew-logs', brew)).brewLog.id
  const sharedCollection = (await made(`POST /api/collections/${collection}/share`, {})).shareId
  const [{ id: roasterRecipe } = { id: 0 }] = await world.sql<{ id: number }[]>`
    select id
    from roaster_recipes
    where coffee_id = ${coffee.id}`
  const own = (await made('POST /api/community-recipes', published)).recipe.id
  const bag = (await made('POST /api/user/bags', { name: 'Worka' })).bag.id
  return {
    '/brew-logs/:id': brewLog,
    '/brews/:id': brewLog,
    '/collections/:id': collection,
    '/shared-collections/:shareId': sharedCollection,
    '/c/:shareId': sharedCollection,
    '/roaster-portal/coffees/:id': coffee.id,
    '/portal/:slug/coffees/:id': coffee.id,
    '/roaster-portal/recipes/:id': roasterRecipe,
    '/portal/:slug/recipes/:id': roasterRecipe,
    '/me/recipes/:id': await idOf('personal_recipes'),
    '/user/recipes/:id': await idOf('personal_recipes'),
    '/bags/:id': bag,
    '/shelf/:id': bag,
    '/drinkers/:id': (await made('POST /api/user/drinkers', { name: 'Sam' })).drinker.id,
    '/recipes/:id/edit': own,
    '/techniques/:slug': 'hoffmann-aeropress',
    '/grinders/:slug': GRINDER,
    '/grinder/:slug': GRINDER,
    ':id': 1,
    ':slug': ROASTER,
    ':roasterSlug': ROASTER,
    ':coffeeSlug': coffee.slug,
    ':shareId': shared,
    ':code': coffee.bagCode,
    ':method': 'v60',
    ':grinderId': 1,
  }
}

const threeFilters = 'brewMethod=v60&roastLevel=LIGHT&grindRange=medium'

test.each([
  '/api/recipes/1',
  '/api/community-recipes',
  '/api/community-recipes?grinderId=1&machineId=1',
  '/api/recipes?roastLevel=LIGHT',
  ...[...askedSorts, 'recommended'].flatMap(sort => [
    `/api/recipes/search?sort=${sort}`,
    `/api/recipes/search?sort=${sort}&${threeFilters}`,
    `/api/recipes/search?sort=${sort}&brewMethod=turkish&roastLevel=DARK&brewTimeRange=short`,
    `/api/recipes/search?sort=${sort}&roaster=load-roaster-1&brewMethod=espresso`,
    `/api/recipes/search?sort=${sort}&grinderId=1&brewMethod=v60`,
  ]),
  ...[
    'ethiopia',
    'ehtiopia',
    'ethiopia hill',
    'ethiopia grove',
    'e',
    'lo',
    'load',
    'coffee',
    'lot 4444',
    'zzzz',
  ].flatMap(q => [
    `/api/coffees?q=${encodeURIComponent(q)}`,
    `/api/coffees/suggestions?name=${encodeURIComponent(q)}`,
    ...(q === 'ethiopia hill' ? [] : [`/api/recipes/search?q=${encodeURIComponent(q)}`]),
  ]),
  '/api/recipes?grinder=comandante-c40-mk4',
  '/api/recipes/search?coffeeId=1&taste=0',
  ...['taste=-1', 'taste=2', 'taste=-2,2&brewMethod=turkish', 'roastLevel=LIGHT,DARK&taste=1,2'].flatMap(filters => [
    `/api/recipes/search?${filters}`,
    `/api/recipes/search?sort=newest&${filters}`,
  ]),
  ...['chocolate', 'floral', 'chocolate,berry'].map(notes => `/api/recipes/search?flavorProfile=${notes}`),
  '/api/recipes/search?minDoseGrams=900',
  '/api/recipes?machineId=1',
  '/api/recipes/facets?machineId=1',
  '/api/recipes/facets',
  `/api/recipes/facets?${threeFilters}&taste=0`,
  '/api/recipes/facets?roaster=load-roaster-1&brewMethod=espresso',
  '/api/recipes/facets?coffeeId=1',
  '/api/community-recipes/1/brew-log',
  '/api/coffees?sort=popular',
  ...['name', 'newest', 'popular', 'trending'].map(sort => `/api/coffees?q=ethiopia+grove&sort=${sort}`),
  ...['newest', 'popular', 'trending'].flatMap(sort =>
    ['ethiopia', 'guji'].map(q => `/api/coffees?q=${q}&sort=${sort}`),
  ),
  ...['name', 'newest', 'popular'].map(sort => `/api/coffees?origin=Ethiopia&roastLevel=LIGHT&sort=${sort}`),
  ...['name', 'newest', 'popular', 'trending'].flatMap(sort =>
    ['roastLevel=DARK', 'coffeeType=BLEND', 'coffeeType=DECAF', 'coffeeType=DECAF&roastLevel=LIGHT'].map(
      kind => `/api/coffees?${kind}&sort=${sort}`,
    ),
  ),
  // Words and kinds that many coffees have each, and hardly any, none or many together.
  ...['', '&sort=name', '&sort=newest', '&sort=popular', '&sort=trending'].flatMap(sort =>
    [
      'q=hill&coffeeType=DECAF',
      'q=load&roastLevel=DARK&coffeeType=DECAF',
      'q=e&coffeeType=DECAF',
      'q=load&roastLevel=LIGHT',
      'origin=ethiopia&coffeeType=DECAF',
      'q=hill&origin=ethiopia&roastLevel=DARK',
      'origin=kenya',
    ].map(asked => `/api/coffees?${asked}${sort}`),
  ),
  "/api/recipes/search?flavorProfile='",
  '/api/recipes/search?flavorProfile=zq',
  '/api/coffees?sort=popular&limit=50&grinder=comandante-c40-mk4',
  '/api/coffees/1',
  '/api/coffees/1/stats',
  '/api/roasters?search=load',
  '/api/roasters?search=laod%20roatser',
  '/api/roasters/load-roaster-1',
  '/api/roasters/load-roaster-1/coffees',
  '/api/roasters/load-roaster-1/recipes',
  '/api/following/feed',
  '/api/recommendations',
  '/api/discover?coffeeId=1&grinderId=1&machineId=1',
  '/api/brew-logs',
  '/api/user/saved-recipes',
])('%s reads by index, a bounded number of rows, and sorts no more than a page needs', async path => {
  await expectBounded(path, MOST_READ)
})

test.each(['flavorProfile=berry', 'q=ethiopia+hill'])(
  'of more than a thousand recipes of coffees with %s, a page is found without sorting them all',
  async asked => {
    const bounds = { mostRead: MOST_READ, mostSorted: 1000 }
    const { body } = await boundedWork(`/api/recipes/search?${asked}`, bounds)
    expect(body.total).toBeGreaterThan(1000)
  },
)

test.each([
  ...[...askedSorts, 'recommended'].flatMap(sort => [
    `/api/recipes/search?limit=5&sort=${sort}`,
    `/api/recipes/search?limit=5&sort=${sort}&${threeFilters}`,
    `/api/recipes/search?limit=5&sort=${sort}&q=ethiopia`,
  ]),
  '/api/recipes?limit=5&grinderId=1',
  '/api/community-recipes?limit=5',
  ...['name', 'newest', 'popular', 'trending'].flatMap(sort => [
    `/api/coffees?limit=5&sort=${sort}`,
    `/api/coffees?limit=5&sort=${sort}&q=hill`,
    `/api/coffees?limit=50&sort=${sort}&q=zenith`,
    `/api/coffees?limit=5&sort=${sort}&coffeeType=DECAF`,
  ]),
  '/api/coffees?limit=5&q=hill',
  '/api/coffees?limit=5&q=ethiopia+hill',
  '/api/roasters?limit=2',
  '/api/roasters/load-roaster-1/coffees?limit=5',
  '/api/roasters/load-roaster-1/recipes?limit=5',
  '/api/following/feed?limit=5',
  '/api/roaster-portal/coffees?limit=5',
])('so does the fourth page of %s, which a cursor leads to', async path => {
  let asked = path
  for (let page = 1; page < 4; page++) {
    const { cursor } = (await world.call(`GET ${asked}`, { as })).body
    expect(typeof cursor).toBe('string')
    asked = `${path}&cursor=${encodeURIComponent(cursor)}`
  }
  await expectBounded(asked, MOST_READ)
})

test('past the ranked coffees, more with a common word are shown without sorting all matches', async () => {
  let path = '/api/coffees?limit=40&q=ethiopia'
  for (let page = 1; page < 4; page++) {
    const { cursor } = (await world.call(`GET ${path}`)).body
    path = `/api/coffees?limit=40&q=ethiopia&cursor=${encodeURIComponent(cursor)}`
  }
  const { body } = await boundedWork(path, { mostRead: MOST_READ, mostSorted: 150 })
  expect(body.data).toHaveLength(40)
})

test('for a misspelt common word, the most popular coffees are shown without reading all matches', async () => {
  const { body } = await boundedWork('/api/coffees?limit=5&q=ehtiopia', { mostRead: MOST_READ, mostSorted: 100 })
  expect(body.data).toHaveLength(5)
})

test.each([
  ['name', 'folded_name, id'],
  ['newest', 'created_at desc, id desc'],
  ['popular', 'recipe_count desc, id desc'],
  ['trending', '(select trending from coffee_trends where coffee_id = coffees.id) desc, id desc'],
])('by %s, words and kinds give page after page what all coffees in that order have of them', async (sort, order) => {
  const asked: Record<string, string> = {
    'q=hill&roastLevel=LIGHT': "search_text like '% hill%' and roast_level = 'LIGHT'",
    'q=hill&coffeeType=DECAF': "search_text like '% hill%' and coffee_type = 'DECAF'",
    'q=e&roastLevel=DARK&coffeeType=BLEND':
      "search_text like '% e%' and roast_level = 'DARK' and coffee_type = 'BLEND'",
    'origin=ethiopia&roastLevel=LIGHT': "fold(origin) like '%ethiopia%' and roast_level = 'LIGHT'",
    'origin=kenya': "fold(origin) like '%kenya%'",
  }
  for (const [query, condition] of Object.entries(asked)) {
    const expected = await world.sql`
      select id from coffees where ${world.sql.unsafe(condition)} order by ${world.sql.unsafe(order)} limit 15`
    const seen: number[] = []
    let cursor = ''
    for (let page = 0; page < 3 && cursor !== null; page++) {
      const path = `/api/coffees?${query}&sort=${sort}&limit=5${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { body } = await world.call(`GET ${path}`)
      seen.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.cursor
    }
    expect([query, seen]).toEqual([query, expected.map(({ id }) => id)])
  }
})

test.each(askedSorts)('the deepest page of the %s is read from the index alone', async sort => {
  await expectBounded(`/api/browse/recipes?sort=${sort}&page=500`, DEEPEST)
})

test.each([
  '/api/recipes/search?minDoseGrams=15&maxDoseGrams=16',
  '/api/recipes/search?minDoseGrams=1',
  '/api/recipes/search?sort=newest&minDoseGrams=30&brewMethod=v60',
  '/api/recipes/facets?minDoseGrams=15',
  '/api/recipes/facets?grinderId=1',
  '/api/recipes/facets?q=ethiopia',
])('%s counts no further than the first ten thousand', async path => {
  await expectBounded(path, DEEPEST)
})

test.each([
  ['/api/brew-logs', { method: 'v60', coffeeProfileId: 1, doseGrams: 15, waterGrams: 250, rating: 4 }],
  ['/api/community-recipes/1/vote', { vote: 'UP' }],
  ['/api/community-recipes/2/brew-log', { rating: 4 }],
  ['/api/recipes/1/comments', { body: 'Sweet at 24.' }],
  ['/api/adaptRecipe', { coffeeProfileId: 1, grinderId: 1, machineId: 1 }],
  ['/api/get-recipe', { coffeeId: 1, grinderId: 1, machineId: 1, volumeGrams: 300 }],
  [
    '/api/user/recipes',
    { coffeeProfileId: 1, method: 'v60', grindSetting: 24, ratio: 16, doseGrams: 15, waterGrams: 240 },
  ],
])('what is sent to %s is written without reading a large table', async (path, body) => {
  await expectBounded(`POST ${path}`, MOST_READ, body)
})

/** Every read: a new route is included as soon as the names in its path have values here. */
const readRoutes = [...endpoints, ...pages].filter(
  // Pictures show what their page reads; a sitemap is made once an hour; Apple is not set up here.
  route =>
    methodsOf(route).includes('GET') &&
    !/\.(png|pdf|svg|ico|js|webmanifest)$|^\/assets\/|^\/sitemaps\/|^\/sign-in\/apple$/.test(pathOf(route)),
)
/**
 * A link in a mail that nobody was sent; a picture or a curve that nobody made; a report of one's
 * own recipe; gear that its reader does not have.
 */
const refused = [
  '/api/user/grinders/:grinderId/calibration',
  '/brew/:roasterSlug/:coffeeSlug/:method/report',
  '/me/account/email/confirm',
  '/me/gear/remove',
  '/api/auth/magic-link/verify',
  '/api/roaster-claims/verify',
  '/api/roaster-invitations/verify',
  '/new-password',
  '/pictures/:hash/:name',
  '/techniques/:slug/report',
  '/api/user/bags/:id/picture/:hash/:name',
  '/unsubscribe',
  '/oauth/authorize',
]

test.each(readRoutes.map(route => [pathOf(route), route] as const))(
  'GET %s reads by index, a bounded number of rows, and so does the page behind it',
  async (path, { example = {} }) => {
    const asked = askedBy(path, example as object)
    const bounds = ofWholeRoaster.includes(path)
      ? { mostRead: 10 * ROASTERS_COFFEES, mostSorted: ROASTERS_COFFEES }
      : { mostRead: MOST_READ, mostSorted: MOST_SORTED }
    const first = await boundedWork(asked, bounds)
    expect(first.status < 400 || refused.includes(path)).toBe(true)
    if (typeof first.body.cursor !== 'string') return
    const url = new URL(asked, world.url)
    url.searchParams.set('cursor', first.body.cursor)
    await boundedWork(`${url.pathname}${url.search}`, bounds)
  },
)

/** With values for the names in its path, and the rest of its example. */
function askedBy(path: string, example: object) {
  const words = path.split('/')
  const inPath = words.map((word, at) => {
    if (!word.startsWith(':')) return word
    const behind = words.slice(at + 1).map(after => `/${after}`)
    const known = words
      .slice(0, at)
      .map((_, from) => `/${words.slice(from + 1, at + 1).join('/')}`)
      .flatMap(before => [`${before}${behind[0] ?? ''}`, before])
      .concat(word)
      .find(name => name in named)
    const stands =
      known === undefined ? Object.entries(example).find(([name]) => `:${name}` === word)?.[1] : named[known]
    if (stands === undefined) throw new Error(`What stands for ${word} in ${path}?`)
    return String(stands)
  })
  const query = Object.entries({
    ...example,
    ...(path.endsWith('/recipes/new') && { coffee: named['/portal/:slug/coffees/:id'] }),
  }).filter(([name]) => !words.includes(`:${name}`))
  return `${inPath.join('/')}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

async function expectBounded(route: string, mostRead: number, body?: object) {
  const { status, statements } = await boundedWork(route, { mostRead, mostSorted: MOST_SORTED }, body)
  expect([status < 300, statements > 0]).toEqual([true, true])
}

async function boundedWork(
  route: string,
  { mostRead, mostSorted }: { mostRead: number; mostSorted: number },
  body?: object,
) {
  let answer = { status: 0, body: {} as Record<string, unknown> }
  const statements = await explainer.explained(async () => {
    const headers = { cookie: `svc_session=${as.token}` }
    answer = await world.call(route.startsWith('POST') ? route : `GET ${route}`, { as, body, headers })
  })
  const unbounded = statements.filter(
    ({ scanned, rowsRead, rowsSorted }) =>
      scanned.some(table => large.includes(table)) || rowsRead > mostRead || rowsSorted > mostSorted,
  )
  expect(unbounded).toEqual([])
  return { ...answer, statements: statements.length }
}

test.each(['highest_rated', 'upvotes'] as const)(
  'a list begins alike, whether all that match are sorted or the index of its order is read: %s',
  async sort => {
    const few = await world.sql<{ id: number }[]>`select id from coffees order by recipe_count desc, id limit 12`
    const filter = { coffeeIds: few.map(({ id }) => id) }
    // The expected number of matches decides how they are found.
    const [inOrder, sorted] = await Promise.all(
      [2000, 200].map(total => world.sql`${placesOf(world.sql, { filter, total, sort, limit: 25 })}`),
    )
    expect(inOrder?.length).toBe(25)
    expect([...(inOrder ?? [])]).toEqual([...(sorted ?? [])])
  },
)

test('facets are counted among a thousand recipes, and say so', async () => {
  const { body } = await world.call('GET /api/recipes/facets?minDoseGrams=1')
  expect([body.total, body.isCapped]).toEqual([1000, true])
  const counts = body.brewMethods.map(({ count }: { count: number }) => count)
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1000)
})
