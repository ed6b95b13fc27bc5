import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { pathOf as routePath } from '../../adapters/http/endpoint.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { browsing } from '../support/browsing.ts'
import { jarOf } from '../support/jar.ts'
import { mailedToken } from '../support/mails.ts'
import { publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let recipe: string
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  recipe = `/recipes/${(await publish(world, await world.person('Ann'))).id}`
})
afterAll(() => world.stop())

const password = 'long enough for anybody'
const account = () => ({ email: `${crypto.randomUUID()}@people.example`, password })
const pathOf = (location: string | null) => (location ?? '').replace(world.url, '')

async function registered() {
  const entry = account()
  await world.call('POST /api/auth/register', { body: entry })
  return entry
}

test("a visitor's comment waits in its box after they sign in, and is sent by pressing once more", async () => {
  const jar = jarOf(world)
  const body = `What "water" & <i>filter</i>? ${'é'.repeat(1500)}`
  const away = await jar.send(`${recipe}/comments`, { body })
  const next = `${recipe}#talk`
  expect([away.status, away.headers.get('location')]).toEqual([303, `/sign-in?next=${encodeURIComponent(next)}`])
  const entered = await jar.send('/sign-in/password', { ...(await registered()), next })
  expect(pathOf(entered.headers.get('location'))).toBe(next)
  const { text } = await jar.open(next)
  expect(text).toContain(`value="What &quot;water&quot; &amp; &lt;i&gt;filter&lt;/i&gt;? ${'é'.repeat(1500)}"`)
  expect(text).toContain('Not sent yet')
  expect(text).not.toContain('class="comments"><li ')
  expect((await jar.send(`${recipe}/comments`, { body })).status).toBe(303)
  const after = (await jar.open(recipe)).text
  expect([after.includes('Not sent yet'), after.includes('class="comments"><li ')]).toEqual([false, true])
})

test('a person who only opened a page has sent nothing: its form is as it was', async () => {
  const jar = jarOf(world)
  for (const next of ['/settings', '/me/palate']) {
    const away = await jar.open(next)
    expect(away.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(next)}`)
    expect([...jar.cookies.keys()]).toEqual([])
  }
  await jar.send('/sign-in/password', { ...(await registered()), next: '/settings' })
  const { text } = await jar.open('/settings')
  expect([text.includes('Not sent yet'), / checked/.test(text)]).toEqual([false, true])
})

test('it waits for a person who creates an account, and for one who comes back by a mailed link', async () => {
  const maker = jarOf(world)
  await maker.send(`${recipe}/comments`, { body: 'From somebody new' })
  const made = await maker.send('/register', { ...account(), next: `${recipe}#talk` })
  expect(pathOf(made.headers.get('location'))).toBe(`${recipe}#talk`)
  expect((await maker.open(recipe)).text).toContain('value="From somebody new"')

  const { email } = await registered()
  const jar = jarOf(world)
  await jar.send(`${recipe}/comments`, { body: 'By mail' })
  await jar.send('/sign-in/link', { email, next: `${recipe}#talk` })
  await jar.send('/sign-in', { token: await mailedToken(world, email), next: `${recipe}#talk` })
  expect((await jar.open(recipe)).text).toContain('value="By mail"')
})

test.each([
  ['save', { saved: 'yes' }],
  ['rating', { rating: '4' }],
])('a %s is one press away after signing in, and never done by opening a page', async (what, form) => {
  const jar = jarOf(world)
  await jar.send(`${recipe}/${what}`, form)
  await jar.send('/sign-in/password', { ...(await registered()), next: recipe })
  const { text } = await jar.open(recipe)
  const [, sent = ''] = new RegExp(`<form[^>]*action="${recipe}/${what}">(.*?)</form>`, 's').exec(text) ?? []
  expect(sent).toContain('Not sent yet')
  expect([text.match(/Not sent yet/g)?.length, />Saved<|1 person liked it|Rated/.test(text)]).toEqual([1, false])
  if (what === 'rating') expect(sent).toMatch(/value="4" checked/)
})

test('what a person typed while their session ended is in the form again, without a password', async () => {
  const jar = jarOf(world)
  const typed = { grinder: 'niche-zero', grindSetting: '21', doseGrams: '15,7', notes: 'a <b> note', brewer: 'any-v60' }
  const away = await jar.send('/me/log', { ...typed, taste: 'sour', password: 'x' }, '/me/log?nothing')
  expect(away.headers.get('location')).toBe('/sign-in?next=%2Fme%2Flog%3Fnothing')
  await jar.send('/sign-in/password', { ...(await registered()), next: '/me/log?nothing' })
  const { text } = await jar.open('/me/log?nothing')
  expect(text).toMatch(/name="doseGrams" value="15,7"/)
  expect(text).toContain('>a &lt;b&gt; note</textarea>')
  expect(text).toMatch(/value="sour" checked/)
  expect(text).toContain('aria-label="21 on your Zero.')
  expect((await jar.open('/me/log?coffee=1')).text).toMatch(/name="doseGrams" value="15,7"/)
  expect((await jar.open('/me/shelf')).text).not.toContain('Not sent yet')
})

test('it waits only for its author: not after they have signed out, and without typed confirmations', async () => {
  const jar = jarOf(world)
  await jar.send('/me/account/delete', { confirmation: 'delete my account' }, '/me/account')
  const entry = await registered()
  await jar.send('/sign-in/password', { ...entry, next: '/me/account' })
  expect((await jar.open('/me/account')).text).not.toContain('value="delete my account"')
  await jar.send('/sign-out', {})
  await jar.send(`${recipe}/comments`, { body: 'Mine alone' })
  await jar.send('/sign-in/password', entry)
  expect((await jar.open(recipe)).text).toContain('Mine alone')
  await jar.send('/sign-out', {})
  expect((await jar.open(recipe)).text).not.toContain('Mine alone')
})

test.each([
  '//evil.example/',
  '/me;Domain=evil.example',
  'https://evil.example/me/log',
  'data:text/html,x',
  '/\\\\evil.example',
])('where a form says it was sent from, %s, leads to no other site', async from => {
  const referer = from.startsWith('/') ? `${world.url}${from}` : from
  const headers = {
    accept: 'text/html',
    origin: world.url,
    'content-type': 'application/x-www-form-urlencoded',
    referer,
  }
  const away = await world.call('POST /me/log', { body: 'notes=x', headers })
  expect(away.headers.get('location')).toMatch(/^\/sign-in\?next=%2F(?!%2F|%5C)/)
  for (const line of away.headers.getSetCookie()) expect(line).toMatch(/^unsent(-2)?=[\w-]*; Path=\/; HttpOnly; /)
  const refused = await world.call('POST /choices', { body: 'x'.repeat(70_000), headers })
  expect([refused.status >= 400, /href="(\/\/|https?:\/\/evil|data:)/.test(refused.text)]).toEqual([true, false])
})

test('a kept form with more fields than any of ours is ignored', async () => {
  const { token } = await world.person('Cy')
  const shown = async (count: number) => {
    const fields = Array.from({ length: count }, (_, at) => ['notes', `&${at}`])
    const kept = brotliCompressSync(JSON.stringify({ action: '/me/log', fields, page: '/me/log' })).toString(
      'base64url',
    )
    const cookie = `svc_session=${token}; unsent=${kept.slice(0, 3800)}; unsent-2=${kept.slice(3800)}`
    const { status, text } = await world.call('GET /me/log', { headers: { accept: 'text/html', cookie } })
    return [status, text.includes('Not sent yet')]
  }
  expect([await shown(300), await shown(301)]).toEqual([
    [200, true],
    [200, false],
  ])
})

test('a form from another site leaves nothing to fill in, nor does a forged cookie', async () => {
  const foreign = await world.call(`POST ${recipe}/comments`, {
    body: 'body=spam',
    headers: {
      accept: 'text/html',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null])
  const odd = JSON.stringify({ action: '/"]><a[b="', fields: [['"]', '"><script>']], page: recipe })
  const forged = `unsent=${brotliCompressSync(odd).toString('base64url')}`
  for (const cookie of ['unsent=x', `unsent=${'A'.repeat(3800)}; unsent-2=${'_'.repeat(99)}`, forged])
    expect((await world.call(`GET ${recipe}`, { headers: { accept: 'text/html', cookie } })).status).toBe(200)
})

test('a refused form comes back on its page, with a kind word next to the field', async () => {
  const jar = jarOf(world)
  await jar.send('/sign-in/password', await registered())
  const long = 'x'.repeat(2001)
  for (const [what, form, says] of [
    ['comments', { body: ' ' }, 'Write something first.'],
    ['comments', { body: long }, 'Shorten your comment to 2,000 characters.'],
    ['rating', {}, 'Tap one to five stars first.'],
    ['collect', { name: '' }, 'Give the new collection a name.'],
  ] as const) {
    const { status, text } = await jar.send(`${recipe}/${what}`, form)
    expect([what, status, text.includes(`${says}</p></form>`)]).toEqual([what, 400, true])
    expect(text).toContain('aria-describedby="sent-again"')
    if ('body' in form) expect(text).toContain(`value="${form.body}"`)
  }
})

/** For each form: what is sent, and how it is shown when it comes back. */
const typedInto: Record<string, [Record<string, string>, string]> = {
  link: [{ email: 'ann@people.example' }, 'value="ann@people.example"'],
  password: [{ email: 'ann@people.example', password: 'a secret of mine' }, 'value="ann@people.example"'],
  register: [{ email: 'ann@people.example', name: 'Ann A', password: 'a secret of mine' }, 'value="Ann A"'],
  claim: [{ businessEmail: 'hi@hill.example', notes: 'Call us' }, '>Call us</textarea>'],
  about: [{ name: 'Ann', email: 'ann@people.example', message: 'Hello you' }, '>Hello you</textarea>'],
  comments: [{ body: 'A long thought' }, 'value="A long thought"'],
  vote: [{ vote: 'UP' }, 'name="vote"'],
  rating: [{ rating: '4' }, 'value="4" checked'],
  collect: [{ name: 'Sundays' }, 'value="Sundays"'],
  save: [{ saved: 'yes' }, 'name="saved"'],
  'recipes/new': [{ notes: 'Stir it', at: '0:30', to: '45', action: 'bloom', note: '' }, '>Stir it</textarea>'],
  'claim/new': [{ businessEmail: 'hi@hill.example', roasterName: 'Hill' }, 'value="Hill"'],
  shelf: [{ name: 'A bag of mine', roasterName: 'Hill', roastLevel: 'LIGHT' }, 'value="A bag of mine"'],
  'account/email': [{ email: 'new@people.example' }, 'value="new@people.example"'],
  'account/password': [{ newPassword: 'a secret of mine', currentPassword: 'a secret of mine' }, 'name="newPassword"'],
  keys: [{ name: 'Kitchen scale', scopes: 'log', days: '30' }, 'value="Kitchen scale"'],
  report: [{ reason: 'rude', sentence: 'Look at it' }, '>Look at it</textarea>'],
  feedback: [{ method: 'v60', at: '21.5', feedback: 'TOO_FINE' }, 'value="21.5"'],
  edit: [{ notes: 'Stir it twice' }, '>Stir it twice</textarea>'],
  picture: [{}, 'type="file"'],
  logo: [{}, 'type="file"'],
  'me/import': [{}, 'type="file"'],
  members: [{ email: 'ed@people.example', role: 'EDITOR' }, 'value="ed@people.example"'],
  'invitations/:id': [{ act: 'resend' }, '<h1>Members</h1>'],
}

test('a form that is sent too often comes back as typed, says how long to wait, and does nothing', async () => {
  const bea = await world.person('Bea')
  const own = await publish(world, bea)
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
  const roasterId = await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees })
  await world.sql`
    insert into roaster_members (roaster_id, user_id, role, created_at)
    values (${roasterId}, ${bea.id}, 'OWNER', now())`
  const [coffee] = await world.sql<{ id: number }[]>`select id from coffees where roaster_id = ${roasterId}`
  const named: Record<string, string> = {
    slug: 'hill-road',
    roasterSlug: 'hill-road',
    coffeeSlug: 'worka',
    method: 'v60',
  }
  const done = async () =>
    (
      await world.sql`
    select (select count(*)::int from users) as users, (select count(*)::int from outbox) as mails,
           (select count(*)::int from comments) as comments, (select count(*)::int from votes) as votes,
           (select count(*)::int from api_tokens) as tokens,
           (select count(*)::int from collections) as collections, (select max(id) from recipes) as newest`
    )[0]
  const stranger = await world.person('Stranger')
  const remark = await world.call('POST /api/techniques/four-six/comments', { as: bea, body: { body: 'Clear.' } })
  const bag = await world.call('POST /api/user/bags', { as: bea, body: { name: 'A bag of mine' } })
  const before = await done()
  const limited = pages.filter(page => page.showsAgain)
  expect(limited.length).toBeGreaterThan(15)
  for (const { route, limit } of limited) {
    const from = '192.0.2.77'
    for (let sent = 0; sent < (limit?.perMinute ?? 0); sent++)
      await world.limits.countHit(limit?.act ?? route, from, limit?.perMinute ?? 0, world.clock.now())
    const id = route.endsWith('/edit')
      ? own.id
      : route.includes('/coffees/:id')
        ? coffee?.id
        : route.includes('/shelf/:id')
          ? bag.body.bag.id
          : recipe.replace('/recipes/', '')
    const path = routePath({ route })
      .replace(':id', `${id}`)
      .replace('/grinders/:slug', '/grinders/niche-zero')
      .replace('/techniques/:slug', '/techniques/four-six')
      .replace(/:(\w+)/g, (_, name) => named[name] ?? '')
    const words = routePath({ route }).split('/')
    const [form, kept] = typedInto[words.slice(-2).join('/')] ??
      typedInto[words.at(-1) ?? ''] ?? [{}, 'no form for it above']
    const isEntrance = /^\/(sign-in|register)/.test(path)
    // People cannot report their own things.
    const as = isEntrance ? { ...bea, token: '' } : route.endsWith('/report') ? stranger : bea
    const { status, headers, text } = await browsing(world, as, from).send(
      path === '/techniques/four-six/report' ? `${path}?comment=${remark.body.comment.id}` : path,
      form,
    )
    const [, seconds = ''] = /Too many attempts\. Wait (\d+) seconds?, then send it again\./.exec(text) ?? []
    expect([route, status, headers.get('retry-after'), text.includes(kept)]).toEqual([route, 429, seconds, true])
    expect(text).not.toContain('a secret of mine')
  }
  expect(await done()).toEqual(before)
})
