import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { crawl, linksIn, notOpening } from '../support/crawl.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let demo: { token: string }
let recipe: number

beforeAll(async () => {
  world = await startWorld()
  await world.seedDemo()
  const account = await world.ports.accounts.byEmail('demo@dialin.example')
  const [best] = await world.sql<{ id: number }[]>`select id from recipes order by wilson_score desc limit 1`
  if (!account || !best) throw new Error('The demonstration is not there.')
  demo = { token: await world.ports.sessions.sign(account) }
  recipe = best.id
})
afterAll(() => world.stop())

describe('every link opens', () => {
  test('for a visitor, starting at home', async () => {
    const { broken, opened } = await crawl(world, ['/', '/docs', '/llms.txt'])
    expect([broken, opened > 60]).toEqual([[], true])
  })

  test('for a signed-in person', async () => {
    const { broken, opened } = await crawl(world, ['/', '/me'], `svc_session=${demo.token}`)
    expect([broken, opened > 60]).toEqual([[], true])
  })

  test('in replies to programs', async () => {
    const answers = await Promise.all(
      [`POST /api/recipes/${recipe}/share`, 'GET /api/widget/grinder/comandante-c40-mk4'].map(route =>
        world.call(route, { as: demo }),
      ),
    )
    const links = answers.flatMap(({ text }) => linksIn(text, 'application/json', world.url))
    expect(links.length).toBeGreaterThanOrEqual(answers.length)
    expect(await notOpening(world, links)).toEqual([])
  })

  test('in mails', async () => {
    const ann = await world.person('Ann')
    // An author is told about saves only if they have asked for it.
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
    // Mails that people get without having just asked for them: a comment, a brew, a save.
    const oneClick = mails.filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe-post'))
    expect(oneClick.map(({ headers }) => headers.find(({ key }) => key === 'list-unsubscribe')?.value)).toEqual(
      ['comments', 'brews', 'saves'].map(kind => expect.stringMatching(new RegExp(`mail=${kind}`))),
    )
  })
})
