import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openWorld } from '../../adapters/compose.ts'
import { startService } from '../../adapters/http/service.ts'
import { createLog } from '../../adapters/program/log.ts'
import type { Account } from '../../core/accounts/accounts.ts'
import { closeAccount } from '../../core/accounts/delete-account.ts'
import { jarOf } from '../support/jar.ts'
import { aRecipe } from '../support/recipes.ts'
import { refusalOf } from '../support/refusal.ts'
import { aRoastery } from '../support/roastery.ts'
import { startSmtp } from '../support/smtp.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  smtp = await startSmtp()
  world = await startWorld({ smtpUrl: smtp.url, baseUrl: undefined })
})
afterAll(async () => {
  await world.stop()
  await smtp.stop()
})

/** Without SMTP_URL, as on a machine that sends no mail. */
const admin = (...args: string[]) => dialin(args, envOf(world))
const mailing = (...args: string[]) => dialin(args, { ...envOf(world), SMTP_URL: smtp.url })
const me = (as: { token: string }) => world.call('GET /api/auth/me', { as })
const login = (email: string, password: string) => world.call('POST /api/auth/login', { body: { email, password } })
const registered = async () => {
  const email = `${crypto.randomUUID()}@people.example`
  const { body } = await world.call('POST /api/auth/register', { body: { email, password: 'the first password' } })
  return { email, id: body.user.id as number, token: body.token as string }
}
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

describe('dialin users show', () => {
  test('shows what an admin needs, and nothing that the person wrote', async () => {
    const ann = await world.person('Ann')
    await aRecipe(world, { by: ann })
    const body = { method: 'v60', notes: 'My secret notes' }
    await world.call('POST /api/brew-logs', { as: ann, body })
    const roasterId = await aRoastery(world, { slug: 'hill', name: 'Hill', coffees: [] })
    await world.sql`insert into roaster_members values (${roasterId}, ${ann.id}, 'OWNER', now())`
    const { out, exit } = await admin('users', 'show', ann.email)
    expect(exit).toBe(0)
    for (const part of [
      `${ann.email} (not proven to be theirs)`,
      'hill (its only owner)',
      '1 published recipe, 1 brew',
    ])
      expect(out).toContain(part)
    expect(out).not.toContain('secret')
    const shown = JSON.parse((await admin('users', 'show', String(ann.id), '--json')).out)
    expect(shown).toMatchObject({
      id: ann.id,
      email: ann.email,
      name: 'Ann',
      isProven: false,
      disabledAt: null,
      lastActiveAt: expect.any(String),
      signsInBy: ['password', 'link'],
      roasters: [{ slug: 'hill', role: 'OWNER', isOnlyOwner: true }],
      counts: { recipes: 1, brewLogs: 1, comments: 0 },
    })
    expect(JSON.stringify(shown)).not.toMatch(/hash|secret|sessionVersion/i)
  })

  test('of a person who has done nothing yet, and of an unknown one', async () => {
    const { email } = await world.person()
    const { out } = await admin('users', 'show', email)
    expect(out).toMatch(/last active +never/)
    expect(out).toMatch(/has +nothing/)
    expect((await admin('users', 'show', 'nobody@people.example')).exit).toBe(1)
  })
})

describe('dialin users reset-password', () => {
  test('mails a link that sets a password once, ends every session, and proves the address', async () => {
    const { email, id, token } = await registered()
    const { out, exit } = await mailing('users', 'reset-password', email)
    expect([exit, out]).toEqual([0, expect.stringContaining(`on its way to ${email}`)])
    expect(out).not.toContain('token=')
    await world.postman.deliver()
    // The first mail confirms the address of the new account.
    const link = smtp.linksTo(email).find(link => new URL(link).pathname === '/new-password') ?? ''
    expect(link).not.toBe('')
    // Until then nothing changes, however often the page is opened.
    const jar = jarOf(world)
    for (let look = 0; look < 2; look++) {
      const { status, headers } = await jar.open(new URL(link).pathname + new URL(link).search)
      expect([status, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        200,
        'strict-origin',
        'no-store',
      ])
    }
    expect((await me({ token })).status).toBe(200)
    expect((await login(email, 'the first password')).status).toBe(200)

    const short = await jar.send('/new-password', { token: tokenIn(link), newPassword: 'short' })
    expect([short.status, short.text]).toEqual([400, expect.stringContaining('Use at least 8 characters.')])
    const set = await jar.send('/new-password', { token: tokenIn(link), newPassword: 'the second password' })
    expect([set.status, set.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('svc_session=')])
    expect((await me({ token })).status).toBe(401)
    expect((await login(email, 'the first password')).status).toBe(401)
    expect((await login(email, 'the second password')).status).toBe(200)
    expect(await world.ports.accounts.isProven(id)).toBe(true)

    const again = await jarOf(world).send('/new-password', { token: tokenIn(link), newPassword: 'the third password' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('has expired or was already used')])
    expect((await login(email, 'the second password')).status).toBe(200)
  })

  test('prints the link if no mail is set up, which proves no address; and mails nothing', async () => {
    const { email, id } = await registered()
    // Registering has sent one, which confirms the address.
    const mails = async () => (await world.sql`select from outbox where recipient = ${email}`).length
    const before = await mails()
    const { out, exit } = await admin('users', 'reset-password', email)
    expect([exit, out]).toEqual([0, expect.stringContaining('/new-password?token=')])
    expect(await mails()).toBe(before)
    await jarOf(world).send('/new-password', { token: tokenIn(out), newPassword: 'the second password' })
    expect((await login(email, 'the second password')).status).toBe(200)
    expect(await world.ports.accounts.isProven(id)).toBe(false)
  })

  test('sends another link, which replaces the earlier one; a day later both have expired', async () => {
    const { email } = await registered()
    const [first, second] = [
      await admin('users', 'reset-password', email),
      await admin('users', 'reset-password', email),
    ]
    const tried = (out: string) =>
      jarOf(world).send('/new-password', { token: tokenIn(out), newPassword: 'another one' })
    expect((await tried(first.out)).status).toBe(400)
    world.clock.advance({ hours: 25 })
    expect((await tried(second.out)).status).toBe(400)
    world.clock.advance({ hours: -25 })
    expect((await login(email, 'the first password')).status).toBe(200)
  })

  test('works once for two people who use it at the same moment', async () => {
    const { email } = await registered()
    const token = tokenIn((await admin('users', 'reset-password', email)).out)
    const tries = ['first of two', 'second of two'].map(newPassword =>
      jarOf(world).send('/new-password', { token, newPassword }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status).toSorted()).toEqual([303, 400])
  })

  test('makes no sign-in link, and a sign-in link sets no password', async () => {
    const { email } = await registered()
    const token = tokenIn((await admin('users', 'reset-password', email)).out)
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(400)
    await world.call('POST /api/auth/magic-link', { body: { email } })
    await world.postman.deliver()
    const signIn = tokenIn(smtp.linksTo(email).at(-1) ?? '')
    const set = await jarOf(world).send('/new-password', { token: signIn, newPassword: 'the second password' })
    expect(set.status).toBe(400)
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${signIn}`)).status).toBe(200)
  })

  test('makes a link that ends when the account is disabled, also after it is enabled again', async () => {
    const { email } = await registered()
    const token = tokenIn((await admin('users', 'reset-password', email)).out)
    await admin('users', 'disable', email)
    await admin('users', 'enable', email)
    const { status } = await jarOf(world).send('/new-password', { token, newPassword: 'the second password' })
    expect(status).toBe(400)
    expect((await login(email, 'the first password')).status).toBe(200)
  })

  test('refuses a disabled account, floods no mailbox, and leaves no secret behind', async () => {
    const { email } = await registered()
    await admin('users', 'disable', email)
    expect((await admin('users', 'reset-password', email)).err).toBe(
      `${email} is disabled; enable the account first.\n`,
    )
    await admin('users', 'enable', email)
    for (let sent = 0; sent < 5; sent++) expect((await mailing('users', 'reset-password', email)).exit).toBe(0)
    const sixth = await mailing('users', 'reset-password', email)
    expect([sixth.exit, sixth.err]).toEqual([1, expect.stringContaining('We’ve already sent 5 of these emails')])
    const token = tokenIn((await admin('users', 'reset-password', email)).out)
    await jarOf(world).open(`/new-password?token=${token}`)
    const kept = await world.sql`
      select to_jsonb(audit)::text as text from audit
      union all select to_jsonb(magic_links)::text from magic_links
      union all select to_jsonb(outbox)::text from outbox`
    expect([...kept.map(({ text }) => text), ...world.logLines].filter(text => text.includes(token))).toEqual([])
  })
})

describe('dialin users invitations', () => {
  const listed = async () => JSON.parse((await admin('users', 'invitations', '--json')).out)

  test('lists people whom admins invited and who have no account yet, latest first', async () => {
    const [ann, bob, cyd] = [1, 2, 3].map(() => `${crypto.randomUUID()}@people.example`) as [string, string, string]
    await admin('users', 'invite', ann)
    await dialin(['users', 'invite', bob], { ...envOf(world), SMTP_URL: smtp.url, SUDO_USER: 'root-of-all' })
    const used = tokenIn((await admin('users', 'invite', cyd)).out)
    const of = (found: { email: string }[]) => found.filter(({ email }) => [ann, bob, cyd].includes(email))
    expect(of(await listed()).map(({ email }) => email)).toEqual([cyd, bob, ann])
    expect((await listed())[1]).toEqual({
      ...{ id: expect.any(Number), email: bob, isMailed: true, isOpen: true },
      invitedAt: expect.any(String),
      invitedBy: expect.stringMatching(/^root-of-all as /),
      expiresAt: expect.any(String),
    })
    const body = { email: cyd, password: 'a long enough password', invitation: used }
    expect((await world.call('POST /api/auth/register', { body })).status).toBe(201)
    expect((await admin('users', 'uninvite', ann)).exit).toBe(0)
    expect(of(await listed()).map(({ email }) => email)).toEqual([bob])
    const { out } = await admin('users', 'invitations')
    expect(out).toMatch(new RegExp(`${bob} +\\d{4}-\\d\\d-\\d\\d .* root-of-all as .* mailed `))
    // Nothing that somebody else could use.
    expect(JSON.stringify(await listed())).not.toMatch(/hash|token/i)
    await world.sql`update account_invitations set expires_at = now() - interval '1 day' where email = ${bob}`
    expect(of(await listed())).toMatchObject([{ email: bob, isOpen: false }])
    expect((await admin('users', 'invitations')).out).toMatch(/mailed +expired/)
  })

  test('says so if there are none, and withdraws only existing ones', async () => {
    await world.sql`delete from account_invitations`
    expect(await admin('users', 'invitations')).toMatchObject({ out: 'There are no open invitations.\n', exit: 0 })
    expect(await listed()).toEqual([])
    const { exit, err } = await admin('users', 'uninvite', 'nobody@people.example')
    expect([exit, err]).toEqual([1, expect.stringContaining('nobody@people.example has no open invitation')])
  })
})

describe('a link by dialin users invite or reset-password', () => {
  const someEmail = () => `${crypto.randomUUID()}@people.example`
  const commands = async () => [
    ['users', 'invite', someEmail()],
    ['users', 'reset-password', (await registered()).email],
  ]
  const kept = async () => [
    ...(await world.sql`select count(*) from outbox union all select count(*) from account_invitations`),
    ...(await world.sql`select count(*) from magic_links union all select count(*) from audit`),
  ]

  test('is refused with another secret or address than the service has, with a sentence on what to do', async () => {
    const [invite = [], reset = []] = await commands()
    const before = await kept()
    for (const args of [invite, reset])
      for (const [otherwise, said] of [
        [{ SESSION_SECRET: 'another secret, which is long enough' }, 'with another SESSION_SECRET'],
        [{ BASE_URL: 'http://localhost:9' }, `with BASE_URL ${world.url}`],
        [{ BASE_URL: '' }, `with BASE_URL ${world.url}`],
      ] as const) {
        const { out, err, exit } = await dialin(args, { ...envOf(world), SMTP_URL: smtp.url, ...otherwise })
        const remedy =
          'Run this with the environment of the service; if you have changed that, restart the service first.'
        expect([exit, out, err]).toEqual([
          1,
          '',
          `The service was last started ${said}, so this link would not work. ${remedy}\n`,
        ])
      }
    expect(await kept()).toEqual(before)
    for (const args of [invite, reset]) expect((await admin(...args)).exit).toBe(0)
  })

  test('uses the settings of the newest start, whatever they were before', async () => {
    const sessionSecret = 'a newer secret, which is long enough'
    const log = createLog('silent', () => {})
    const config = { ...world.config, sessionSecret }
    const newer = await startService(await openWorld(config, log), config, log)
    const newerEnv = { ...envOf(world), SESSION_SECRET: sessionSecret, BASE_URL: newer.url }
    for (const args of await commands()) {
      expect((await admin(...args)).err).toContain(`with another SESSION_SECRET and BASE_URL ${newer.url}`)
      expect((await dialin(args, newerEnv)).exit).toBe(0)
    }
    await newer.stop()
    await world.ports.lastStart.note(world.clock.now())
    expect((await admin('users', 'invite', someEmail())).exit).toBe(0)
  })

  test('depends on a secret of which nothing is stored that could be looked up or get into a backup', async () => {
    const noted = async () => (await world.sql`select salt, secret_hash from last_start`)[0]
    const first = await noted()
    await world.ports.lastStart.note(world.clock.now())
    const second = await noted()
    expect(second?.salt).not.toBe(first?.salt)
    expect(second?.secretHash).not.toBe(first?.secretHash)
    const [table] = await world.sql`select relpersistence from pg_class where relname = 'last_start'`
    expect(table?.relpersistence).toBe('u')
  })
})

describe('dialin users delete', () => {
  test('asks for the address, and deletes what the person could have deleted', async () => {
    const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
    const recipeId = await aRecipe(world, { by: ann })
    const wrong = await dialin(['users', 'delete', ann.email], envOf(world), { input: `${ben.email}\n` })
    expect([wrong.exit, wrong.out]).toEqual([1, ''])
    expect(wrong.err).toContain('What stays, without a name: 1 published recipe.')
    expect(wrong.err).toContain('nothing was deleted')
    expect((await me(ann)).status).toBe(200)

    const right = await dialin(['users', 'delete', ann.email], envOf(world), { input: `${ann.email}\n` })
    expect([right.exit, right.out]).toEqual([0, `${ann.email} is deleted for good.\n`])
    expect((await me(ann)).status).toBe(401)
    expect((await me(ben)).status).toBe(200)
    expect((await world.call(`GET /api/recipes/${recipeId}`)).body).toMatchObject({ createdBy: null })
    const { out } = await admin('audit', '--json', '--limit', '1')
    expect(JSON.parse(out).entries).toMatchObject([{ act: 'users delete', on: { id: ann.id, name: null } }])
    expect(out).not.toContain(ann.email)
  })

  test('at the same moment as another: one deletes, the other finds no account', async () => {
    const { id, email } = await world.person()
    const { accounts, clock } = world.ports
    const closed = () => accounts.close(id, clock())
    expect((await Promise.all([closed(), closed()])).toSorted()).toEqual([false, true])
    const erased = () => accounts.erase(id, clock())
    expect((await Promise.all([erased(), erased()])).toSorted()).toEqual([false, true])
    const account = { id, email } as Account
    const seenBefore = { ...accounts, byId: async () => account }
    expect(await refusalOf(closeAccount(account, { accounts: seenBefore, clock }))).toContain('nothing was deleted')
  })

  test('does not ask in a script, and says when there is no such account', async () => {
    const ann = await world.person()
    expect((await dialin(['users', 'delete', ann.email], envOf(world))).exit).toBe(1)
    expect(JSON.parse((await admin('users', 'delete', String(ann.id), '--yes', '--json')).out)).toEqual({
      id: ann.id,
      email: ann.email,
      deleted: true,
    })
    expect((await admin('users', 'delete', ann.email, '--yes')).exit).toBe(1)
  })
})
