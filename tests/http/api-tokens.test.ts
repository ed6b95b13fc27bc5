import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accessOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { createApiToken } from '../../core/accounts/api-tokens.ts'
import { scopes } from '../../core/accounts/scopes.ts'
import { endpointTable } from '../support/endpoint-table.ts'
import { jarOf } from '../support/jar.ts'
import { refusalOf } from '../support/refusal.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

/** Somebody whose address is proven. */
async function aPerson() {
  const person = await world.person()
  await world.prove(person)
  return person
}

const create = (as: { token: string }, body: object = {}) =>
  world.call('POST /api/user/tokens', { as, body: { name: 'Kitchen scale', scopes: ['read'], ...body } })

async function aToken(person: Someone, ...scopes: string[]) {
  const { body } = await create(person, { name: `Scale ${crypto.randomUUID()}`, scopes })
  return { id: body.id as number, token: body.secret as string }
}

const list = async (as: { token: string }) => (await world.call('GET /api/user/tokens', { as })).body.tokens
const statusWith = async (token: string, route = 'GET /api/brew-logs') =>
  (await world.call(route, { as: { token } })).status

describe('an API token', () => {
  test('is shown once, kept as a hash, and its owner is mailed', async () => {
    const ann = await aPerson()
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
    const exported = (await world.call('GET /api/user/export', { as: ann })).text
    expect([exported.includes('Kitchenscale'), exported.includes(body.secret)]).toEqual([true, false])
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
    const { status, body } = await create(await aPerson(), wrong)
    expect([status, body.error]).toEqual([400, message])
  })

  test('names each scope once', async () => {
    expect((await create(await aPerson(), { scopes: ['log', 'read', 'log'] })).body.scopes).toEqual(['log', 'read'])
  })

  test('works until it expires or is revoked, and says when it was used', async () => {
    const ann = await aPerson()
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
    const ann = await aPerson()
    await world.sql`
      insert into api_tokens (user_id, name, token_hash, starts_with, scopes, created_at, expires_at)
      select ${ann.id}, 'Old', 'hash ' || nth, 'dln_0000', '{read}', ${world.clock.now()}, ${world.clock.now()}::timestamptz + interval '1 day'
      from generate_series(1, 48) nth`
    const replies = await Promise.all([1, 2, 3, 4, 5].map(nth => create(ann, { name: `New ${nth}` })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400])
  })

  test('has a name of its own while it works, also when two are created at once', async () => {
    const ann = await aPerson()
    const replies = await Promise.all([create(ann), create(ann), create(ann, { name: 'Spreadsheet' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409])
    expect((await create(ann)).body.error).toBe(
      'You already have a token called “Kitchen scale”. Choose another name, or revoke that one first.',
    )
    expect((await create(await aPerson())).status).toBe(201)
    const mails = await world.sql`select from outbox where recipient = ${ann.email}`
    expect(mails).toHaveLength(2)
    world.clock.advance({ days: 91 })
    const later = { token: await world.ports.sessions.sign({ id: ann.id, sessionVersion: 1 }) }
    expect((await create(later)).status).toBe(201)
  })

  test('of somebody else cannot be seen or revoked', async () => {
    const [ann, ben] = [await aPerson(), await aPerson()]
    const { id, token } = await aToken(ann, 'read')
    expect((await world.call(`DELETE /api/user/tokens/${id}`, { as: ben })).status).toBe(404)
    expect([await list(ben), await statusWith(token)]).toEqual([[], 200])
  })

  test('outlives a new password, and ends with the account and with being disabled', async () => {
    const people = await Promise.all([1, 2, 3].map(aPerson))
    const [kept, closed, disabled] = people as [Someone, Someone, Someone]
    const tokens = await Promise.all(people.map(person => aToken(person, 'read')))
    await world.call('PUT /api/user/password', { as: kept, body: { newPassword: 'a longer one than before' } })
    await world.call('DELETE /api/user/account', { as: closed })
    await world.ports.accounts.setDisabled(disabled.id, world.clock.now())
    await world.ports.accounts.setDisabled(disabled.id, null)
    expect(await Promise.all(tokens.map(({ token }) => statusWith(token)))).toEqual([200, 401, 401])
  })

  test('needs a proven address: whoever registered it may not be who reads its mail', async () => {
    const squatter = await world.person()
    const { status, body } = await create(squatter)
    expect([status, body.error]).toEqual([
      403,
      'Confirm your email address first: open the link we sent you, or ask for a sign-in link.',
    ])
    expect([
      ...(await world.sql`select from outbox where template = 'new-api-token' and user_id = ${squatter.id}`),
    ]).toEqual([])
  })

  test('is not created for a session that ends while its request is on the way', async () => {
    const ann = await aPerson()
    const { personOf } = world.ports.accounts
    const session = { userId: ann.id, sessionVersion: 1, sessionId: crypto.randomUUID() }
    const person = await personOf(session)
    if (!person) throw new Error('Ann is signed in.')
    await world.ports.accounts.endAllSessions(ann.id, 1)
    const late = createApiToken({ name: 'Late', scopes: ['read'], expiresInDays: 7 }, world.ports, person)
    expect(await refusalOf(late)).toBe('Fault: The session has ended; sign in again.')
    expect([...(await world.sql`select from api_tokens where user_id = ${ann.id}`)]).toEqual([])
  })

  test('is not written to the log, wherever it is sent', async () => {
    const { token } = await aToken(await aPerson(), 'read')
    await world.call(`GET /x/${token}`)
    await world.call(`DELETE /api/user/tokens/${token}`)
    expect(world.logLines.join('\n')).not.toContain(token)
    expect(world.logLines.join('\n')).toContain('/x/dln_***')
  })

  test('is refused in the cookie, in other letter case, cut short and too long', async () => {
    const { token } = await aToken(await aPerson(), 'read')
    const cookie = await world.call('GET /api/brew-logs', { headers: { cookie: `svc_session=${token}` } })
    expect(cookie.status).toBe(401)
    for (const wrong of [token.toUpperCase(), token.slice(0, -1), `${token}0`, 'dln_', `dln_${'0'.repeat(8000)}`])
      expect(await statusWith(wrong)).toBe(401)
  })

  test('may send 300 requests a minute over all routes, from anywhere', async () => {
    const ann = await aPerson()
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
    await world.prove(member)
    for (const scope of scopes) tokens[scope] = (await aToken(member, scope)).token
  })

  /** Ids that do not exist, so that a request that is let in gets a 400 or a 404 and changes nothing. */
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

  test('that is missing makes the caller a visitor on routes that visitors may call', async () => {
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

  test('is a certain one for every endpoint: `any` is only for MCP, whose tools check scopes themselves', () => {
    expect(endpoints.filter(({ scope }) => scope === 'any').map(({ route }) => route)).toEqual([])
  })
})

describe('the page of keys', () => {
  function signedIn({ token }: Someone) {
    const browser = jarOf(world)
    browser.cookies.set('svc_session /', { name: 'svc_session', value: token, path: '/' })
    return browser
  }

  test('creates a token, shows it once, asks before it is revoked, and revokes it', async () => {
    const ann = await aPerson()
    const browser = signedIn(ann)
    const made = await browser.send('/me/keys', { name: 'Kitchen <b>scale', scopes: 'read log', days: '30' })
    const token = /dln_[0-9a-f]{40}/.exec(made.text)?.[0] ?? ''
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(made.text).toContain('“Kitchen &lt;b&gt;scale” is ready.')
    expect(await statusWith(token)).toBe(200)
    const page = await browser.open('/me/keys')
    expect(page.text).not.toContain(token)
    expect(page.text).toContain(`<code>${token.slice(0, 8)}…</code> <span>Read everything and log brews</span>`)
    const [{ id }] = await list(ann)
    const asked = await browser.open(`/me/keys?revoke=${id}`)
    expect(asked.text).toContain('Scripts using it stop now.')
    expect(await statusWith(token)).toBe(200)
    expect((await browser.send('/me/keys/revoke', { id: String(id) })).status).toBe(303)
    expect(await statusWith(token)).toBe(401)
    expect((await browser.send('/me/keys/revoke', { id: String(id) })).status).toBe(303)
  })

  test('creates no second token when the form is sent again', async () => {
    const ann = await aPerson()
    const browser = signedIn(ann)
    const form = { name: 'Kitchen scale', scopes: 'log', days: '30' }
    expect((await browser.send('/me/keys', form)).status).toBe(200)
    const again = await browser.send('/me/keys', form)
    expect([again.status, again.text]).toEqual([
      409,
      expect.stringContaining('You already have a token called “Kitchen scale”.'),
    ])
    expect(again.text).not.toContain('No token was created.')
    expect(await list(ann)).toHaveLength(1)
  })

  test('says beside the field what is wrong, and keeps what was chosen', async () => {
    const browser = signedIn(await aPerson())
    const { status, text } = await browser.send('/me/keys', { name: ' ', scopes: 'log', days: '365' })
    expect([status, text.includes('Say what the token is for.')]).toEqual([400, true])
    expect(text).toContain('<option value="log" selected>')
    expect(text).toContain('<option value="365" selected>')
  })
})
