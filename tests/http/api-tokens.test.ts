import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accessOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { scopes } from '../../core/accounts/scopes.ts'
import { endpointTable } from '../support/endpoint-table.ts'
import { jarOf } from '../support/jar.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

const create = (as: { token: string }, body: object = {}) =>
  world.call('POST /api/user/tokens', { as, body: { name: 'Kitchen scale', scopes: ['read'], ...body } })

async function aToken(person: Someone, ...scopes: string[]) {
  const { body } = await create(person, { scopes })
  return { id: body.id as number, token: body.secret as string }
}

const list = async (as: { token: string }) => (await world.call('GET /api/user/tokens', { as })).body.tokens
const statusWith = async (token: string, route = 'GET /api/brew-logs') =>
  (await world.call(route, { as: { token } })).status

describe('an API token', () => {
  test('is shown once, kept as a hash, and its owner is mailed', async () => {
    const ann = await world.person()
    const { status, body, headers } = await create(ann, { name: ' Kitchen\u202escale ', expiresInDays: 30 })
    expect([status, headers.get('cache-control')]).toEqual([201, 'private, no-store'])
    expect(body).toMatchObject({ name: 'Kitchenscale', scopes: ['read'], lastUsedAt: null })
    expect(body.secret).toMatch(/^dln_[0-9a-f]{40}$/)
    expect(body.startsWith).toBe(body.secret.slice(0, 8))
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(30 * 24 * 3_600_000)
    const { secret: _, ...rest } = body
    expect(await list(ann)).toEqual([rest])
    const rows = await world.sql`select to_jsonb(api_tokens)::text as row from api_tokens`
    expect(rows.map(({ row }) => row).join()).not.toContain(body.secret)
    const mails = await world.sql`select template, props from outbox where recipient = ${ann.email}`
    expect(mails.map(({ template, props }) => [template, props])).toEqual([
      ['new-api-token', { name: 'Kitchenscale', scopes: ['read'] }],
    ])
    expect((await world.call('GET /api/user/export', { as: ann })).text).not.toContain(body.secret.slice(8))
  })

  test.each([
    [{ name: '' }, 'name must not be empty.'],
    [{ name: 'x'.repeat(61) }, 'name must have at most 60 characters.'],
    [{ scopes: [] }, 'scopes must not be empty.'],
    [{ scopes: ['admin'] }, 'scopes[0] must be one of read, log, write, roaster.'],
    [{ scopes: 'read,write' }, 'scopes must be a list.'],
    [{ expiresInDays: 367 }, 'expiresInDays must be at most 366.'],
    [{ expiresInDays: 0 }, 'expiresInDays must be at least 1.'],
  ])('refuses %j', async (wrong, message) => {
    const { status, body } = await create(await world.person(), wrong)
    expect([status, body.error]).toEqual([400, message])
  })

  test('names each scope once', async () => {
    expect((await create(await world.person(), { scopes: ['log', 'read', 'log'] })).body.scopes).toEqual([
      'log',
      'read',
    ])
  })

  test('works until it expires or is revoked, and says when it was used', async () => {
    const ann = await world.person()
    const [first, second] = [await aToken(ann, 'read'), await aToken(ann, 'read')]
    expect([await statusWith(first.token), await statusWith(second.token)]).toEqual([200, 200])
    expect((await list(ann)).map(({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt === null)).toEqual([
      false,
      false,
    ])
    expect((await world.call(`DELETE /api/user/tokens/${first.id}`, { as: ann })).status).toBe(200)
    expect((await world.call(`DELETE /api/user/tokens/${first.id}`, { as: ann })).status).toBe(404)
    const refused = await world.call('GET /api/brew-logs', { as: first })
    expect([refused.status, refused.body.error, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'This API token has expired or was revoked; create a new one on /me/keys.',
      'Bearer',
    ])
    world.clock.advance({ days: 91 })
    expect(await statusWith(second.token)).toBe(401)
    const again = await world.ports.sessions.sign({ id: ann.id, sessionVersion: 1 })
    expect(await list({ token: again })).toHaveLength(1)
    world.clock.advance({ days: 30 })
    await world.sweep()
    expect([...(await world.sql`select from api_tokens where user_id = ${ann.id}`)]).toEqual([])
  })

  test('is one of at most fifty, also when many are created at once', async () => {
    const ann = await world.person()
    await world.sql`
      insert into api_tokens (user_id, name, token_hash, starts_with, scopes, created_at, expires_at)
      select ${ann.id}, 'Old', 'hash ' || nth, 'dln_0000', '{read}', ${world.clock.now()}, ${world.clock.now()}::timestamptz + interval '1 day'
      from generate_series(1, 48) nth`
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(ann)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400])
  })

  test('of somebody else cannot be seen or revoked', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const { id, token } = await aToken(ann, 'read')
    expect((await world.call(`DELETE /api/user/tokens/${id}`, { as: ben })).status).toBe(404)
    expect([await list(ben), await statusWith(token)]).toEqual([[], 200])
  })

  test('outlives a new password, and ends with the account, with being disabled, and with a stranger’s first proof', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => world.person()))
    const [kept, closed, disabled, squatted] = people as [Someone, Someone, Someone, Someone]
    const tokens = await Promise.all(people.map(person => aToken(person, 'read')))
    await world.call('PUT /api/user/password', { as: kept, body: { newPassword: 'a longer one than before' } })
    await world.call('DELETE /api/user/account', { as: closed })
    await world.ports.accounts.setDisabled(disabled.id, world.clock.now())
    await world.ports.accounts.setDisabled(disabled.id, null)
    await world.sql`update users set email_verified_at = null where id = ${squatted.id}`
    const { accounts, secrets } = world.ports
    const linkId = secrets.newId()
    const link = { linkId, tokenHash: secrets.hash(secrets.linkToken(linkId)), now: world.clock.now() }
    const expiresAt = new Date(link.now.getTime() + 60_000)
    await accounts.sendMagicLink({ ...link, expiresAt, email: squatted.email, next: undefined })
    const { body } = await world.call(`GET /api/auth/magic-link/verify?token=${secrets.linkToken(linkId)}`)
    expect(body).toMatchObject({ success: true, apiTokensRemoved: true })
    expect(await Promise.all(tokens.map(({ token }) => statusWith(token)))).toEqual([200, 401, 401, 401])
  })

  test('is refused in the cookie, in other letter case, cut short and too long', async () => {
    const { token } = await aToken(await world.person(), 'read')
    const cookie = await world.call('GET /api/brew-logs', { headers: { cookie: `svc_session=${token}` } })
    expect(cookie.status).toBe(401)
    for (const wrong of [token.toUpperCase(), token.slice(0, -1), `${token}0`, 'dln_', `dln_${'0'.repeat(8000)}`])
      expect(await statusWith(wrong)).toBe(401)
  })

  test('may send 300 requests a minute over all routes, from anywhere', async () => {
    const ann = await world.person()
    const { id, token } = await aToken(ann, 'read')
    await world.sql`
      insert into rate_limits (route, address, hits, allowed)
      select 'use an API token', ${String(id)}, array_agg(${world.clock.now()}::timestamptz), true from generate_series(1, 300)`
    const refused = await world.call('GET /api/brew-logs', { as: { token } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await statusWith((await aToken(ann, 'read')).token)).toBe(200)
    world.clock.advance({ minutes: 2 })
    expect(await statusWith(token)).toBe(200)
  })
})

describe('a scope', () => {
  let member: Someone
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    member = await aMember(world, await aRoastery(world, { slug: 'scoped', name: 'Scoped', coffees: [] }))
    for (const scope of scopes) tokens[scope] = (await aToken(member, scope)).token
  })

  /** Ids that nothing has: what is let in gets a 400 or a 404, and changes nothing. */
  const nowhere = (path: string) => path.replace(/\{\w+\}/g, '999999999')
  const needsSomebody = endpointTable.filter(({ auth }) => auth === 'required' || auth === 'member')

  test.each(needsSomebody)('of $method $path is $token, and no other opens it', async ({ method, path, token }) => {
    await world.sql`delete from rate_limits`
    for (const scope of scopes) {
      const { status, body } = await world.call(`${method} ${nowhere(path)}`, {
        as: { token: tokens[scope] ?? '' },
        ...(method === 'GET' ? {} : { body: { unknown: true } }),
      })
      if (scope === token || token === 'any') expect([scope, status]).not.toEqual([scope, 403])
      else expect([scope, status, body.error]).toEqual([scope, 403, expect.stringContaining('API token')])
    }
  })

  test('that is missing makes the caller a visitor where visitors may come', async () => {
    const own = async (token: string) => (await world.call(`GET /api/users/${member.id}`, { as: { token } })).body
    await world.call('PUT /api/user/privacy', { as: member, body: { isProfilePublic: false } })
    const found = async (token: string | undefined) =>
      (await world.call(`GET /api/users/${member.id}`, { as: token === undefined ? undefined : { token } })).status
    expect([await found(undefined), await found(tokens.log), await found(tokens.read)]).toEqual([404, 404, 200])
    expect(await own(tokens.read ?? '')).toMatchObject({ user: { id: member.id } })
  })

  test('opens no page', async () => {
    const routes = pages.filter(one => accessOf(one) === 'member' && one.route.startsWith('GET'))
    expect(routes.length).toBeGreaterThan(40)
    for (const page of routes) {
      const path = pathOf(page).replace(/:\w+/g, '1')
      const { status } = await world.call(`GET ${path}`, { as: { token: tokens.read ?? '' } })
      expect([path, status]).toEqual([path, 403])
    }
  })

  test('is declared by every endpoint that a token may open', () => {
    const open = endpoints.filter(({ scope }) => scope === 'any').map(({ route }) => route)
    expect(open).toEqual([])
  })
})

describe('the page of keys', () => {
  function signedIn({ token }: Someone) {
    const browser = jarOf(world)
    browser.cookies.set('svc_session /', { name: 'svc_session', value: token, path: '/' })
    return browser
  }

  test('creates a token, shows it once, asks before it is revoked, and revokes it', async () => {
    const ann = await world.person()
    const browser = signedIn(ann)
    const made = await browser.send('/me/keys', { name: 'Kitchen <b>scale', scopes: 'read log', days: '30' })
    const token = /dln_[0-9a-f]{40}/.exec(made.text)?.[0] ?? ''
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(made.text).toContain('“Kitchen &lt;b&gt;scale” is ready.')
    expect(await statusWith(token)).toBe(200)
    const page = await browser.open('/me/keys')
    expect(page.text).not.toContain(token)
    expect(page.text).toContain(`<code>${token.slice(0, 8)}…</code> Read everything and log brews`)
    const [{ id }] = await list(ann)
    const asked = await browser.open(`/me/keys?revoke=${id}`)
    expect(asked.text).toContain('Scripts using it stop now.')
    expect(await statusWith(token)).toBe(200)
    expect((await browser.send('/me/keys/revoke', { id: String(id) })).status).toBe(303)
    expect(await statusWith(token)).toBe(401)
    expect((await browser.send('/me/keys/revoke', { id: String(id) })).status).toBe(303)
  })

  test('says beside the field what is wrong, and keeps what was chosen', async () => {
    const browser = signedIn(await world.person())
    const { status, text } = await browser.send('/me/keys', { name: ' ', scopes: 'log', days: '365' })
    expect([status, text.includes('Say what the token is for.')]).toEqual([400, true])
    expect(text).toContain('<option value="log" selected>')
    expect(text).toContain('<option value="365" selected>')
  })
})
