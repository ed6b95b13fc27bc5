import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { crawl, linksIn, notOpening } from '../support/crawl.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let demo: { token: string }
let roaster: { token: string }
let known: { recipe: number; shared: string; brew: number; collection: number; coffee: number; person: number }

beforeAll(async () => {
  world = await startWorld()
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

  test('a fortnight of brews without a gap, the last of them compared with the one before', async () => {
    const week = await world.call('GET /api/brew-logs/weekly-stats', { as: demo })
    expect(week.body.stats.streak).toBeGreaterThanOrEqual(14)
    const { body } = await world.call(filled('GET /api/brew-logs/:brew/compare'), { as: demo })
    expect(body.comparison.currentBrew.id).toBe(known.brew)
  })

  test('a collection with recipes in it, and a recipe that it shared', async () => {
    const { body } = await world.call(filled('GET /api/collections/:collection'), { as: demo })
    expect(JSON.stringify(body)).toContain('"coffeeProfileId"')
    expect((await world.call(filled('GET /api/embed/:shared'))).status).toBe(200)
  })
})

describe('what the other sign-in finds, the owner of a verified roaster', () => {
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
    const { coffees, ownRecipes, communityRecipes, followers, last30Days } = body.stats
    const figures = [coffees, ownRecipes, communityRecipes, followers, last30Days.impressions, last30Days.clicks]
    expect(figures.every(figure => figure > 0)).toBe(true)
  })
})

describe('every link opens', () => {
  test('for a visitor, from home on', async () => {
    const { broken, opened } = await crawl(world, ['/', '/docs', '/llms.txt'])
    expect([broken, opened > 60]).toEqual([[], true])
  })

  test('for who is signed in', async () => {
    const { broken, opened } = await crawl(world, ['/', '/me'], `svc_session=${demo.token}`)
    expect([broken, opened > 60]).toEqual([[], true])
  })

  test('in answers to programs', async () => {
    const answers = await Promise.all(
      [filled('POST /api/recipes/:recipe/share'), 'GET /api/widget/grinder/comandante-c40-mk4'].map(route =>
        world.call(route, { as: demo }),
      ),
    )
    const links = answers.flatMap(({ text }) => linksIn(text, 'application/json', world.url))
    expect(links.length).toBeGreaterThanOrEqual(answers.length)
    expect(await notOpening(world, links)).toEqual([])
  })

  test('in mails', async () => {
    const { recipe } = known
    const ann = await world.person('Ann')
    // Of those who save a recipe its author hears only once they have asked for it.
    const [author] = await world.sql<{ email: string }[]>`
      update users set notify_recipe_favorites = true
      where id = (select created_by from recipes where id = ${recipe})
      returning email`
    for (const [route, body] of [
      [`POST /api/recipes/${recipe}/comments`, { body: 'What water?' }],
      [`POST /api/community-recipes/${recipe}/brew-log`, { rating: 4 }],
      ['POST /api/user/saved-recipes', { communityRecipeId: recipe }],
      ['POST /api/auth/magic-link', { email: author?.email, next: '/me' }],
      ['POST /api/roaster-claims', { roasterSlug: 'brindlewood', businessEmail: 'ann@brindlewood.example' }],
      ['POST /api/contact', { name: 'Ann', email: 'ann@people.example', subject: 'Hello', message: 'A question.' }],
    ] as const)
      expect([route, (await world.call(route, { as: ann, body })).text]).toEqual([
        route,
        expect.not.stringContaining('error'),
      ])
    const mails = await world.mails()
    const links = mails.flatMap(({ html = '', text = '', headers }) => [
      ...linksIn(html, 'text/html', world.url),
      ...linksIn(text, 'text/plain', world.url),
      ...linksIn(headers.map(({ value }) => value).join('\n'), 'text/plain', world.url),
    ])
    expect([mails.length, await notOpening(world, links)]).toEqual([6, []])
    // Of what somebody gets without having asked at that moment: a comment, a brew, a save.
    const oneClick = mails.filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe-post'))
    expect(oneClick.map(({ headers }) => headers.find(({ key }) => key === 'list-unsubscribe')?.value)).toEqual(
      ['comments', 'brews', 'saves'].map(kind => expect.stringMatching(new RegExp(`mail=${kind}`))),
    )
  })
})

const filled = (path: string) => path.replace(/:(\w+)/g, (_, name) => String(known[name as keyof typeof known]))
