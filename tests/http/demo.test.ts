import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addsUp, type ReportFigures, zones } from '../support/adds-up.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let demo: { token: string }
let roaster: { token: string }
let known: { recipe: number; shared: string; brew: number; collection: number; coffee: number; person: number }

beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-11-14T09:00:00Z')
  await world.seedDemo()
  const [person, portal] = await world.demoAccounts()
  demo = await signIn(person)
  roaster = await signIn(portal)
  const [found] = await world.sql<(typeof known)[]>`
    select id as person,
           (select id from recipes order by wilson_score desc limit 1) as recipe,
           (select share_id from recipes where share_id is not null limit 1) as shared,
           (select id from brew_logs where user_id = users.id and coffee_profile_id is not null order by created_at desc limit 1) as brew,
           (select id from collections where user_id = users.id) as collection,
           (select id from coffees where slug = 'yirgacheffe-konga') as coffee
    from users
    where email = 'demo@dialin.example'`
  if (!found) throw new Error('The demo account is not there.')
  known = found
})
afterAll(() => world.stop())

const signIn = async (account: { email: string; password: string } | undefined) => {
  const { body } = await world.call('POST /api/auth/login', { body: account })
  return body as { token: string }
}

describe('what the demo account finds', () => {
  test.each([
    ['/api/coffees', 'data'],
    ['/api/coffees?q=ethopia%20yirgachefe', 'data'],
    ['/api/coffees?sort=trending', 'data'],
    ['/api/coffees/suggestions?name=konga', 'suggestions'],
    ['/api/coffees/:coffee/stats', 'topGrinders'],
    ['/api/roasters', 'roasters'],
    ['/api/roasters/ottermill/coffees', 'data'],
    ['/api/roasters/ottermill/recipes', 'data'],
    ['/api/following/feed', 'data'],
    ['/api/recipes', 'data'],
    ['/api/recipes?sort=recommended', 'data'],
    ['/api/recipes/search', 'data'],
    ['/api/browse/recipes', 'data'],
    ['/api/community-recipes', 'data'],
    ['/api/recipes/:recipe/comments', 'comments'],
    ['/api/recommendations', 'recommendations'],
    ['/api/brew-logs', 'data'],
    ['/api/brew-logs/weekly-stats', 'insights'],
    ['/api/user/grinders', 'grinders'],
    ['/api/user/machines', 'machines'],
    ['/api/user/filters', 'filters'],
    ['/api/user/coffee-library', 'library'],
    ['/api/user/recipes', 'recipes'],
    ['/api/user/saved-recipes', 'savedRecipes'],
    ['/api/collections', 'collections'],
    ['/api/users/:person', 'brewLogs'],
    ['/api/embed/recipes/ottermill', 'recipes'],
    ['/api/embed/ottermill/yirgacheffe-konga', 'recipes'],
  ])('%s shows something', async (path, list) => {
    const { status, body } = await world.call(`GET ${filled(path)}`, { as: demo })
    expect(status).toBe(200)
    expect(body[list]).toBeArray()
    expect(body[list].length).toBeGreaterThan(0)
  })

  test('a palate, so that recipes come with a match', async () => {
    const { body } = await world.call('GET /api/users/taste-profile', { as: demo })
    expect(body.isDefault).toBe(false)
    const recipes = await world.call('GET /api/recipes', { as: demo })
    expect(recipes.body.data[0].tasteMatchScore).toBeNumber()
  })

  test('two grinders, one of them the default', async () => {
    const { body } = await world.call('GET /api/user/grinders', { as: demo })
    expect(body.grinders.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false])
  })

  test('two weeks of brews without a gap, the last compared with the one before', async () => {
    const week = await world.call('GET /api/brew-logs/weekly-stats', { as: demo })
    expect(week.body.stats.streak).toBeGreaterThanOrEqual(14)
    const { body } = await world.call(filled('GET /api/brew-logs/:brew/compare'), { as: demo })
    expect(body.comparison.currentBrew.id).toBe(known.brew)
  })

  test('a collection with recipes, and a recipe that it shared', async () => {
    const { body } = await world.call(filled('GET /api/collections/:collection'), { as: demo })
    expect(JSON.stringify(body)).toContain('"coffeeProfileId"')
    expect((await world.call(filled('GET /api/embed/:shared'))).status).toBe(200)
  })
})

describe('the other account, the owner of a verified roaster, finds', () => {
  test.each([
    ['/api/roaster-portal/coffees', 'data'],
    ['/api/roaster-portal/coffees/:coffee/recipes', 'recipes'],
    ['/api/roaster-portal/analytics', 'byDay'],
  ])('%s shows something', async (path, list) => {
    const { status, body } = await world.call(`GET ${filled(path)}`, { as: roaster })
    expect(status).toBe(200)
    expect(body[list].length).toBeGreaterThan(0)
  })

  test('the portal counts its coffees, recipes, followers and visitors', async () => {
    const { body } = await world.call('GET /api/roaster-portal/dashboard', { as: roaster })
    expect(body.roaster).toMatchObject({ slug: 'ottermill', isVerified: true, isPremium: true, role: 'OWNER' })
    const { coffees, roasterRecipes, communityRecipes, followers, last30Days } = body.stats
    const figures = [coffees, roasterRecipes, communityRecipes, followers, last30Days.impressions, last30Days.clicks]
    expect(figures.every(figure => figure > 0)).toBe(true)
  })
})

describe('what visitors of that roaster did', () => {
  for (const tz of zones)
    test(`adds up in ${tz}: this month, a week, a day and a year`, async () => {
      for (const query of ['', 'from=2026-11-08', 'from=2026-11-14', 'from=2025-11-15'])
        await addsUp(world, roaster, `tz=${tz}&to=2026-11-14&${query}`)
    })

  test('is plausible: nobody opens what nobody has seen, on any day or for any coffee', async () => {
    const { totals, previous, byDay, byCoffee, byPlace, byGrinder } = await addsUp(world, roaster, 'to=2026-11-14')
    for (const { impressions, clicks, grinderChoices } of [totals, ...byDay, ...byCoffee])
      expect([clicks <= impressions, grinderChoices <= impressions]).toEqual([true, true])
    for (const { pageViews, scans, clicks } of [totals, ...byCoffee])
      expect(pageViews).toBeGreaterThanOrEqual(scans + clicks)
    expect(totals.impressions).toBeGreaterThan(previous.totals.impressions)
    expect(byDay.every(({ impressions }: ReportFigures) => impressions > 0)).toBe(true)
    expect(byPlace.map(({ place }: { place: string }) => place).sort()).toEqual(['bag', 'page', 'widget'])
    expect(byGrinder[0].grinder.slug).toBe('comandante-c40-mk4')
    expect(totals.uniqueVisitors).toBeGreaterThan(totals.clicks)
  })
})

const filled = (path: string) => path.replace(/:(\w+)/g, (_, name) => String(known[name as keyof typeof known]))
