import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { eventually } from '../support/eventually.ts'
import { aCoffee, aRecipe, grinderId } from '../support/recipes.ts'
import { waitBeside } from '../support/waiting.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

/** One account with 60,000 brews of 20 coffees, by 10 recipes and from 200 bags, six a day. */
const BREWS = 60_000
let world: TestWorld
let ann: Someone
let coffees: number[]
let recipes: number[]
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  coffees = await Promise.all(Array.from({ length: 20 }, () => aCoffee(world)))
  recipes = await Promise.all(coffees.slice(0, 10).map(coffeeId => aRecipe(world, { coffeeId })))
  for (const coffeeProfileId of coffees)
    await world.call('POST /api/user/coffee-library', { as: ann, body: { coffeeProfileId } })
  await addBags(ann, 200)
  await brewALot(ann, BREWS)
})
afterAll(() => world.stop())

const addBags = ({ id }: Someone, count: number) => world.sql`
  insert into bags (user_id, name, roaster_name, import_key, created_at)
  select ${id}, 'Bag ' || n, 'Roaster', 'bag-' || n, ${world.clock.now()}
  from generate_series(1, ${count}) n`

/** From this many coffees and bags; from no bags for a person without any. */
const brewALot = ({ id }: Someone, count: number, ofCoffees = coffees, ofBags = 200) =>
  transact(world.sql, sql =>
    loadUncounted(sql, async () => {
      await sql`
        insert into brew_logs (
          user_id, recipe_id, coffee_profile_id, bag_id, grinder_id, method, dose_grams, water_grams, grind_setting,
          grind_index, rating, notes, import_key, created_at, brewed_at
        )
        select
          ${id}, (${recipes}::int[])[1 + n % 10], (${ofCoffees}::int[])[1 + n % ${ofCoffees.length}::int],
          (select min(bags.id) from bags where user_id = ${id}) + n % ${ofBags}::int, ${grinderId(world)}, 'v60', 15, 250, 20 + n % 10,
          40 + n % 10, 1 + n % 5, repeat('notes ', 20) || n, 'brew-' || n, at, at
        from generate_series(1, ${count}) n
        cross join lateral (select ${world.clock.now()}::timestamptz - n * interval '4 hours' as at) brewed`
      await sql`select recount_recipes(), recount_coffees()`
    }),
  )

/** Reads a reply as it comes and keeps none of it: parsing 20 MB would block this process. */
async function taken(path: string, as = ann) {
  const reply = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${as.token}` } })
  expect([path, reply.status]).toEqual([path, 200])
  let bytes = 0
  for await (const part of reply.body as unknown as AsyncIterable<Uint8Array>) bytes += part.length
  return bytes
}

test.each([
  ['/api/brew-logs?limit=100'],
  ['/api/brew-logs?limit=100&rating=5'],
  ['/api/brew-logs?savedAsRecipe=true'],
  ['/api/brew-logs/weekly-stats'],
  ['/api/brew-logs/last'],
  ['/me'],
  ['/me/brews'],
  ['/me/log'],
  ['/me/shelf'],
  ['/me/account'],
  ['/me/collections'],
  ['/me/gear'],
  ['/me/import'],
  ['/me/palate'],
  ['/me/published'],
  ['/me/recipes'],
  ['/me/recipes/new'],
  ['/me/saved'],
  ['/'],
  ['/api/user/coffee-library'],
  ['/api/user/bags'],
  ['/api/user/recipes'],
  ['/api/user/saved-recipes'],
  ['/api/user/profile'],
  ['/api/users/taste-profile'],
  ['/api/recommendations'],
  ['/api/following/feed'],
  ['/api/user/export'],
  ['/api/brew-logs.csv'],
])('%s of somebody with 60,000 brews makes nobody else wait a tenth of a second', async path => {
  expect(await waitBeside(world, () => taken(path))).toBeLessThan(100)
})

test('60,000 brews of one coffee from one bag do not make others wait for the shelf', async () => {
  const bob = await world.person('Bob')
  const [coffee = 0] = coffees
  await world.call('POST /api/user/coffee-library', { as: bob, body: { coffeeProfileId: coffee } })
  await addBags(bob, 1)
  await brewALot(bob, BREWS, [coffee], 1)
  for (const path of ['/me', '/me/shelf', '/me/log', '/api/user/coffee-library', '/api/user/bags'])
    expect([path, (await waitBeside(world, () => taken(path, bob))) < 100]).toEqual([path, true])
})

test('a brew with its next step makes nobody else wait', async () => {
  const { body } = await world.call('GET /api/brew-logs/last', { as: ann })
  expect(await waitBeside(world, () => taken(`/api/brew-logs/${body.brewLog.id}`))).toBeLessThan(100)
})

test('a table of 60,000 brews has all of them, newest first', async () => {
  const { text } = await world.call('GET /api/brew-logs.csv', { as: ann })
  const dates = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.slice(0, 24))
  expect(dates).toHaveLength(BREWS)
  expect(dates).toEqual(dates.toSorted().reverse())
})

test('a table whose reader disconnects is not read any further', async () => {
  const { brews } = world.ports
  const { list } = brews
  let pages = 0
  brews.list = (...asked) => {
    pages++
    return list(...asked)
  }
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${ann.token}`, 'accept-encoding': 'identity' }
  const reply = await fetch(`${world.url}/api/brew-logs.csv`, { headers, signal: leaving.signal })
  await reply.body?.getReader().read()
  leaving.abort()
  // It has stopped if ten other requests are answered without another page being read.
  const isQuiet = async () => {
    const before = pages
    for (let asked = 0; asked < 10; asked++) await world.call('GET /api/roasters?limit=1')
    return pages === before
  }
  expect(await eventually(isQuiet)).toBe(true)
  expect(pages).toBeLessThan(BREWS / 100 / 2)
  brews.list = list
})

test('deleting an account with 60,000 brews makes nobody else wait, and counts exactly', async () => {
  const before = await countsOf()
  const leave = async (ben: Someone) => {
    expect((await world.call('DELETE /api/user/account', { as: ben })).status).toBe(200)
    // The reply does not wait for all of them.
    const left = await world.sql`select from brew_logs where user_id = ${ben.id}`
    expect(left).toHaveLength(BREWS - 10_000)
    for (const route of ['GET /api/auth/me', 'DELETE /api/user/account'])
      expect((await world.call(route, { as: ben })).status).toBe(401)
    await world.sweep()
    expect((await world.sql`select from brew_logs where user_id = ${ben.id} limit 1`).length).toBe(0)
  }
  const readBefore = await brewRowsRead()
  const arrive = async () => {
    const ben = await world.person()
    await brewALot(ben, BREWS)
    return ben
  }
  expect(await waitBeside(world, leave, 100, arrive)).toBeLessThan(100)
  expect(await countsOf()).toEqual(before)
  // Each is looked up and deleted, and read a few times. Once per set would be 150 times.
  expect((await brewRowsRead()) - readBefore).toBeLessThan(20 * BREWS)
})

async function brewRowsRead() {
  await world.sql`select pg_stat_force_next_flush()`
  const [read] = await world.sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_user_tables
    where relname = 'brew_logs'`
  return read?.rows as number
}

const countsOf = async () => [...(await world.sql`select id, brew_count from recipes order by id`)]
