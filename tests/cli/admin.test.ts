import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { mailedToken } from '../support/mails.ts'
import { emptyDatabase } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const admin = (...args: string[]) => dialin(args, envOf(world))

/** A claim whose link has been opened, waiting for a decision. */
async function verifiedClaim(roasterName: string) {
  const person = await world.person()
  const businessEmail = `${crypto.randomUUID()}@business.example`
  const { body } = await world.call('POST /api/roaster-claims', { as: person, body: { roasterName, businessEmail } })
  const token = await mailedToken(world, businessEmail)
  const verified = await world.call('POST /api/roaster-claims/verify', { body: { token } })
  expect(verified.body.claim.state).toBe('VERIFIED')
  return { id: String(body.claim.id), person, businessEmail, slug: body.claim.roaster.slug as string }
}

describe('dialin claims', () => {
  test('lists open claims, approves one, and no longer lists it', async () => {
    const { id, person, businessEmail, slug } = await verifiedClaim('Hinterhof')
    const listed = await admin('claims', 'list')
    expect([listed.exit, listed.err]).toEqual([0, ''])
    expect(listed.out).toContain(businessEmail)
    expect(listed.out).toContain('VERIFIED')

    const approved = await admin('claims', 'approve', id)
    expect(approved.out).toBe(`Claim ${id} is approved: ${person.email} owns Hinterhof, which is now verified.\n`)
    expect((await world.call(`GET /api/roasters/${slug}`)).body.isVerified).toBe(true)
    const again = await world.call('POST /api/roaster-claims', {
      as: person,
      body: { roasterSlug: slug, businessEmail },
    })
    expect([again.status, again.body.error]).toEqual([409, 'You already manage a roaster.'])

    expect((await admin('claims', 'list')).out).toBe('There are no open claims.\n')
    const all = JSON.parse((await admin('claims', 'list', '--all', '--json')).out)
    expect(all).toMatchObject([{ state: 'APPROVED', claimant: { email: person.email }, roaster: { slug } }])
    const twice = await admin('claims', 'approve', id)
    expect([twice.exit, twice.err]).toEqual([1, `Claim ${id} is APPROVED; only a VERIFIED claim can be decided.\n`])
  })

  test('rejects a claim, after which anybody may claim again', async () => {
    const { id, slug } = await verifiedClaim('Seitenstraße')
    expect((await admin('claims', 'reject', id)).out).toContain('to Seitenstraße is rejected.')
    const bob = await world.person()
    const body = { roasterSlug: slug, businessEmail: 'bob@business.example' }
    expect((await world.call('POST /api/roaster-claims', { as: bob, body })).status).toBe(200)
    expect((await world.call(`GET /api/roasters/${slug}`)).body.isVerified).toBe(false)
    const [pending] = JSON.parse((await admin('claims', 'list', '--json')).out)
    const early = await admin('claims', 'approve', String(pending.id))
    expect([early.exit, early.err]).toEqual([
      1,
      `Claim ${pending.id} is PENDING; only a VERIFIED claim can be decided.\n`,
    ])
  })

  test('says when there is no such claim', async () => {
    expect(await admin('claims', 'reject', '999999')).toEqual({ out: '', err: 'There is no claim 999999.\n', exit: 1 })
    expect((await admin('claims', 'approve', 'first')).exit).toBe(2)
  })
})

describe('dialin roasters', () => {
  test('verifies a roaster and makes it premium, on and off', async () => {
    const body = { name: 'House Blend', roasterName: 'Marked', roastLevel: 'DARK' }
    await world.call('POST /api/coffees', { as: await world.person(), body })
    const marks = async () => {
      const [row] = await world.sql`select is_verified, is_premium from roasters where slug = 'marked'`
      return row && [row.isVerified, row.isPremium]
    }
    expect((await admin('roasters', 'verify', 'marked')).out).toBe('Marked is verified.\n')
    expect((await admin('roasters', 'premium', 'marked')).out).toBe('Marked is premium.\n')
    expect(await marks()).toEqual([true, true])
    expect((await admin('roasters', 'verify', 'marked', '--off')).out).toBe('Marked is no longer verified.\n')
    expect((await admin('roasters', 'premium', 'marked', '--off')).out).toBe('Marked is no longer premium.\n')
    expect(await marks()).toEqual([false, false])
    expect((await admin('roasters', 'verify', 'nobody')).err).toBe('There is no roaster nobody.\n')
  })
})

describe('dialin users', () => {
  test('disables an account at once and for every session, and enables it again', async () => {
    const eve = await world.person('Eve')
    const me = () => world.call('GET /api/auth/me', { as: eve })
    expect((await me()).status).toBe(200)
    expect(await admin('users', 'disable', eve.email)).toEqual({
      out: `${eve.email} is disabled; every session, link and API token has ended.\n`,
      err: '',
      exit: 0,
    })
    expect((await me()).status).toBe(401)
    const listed = JSON.parse((await admin('users', 'list', eve.email.slice(0, 8), '--json')).out)
    expect(listed).toMatchObject([{ id: eve.id, name: 'Eve', disabledAt: expect.any(String) }])
    expect(Object.keys(listed[0]).join()).not.toContain('assword')

    expect((await admin('users', 'enable', String(eve.id))).out).toBe(`${eve.email} can sign in again.\n`)
    // The stolen session stays worthless; a new one works.
    expect((await me()).status).toBe(401)
    const account = await world.ports.accounts.byId(eve.id)
    if (!account) throw new Error('Eve is gone.')
    const token = await world.ports.sessions.sign(account)
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(200)
  })

  test('lists the newest first, as many as asked for', async () => {
    const [older, newer] = [await world.person('Old Hand'), await world.person('New Hand')]
    const { out } = await admin('users', 'list', 'hand')
    expect(out.indexOf(newer.email)).toBeLessThan(out.indexOf(older.email))
    expect(JSON.parse((await admin('users', 'list', '--limit', '1', '--json')).out)).toMatchObject([{ id: newer.id }])
    expect((await admin('users', 'list', '%')).out).toBe('No account matches "%".\n')
  })

  test('says when there is no such account', async () => {
    const { err, exit } = await admin('users', 'disable', 'nobody@people.example')
    expect([exit, err]).toEqual([1, 'There is no account nobody@people.example. Give its ID or email address.\n'])
  })
})

describe('a read-only command', () => {
  const reading = [
    ['users list'],
    ['claims list'],
    ['audit'],
    ['grinders export'],
    ['db verify'],
    ['grinders import FILE --dry-run'],
  ]

  test.each(reading)('(%s) does not upgrade a database, and says what does', async command => {
    const place = await emptyDatabase()
    const env = envOf({ config: { ...world.config, ...place } })
    expect(await dialin(argsOf(command), env)).toEqual({
      out: '',
      err: 'The database is not at this release; start the service on it once, then try again.\n',
      exit: 1,
    })
    const { sql, close } = await openDatabase(place)
    const [found] = await sql`select to_regclass('migrations') is null as untouched`
    await close()
    expect(found?.untouched).toBe(true)
  })

  test.each(reading)('(%s) does not create a database, and says what does', async command => {
    const folder = join(world.config.dataDir, 'elsewhere')
    const { err, exit } = await dialin(argsOf(command), { ...envOf(world), DATA_DIR: folder, DATABASE_URL: '' })
    expect([exit, err]).toEqual([1, `There is no database in ${folder} yet; start the service once, then try again.\n`])
    expect(existsSync(folder)).toBe(false)
  })

  test.each(reading)('(%s) leaves its folder unchanged, and needs no secret', async command => {
    const before = readdirSync(world.config.dataDir)
    const { SESSION_SECRET: _, ...env } = envOf(world)
    // A server's rows are elsewhere, so there need not be a folder.
    const DATA_DIR = env.DATABASE_URL ? join(env.DATA_DIR, 'elsewhere') : env.DATA_DIR
    const { err, exit } = await dialin(argsOf(command), { ...env, DATA_DIR })
    expect([exit, err]).toEqual([0, ''])
    expect(readdirSync(world.config.dataDir)).toEqual(before)
  })

  test('(claims list) says which claims have expired, and writes nothing', async () => {
    const [claimant, roasterName] = [await world.person(), 'Spätlese']
    const body = { roasterName, businessEmail: 'late@business.example' }
    const { id } = (await world.call('POST /api/roaster-claims', { as: claimant, body })).body.claim
    await world.sql`update roaster_claims set expires_at = now() - interval '1 minute' where id = ${id}`
    const listed = async (...options: string[]) =>
      JSON.parse((await admin('claims', 'list', '--json', ...options)).out).find(
        (claim: { id: number }) => claim.id === id,
      )
    expect(await listed()).toBeUndefined()
    expect(await listed('--all')).toMatchObject({ state: 'EXPIRED' })
    expect([...(await world.sql`select state from roaster_claims where id = ${id}`)]).toEqual([{ state: 'PENDING' }])
    expect((await admin('claims', 'approve', String(id))).err).toBe(
      `Claim ${id} is EXPIRED; only a VERIFIED claim can be decided.\n`,
    )
  })
})

const argsOf = (command: string) => command.replace('FILE', 'db/data/grinders.json').split(' ')
