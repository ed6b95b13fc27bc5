import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { publish } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let bob: Someone
let visitor: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  ;[ann, bob] = [await world.person('Ann'), await world.person('Bob')]
  visitor = { ...bob, token: '' }
})
afterAll(() => world.stop())

async function aComment(by: Someone, on: number, body = 'Buy my beans') {
  const { body: reply } = await world.call(`POST /api/recipes/${on}/comments`, { as: by, body: { body } })
  return reply.comment.id as number
}

const kept = async (kind: string, id: number) => [
  ...(await world.sql`
    select user_id, visitor is not null as by_visitor, reason, sentence
    from reports
    where kind = ${kind}
      and thing_id = ${id}
    order by id`),
]

test('everything written by others has a link to a form, which is sent and thanked for', async () => {
  const { id } = await publish(world, ann)
  const said = await aComment(bob, id, '<b>Buy</b> my beans')
  const page = (await browsing(world, visitor).open(`/recipes/${id}`)).text
  const links = [...page.matchAll(/class="bare-text report-link" rel="nofollow" href="([^"]+)"/g)].map(
    ([, href]) => href,
  )
  expect(links).toEqual([`/recipes/${id}/report?comment=${said}`, `/recipes/${id}/report`])
  for (const [path = '', kind, thing] of [
    [links[0], 'comment', said],
    [links[1], 'recipe', id],
  ] as const) {
    const form = await browsing(world, visitor).open(path)
    expect([form.status, form.text.includes(`action="${path}"`)]).toEqual([200, true])
    expect(form.text).toContain('<meta name="robots" content="noindex')
    const sent = await browsing(world, visitor).send(path, { reason: 'copied', sentence: 'From my "blog"' })
    expect(sent.status).toBe(303)
    const after = await browsing(world, visitor).open(sent.headers.get('location') ?? '')
    expect([after.status, after.text.includes('Thank you.')]).toEqual([200, true])
    expect(await kept(kind, thing)).toEqual([
      { userId: null, byVisitor: true, reason: 'copied', sentence: 'From my "blog"' },
    ])
  }
  const form = (await browsing(world, visitor).open(links[0] ?? '')).text
  expect(form).toContain('<blockquote dir="auto">&lt;b&gt;Buy&lt;/b&gt; my beans</blockquote>')
})

test('opening a page reports nothing, and neither does a form from another site', async () => {
  const { id } = await publish(world, ann)
  for (const path of [`/recipes/${id}/report?reason=spam`, `/recipes/${id}/report?sent=1&reason=spam`])
    expect((await browsing(world, bob).open(path)).status).toBe(200)
  for (const headers of [
    { origin: 'https://evil.example', cookie: `svc_session=${bob.token}` },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const { status } = await world.call(`POST /recipes/${id}/report`, {
      body: 'reason=spam',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect([headers, status]).toEqual([headers, 403])
  }
  const api = await world.call(`POST /api/recipes/${id}/report`, {
    body: '{"reason":"spam"}',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
  })
  expect(api.status).toBe(403)
  expect(await kept('recipe', id)).toEqual([])
})

test('one’s own has no such link, and its form is refused', async () => {
  const { id } = await publish(world, ann)
  const said = await aComment(bob, id)
  const linksTo = async (who: Someone) =>
    [
      ...(await browsing(world, who).open(`/recipes/${id}`)).text.matchAll(
        /report-link" rel="nofollow" href="([^"]+)"/g,
      ),
    ].map(([, href]) => href)
  expect(await linksTo(ann)).toEqual([`/recipes/${id}/report?comment=${said}`])
  expect(await linksTo(bob)).toEqual([`/recipes/${id}/report`])
  expect((await browsing(world, ann).open(`/recipes/${id}/report`)).status).toBe(400)
  expect((await browsing(world, ann).send(`/recipes/${id}/report`, { reason: 'spam' })).status).toBe(400)
  expect((await browsing(world, bob).send(`/recipes/${id}/report?comment=${said}`, { reason: 'spam' })).status).toBe(
    400,
  )
  expect([...(await kept('recipe', id)), ...(await kept('comment', said))]).toEqual([])
})

test('a missing thing has no form', async () => {
  const { id } = await publish(world, ann)
  const other = await publish(world, ann)
  const said = await aComment(ann, id)
  for (const path of [
    '/recipes/999999/report',
    '/recipes/x/report',
    `/recipes/${id}/report?comment=999999`,
    `/recipes/${id}/report?comment=x`,
    `/recipes/${other.id}/report?comment=${said}`,
    '/brew/nobody/nothing/v60/report',
  ]) {
    expect([path, (await browsing(world, bob).open(path)).status]).toEqual([path, 404])
    expect([path, (await browsing(world, bob).send(path, { reason: 'spam' })).status]).toEqual([path, 404])
  }
  await world.sql`update recipes set hidden_at = now() where id = ${id}`
  for (const path of [`/recipes/${id}/report`, `/recipes/${id}/report?comment=${said}`])
    expect([path, (await browsing(world, bob).open(path)).status]).toEqual([path, 404])
})

test('a form without a reason, or with too long a text, comes back as typed', async () => {
  const { id } = await publish(world, ann)
  const none = await browsing(world, bob).send(`/recipes/${id}/report`, { sentence: 'See <this>' })
  expect([none.status, none.text.includes('Choose what fits best.')]).toEqual([400, true])
  expect(none.text).toContain('>See &lt;this&gt;</textarea>')
  const long = await browsing(world, bob).send(`/recipes/${id}/report`, { reason: 'rude', sentence: 'x'.repeat(501) })
  expect(long.status).toBe(400)
  expect(long.text).toContain('Shorten this to 500 characters.')
  expect(long.text).toMatch(/value="rude" checked/)
})

test('page and API count together, and a visitor over the hourly limit reads why', async () => {
  const recipes: number[] = []
  for (let made = 0; made < 6; made++) recipes.push((await publish(world, ann)).id)
  const from = '203.0.113.44'
  const page = (id: number) =>
    browsing(world, visitor, from).send(`/recipes/${id}/report`, { reason: 'spam', sentence: 'Spam again' })
  for (const id of recipes.slice(0, 3)) expect((await page(id)).status).toBe(303)
  for (const id of recipes.slice(3, 5))
    expect((await world.call(`POST /api/recipes/${id}/report`, { from, body: { reason: 'spam' } })).status).toBe(200)
  const last = await page(recipes[5] ?? 0)
  expect([last.status, last.text.includes('That’s a lot of reports for one hour.')]).toEqual([429, true])
  expect(last.text).toContain('>Spam again</textarea>')
  for (let sent = 6; sent < 10; sent++) await page(recipes[0] ?? 0)
  const tooOften = await world.call(`POST /api/recipes/${recipes[0]}/report`, { from, body: { reason: 'spam' } })
  expect([tooOften.status, tooOften.body.error.startsWith('Too many requests')]).toEqual([429, true])
})

test('a roaster’s recipe can be reported from its own page, by others', async () => {
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
  const member = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  const path = '/brew/hill-road/worka/v60/report'
  expect((await browsing(world, visitor).open('/brew/hill-road/worka?method=v60')).text).toContain(`href="${path}"`)
  expect((await browsing(world, visitor).open(path)).status).toBe(200)
  const count = async () => (await world.sql`select from recipes where roaster_recipe_id is not null`).length
  // A refused report does not publish it: by its own members, or by a visitor over the hourly
  // limit.
  const toMember = async () => (await browsing(world, member).open('/brew/hill-road/worka?method=v60')).text
  expect(await toMember()).not.toContain(`href="${path}"`)
  expect((await browsing(world, member).send(path, { reason: 'wrong' })).status).toBe(400)
  const from = '203.0.113.45'
  for (let sent = 0; sent < 5; sent++) {
    const { id } = await publish(world, ann)
    expect((await browsing(world, visitor, from).send(`/recipes/${id}/report`, { reason: 'spam' })).status).toBe(303)
  }
  const refused = await browsing(world, visitor, from).send(path, { reason: 'wrong', sentence: 'Too hot' })
  expect([refused.status, refused.text.includes('>Too hot</textarea>')]).toEqual([429, true])
  expect(await count()).toBe(0)
  expect((await browsing(world, visitor).send(path, { reason: 'wrong' })).headers.get('location')).toBe(
    `${path}?sent=1`,
  )
  expect(await count()).toBe(1)
  const [there] = await world.sql`select id from recipes where roaster_recipe_id is not null`
  expect(await kept('recipe', there?.id)).toMatchObject([{ byVisitor: true, reason: 'wrong' }])
  expect((await browsing(world, member).open(path)).status).toBe(400)
  expect(await toMember()).not.toContain(`href="${path}"`)
  // Hidden from the community, it cannot be reported, and there is no link.
  await world.sql`update recipes set hidden_at = now() where id = ${there?.id}`
  const page = await browsing(world, visitor).open('/brew/hill-road/worka?method=v60')
  expect([page.status, page.text.includes(`href="${path}"`)]).toEqual([200, false])
  expect((await browsing(world, visitor).open(path)).status).toBe(404)
  expect((await browsing(world, visitor).send(path, { reason: 'wrong' })).status).toBe(404)
})
