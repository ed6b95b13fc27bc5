import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/client.ts'
import { loadUncounted } from '../../adapters/postgres/load.ts'
import { placesOf } from '../../adapters/postgres/recipe-order.ts'
import { explained } from '../support/explain.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Enough that reading all of anything, or sorting it, is dearer than an index: what a million are read by. */
const RECIPES = 20_000
const large = [
  'recipes',
  'coffees',
  'users',
  'palates',
  'votes',
  'ratings',
  'brew_logs',
  'saved_recipes',
  'comments',
  'roaster_follows',
]
/** A page, or what is gathered and ranked for one (recipe-order.ts, coffee-search.ts). */
const MOST_SORTED = 1100
const MOST_READ = 6000
/** core/recipes/lists.ts: the deepest page that has a number, and one page. */
const DEEPEST = 10_100

let world: TestWorld
let as: { token: string }
beforeAll(async () => {
  world = await startWorld()
  await world.seedScale(RECIPES, { begin: () => {}, advance: () => {} })
  await transact(world.sql, sql =>
    loadUncounted(sql, async () => {
      // More coffees than recipes need; what a trigger would write of each is written here.
      await sql`set local session_replication_role = replica`
      await sql`
        insert into coffees (roaster_id, slug, name, roast_level, origin, origin_id, search_text, flavor_profile, created_at)
        select roaster_id, slug || '-' || n, name, roast_level, origin, origin_id, search_text, flavor_profile, created_at
        from coffees, generate_series(1, 7) n`
      await sql`
        insert into coffee_trends (coffee_id)
        select id
        from coffees
        on conflict do nothing`
      await sql`select recount_roasters()`
    }),
  )
  await world.sql`vacuum analyze`
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
})
afterAll(() => world.stop())

const threeFilters = 'brewMethod=v60&roastLevel=LIGHT&grindRange=medium'

test.each([
  '/api/recipes/1',
  '/api/community-recipes',
  '/api/community-recipes?grinderId=1&machineId=1',
  '/api/recipes?roastLevel=LIGHT',
  ...['highest_rated', 'most_brewed', 'newest', 'recommended'].flatMap(sort => [
    `/api/recipes/search?sort=${sort}`,
    `/api/recipes/search?sort=${sort}&${threeFilters}`,
    `/api/recipes/search?sort=${sort}&brewMethod=turkish&roastLevel=DARK&brewTimeRange=short`,
    `/api/recipes/search?sort=${sort}&roaster=load-roaster-1&brewMethod=espresso`,
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
    `/api/recipes/search?q=${encodeURIComponent(q)}`,
  ]),
  '/api/recipes?grinder=comandante-c40-mk4',
  '/api/recipes/search?coffeeId=1&taste=0',
  ...['taste=-1', 'taste=2', 'taste=-2,2&brewMethod=turkish', 'roastLevel=LIGHT,DARK&taste=1,2'].flatMap(filters => [
    `/api/recipes/search?${filters}`,
    `/api/recipes/search?sort=newest&${filters}`,
  ]),
  ...['chocolate', 'berry', 'floral', 'chocolate,berry'].map(notes => `/api/recipes/search?flavorProfile=${notes}`),
  '/api/recipes/search?minDoseGrams=900',
  '/api/recipes/facets',
  `/api/recipes/facets?${threeFilters}&taste=0`,
  '/api/recipes/facets?roaster=load-roaster-1&brewMethod=espresso',
  '/api/recipes/facets?q=ethiopia',
  '/api/recipes/facets?coffeeId=1',
  '/api/community-recipes/1/brew-log',
  '/api/coffees?sort=popular',
  ...['name', 'newest', 'popular', 'trending'].map(sort => `/api/coffees?q=ethiopia+grove&sort=${sort}`),
  ...['newest', 'popular', 'trending'].flatMap(sort =>
    ['ethiopia', 'guji'].map(q => `/api/coffees?q=${q}&sort=${sort}`),
  ),
  ...['name', 'newest', 'popular'].map(sort => `/api/coffees?origin=Ethiopia&roastLevel=LIGHT&sort=${sort}`),
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

test.each(['newest', 'highest_rated', 'most_brewed'])(
  'the deepest page of the %s is read from the index alone',
  async sort => {
    await expectBounded(`/api/browse/recipes?sort=${sort}&page=500`, DEEPEST)
  },
)

test.each([
  '/api/recipes/search?minDoseGrams=15&maxDoseGrams=16',
  '/api/recipes/search?minDoseGrams=1',
  '/api/recipes/search?sort=newest&minDoseGrams=30&brewMethod=v60',
  '/api/recipes/facets?minDoseGrams=15',
  '/api/recipes/facets?grinderId=1',
])('%s counts no further than the first ten thousand', async path => {
  await expectBounded(path, DEEPEST)
})

test.each([
  ['/api/brew-logs', { method: 'v60', coffeeProfileId: 1, doseGrams: 15, waterGrams: 250, rating: 4 }],
  ['/api/community-recipes/1/vote', { vote: 'UP' }],
  ['/api/community-recipes/2/brew-log', { rating: 4 }],
  ['/api/recipes/1/comments', { body: 'Sweet at 24.' }],
  [
    '/api/user/recipes',
    { coffeeProfileId: 1, method: 'v60', grindSetting: 24, ratio: 16, doseGrams: 15, waterGrams: 240 },
  ],
])('what is sent to %s is written without reading a large table', async (path, body) => {
  await expectBounded(`POST ${path}`, MOST_READ, body)
})

async function expectBounded(route: string, mostRead: number, body?: object) {
  let status = 0
  const statements = await explained(world.sql, async () => {
    ;({ status } = await world.call(route.startsWith('POST') ? route : `GET ${route}`, { as, body }))
  })
  expect([status < 300, statements.length > 0]).toEqual([true, true])
  const unbounded = statements.filter(
    ({ scanned, rowsRead, rowsSorted }) =>
      scanned.some(table => large.includes(table)) || rowsRead > mostRead || rowsSorted > MOST_SORTED,
  )
  expect(unbounded).toEqual([])
}

test.each(['best', 'upvotes'] as const)(
  'the first of each of a few coffees begin a list as all of theirs do: %s',
  async sort => {
    const few = await world.sql<{ id: number }[]>`select id from coffees order by recipe_count desc, id limit 12`
    const filter = { coffeeIds: few.map(({ id }) => id) }
    // By what it is told of how many there are it chooses how to find them.
    const [ofEach, ofAll] = await Promise.all(
      [2000, 200].map(total => world.sql`${placesOf(world.sql, { filter, total, sort, limit: 25 })}`),
    )
    expect(ofEach?.length).toBe(25)
    expect([...(ofEach ?? [])]).toEqual([...(ofAll ?? [])])
  },
)
