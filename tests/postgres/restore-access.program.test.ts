import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialin, envOf } from '../cli/cli.ts'
import { mailedToken } from '../support/mails.ts'
import { engine, type FreshDatabase, freshDatabase, visited } from '../support/templates.ts'
import { besideWork } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One run of the service on a database that outlives it; all runs have the same secret. */
async function during<T>(place: FreshDatabase, work: (world: TestWorld) => Promise<T>): Promise<T> {
  const world = await startWorld(place)
  return work(world).finally(() => world.stop())
}
const run = async (place: FreshDatabase, ...args: string[]) => {
  const { exit, out, err } = await dialin(args, {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })
  expect([exit, exit ? err : '']).toEqual([0, ''])
  return out
}
const statusOf = async (world: TestWorld, as: { token: string }) =>
  (await world.call('GET /api/auth/me', { as })).status

test('access from before a restore no longer works, and disabled accounts stay disabled', async () => {
  const place = await freshDatabase()
  const file = join(folder, 'own.zst')
  const hour = 3_600_000
  const people = await during(place, async world => {
    const [ann, bob, cid, dan] = await Promise.all(['Ann', 'Bob', 'Cid', 'Dan'].map(name => world.person(name)))
    if (!ann || !bob || !cid || !dan) throw new Error('Four people.')
    // Its mail waits, because nothing is sent here unless asked.
    await world.call('POST /api/auth/magic-link', { body: { email: ann.email } })
    const now = world.clock.now()
    const invitation = { linkId: crypto.randomUUID(), email: 'eve@people.example', tokenHash: 'hash of a secret' }
    await world.ports.accountInvitations.invite({
      ...invitation,
      ...{ isMailed: false, expiresAt: new Date(now.getTime() + hour), now },
    })
    await world.sql`insert into roasters (slug, name, match_name, created_at) values ('r', 'R', 'r', now())`
    await world.sql`
      insert into roaster_invitations (roaster_id, email, role, link_id, token_hash, sent_at, expires_at)
      select max(id), 'fay@people.example', 'OWNER', gen_random_uuid(), 'hash', now(), now() + interval '1 hour' from roasters`
    await world.sql`
      insert into roaster_claims (user_id, roaster_id, business_email, state, link_id, token_hash, expires_at, created_at)
      select ${dan.id}, max(id), 'r@r.example', 'PENDING', gen_random_uuid(), 'hash', now() + interval '1 hour', now() from roasters`
    await world.prove(dan)
    const { body } = await world.call('POST /api/user/tokens', { as: dan, body: { name: 'Scale', scopes: ['read'] } })
    return { ann, bob, cid, dan, program: { token: body.secret as string } }
  })
  const { ann, bob, cid, dan, program } = people
  await run(place, 'db', 'backup', file)
  const { used, noted } = await during(place, async world => {
    const token = await mailedToken(world, ann.email)
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(200)
    await world.call('POST /api/auth/logout', { as: bob })
    await world.ports.accounts.setDisabled(cid.id, world.clock.now())
    expect([await statusOf(world, dan), await statusOf(world, program)]).toEqual([200, 200])
    expect(await world.ports.accountInvitations.addressOf('hash', world.clock.now())).toBe('fay@people.example')
    expect(await world.ports.claims.pending('hash', world.clock.now())).toBeDefined()
    return { used: token, noted: await world.sql`select * from last_start` }
  })

  const report = JSON.parse(await run(place, 'db', 'restore', file, '--force', '--json'))
  expect(report).toMatchObject({ accountsKeptDisabled: 1, mailsDropped: 2 })
  expect([...(await visited(place, sql => sql`select * from last_start`))]).toEqual([...noted])
  await during(place, async world => {
    for (const person of [ann, bob, cid, dan, program]) expect(await statusOf(world, person)).toBe(401)
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${used}`)).status).toBe(400)
    const sent = (await world.mails()).length
    expect([sent, await world.sql`select from outbox`]).toEqual([2, expect.objectContaining({ length: 0 })])
    const { accounts, accountInvitations, claims, sessions } = world.ports
    for (const secret of ['hash of a secret', 'hash'])
      expect(await accountInvitations.addressOf(secret, world.clock.now())).toBeUndefined()
    expect(await accountInvitations.list()).toHaveLength(1)
    expect(await claims.pending('hash', world.clock.now())).toBeUndefined()
    expect((await accounts.byId(cid.id))?.disabledAt).not.toBeNull()
    const again = await accounts.byId(bob.id)
    if (again) expect(await statusOf(world, { token: await sessions.sign(again) })).toBe(200)
  })
  expect(await run(place, 'db', 'restore', file, '--force')).toContain('Everybody has to sign in again')
})

test('nobody gets the session of a person with the same id in another database', async () => {
  const [here, there] = [await freshDatabase(), await freshDatabase()]
  const file = join(folder, 'other.zst')
  const first = await during(there, world => world.person('First there'))
  await run(there, 'db', 'backup', file)
  const later = await during(there, world => world.person('Later there'))
  const tester = await during(here, world => world.person('Tester'))
  expect(tester.id).toBe(first.id)
  await run(here, 'db', 'restore', file, '--force')
  await during(here, async world => {
    expect(await statusOf(world, tester)).toBe(401)
    // Signed in where the backup was made, which has continued since.
    expect(await statusOf(world, first)).toBe(401)
    const next = await world.person('Next here')
    expect(next.id).toBe(later.id)
    expect([await statusOf(world, later), await statusOf(world, next)]).toEqual([401, 200])
  })
})

if (engine === 'postgres')
  test('a database in use by a service is not restored', async () => {
    const place = await freshDatabase()
    const file = join(folder, 'running.zst')
    await during(place, async world => {
      const person = await world.person()
      expect((await dialin(['db', 'backup', file], envOf(world))).exit).toBe(0)
      const { exit, err } = await besideWork(
        () => statusOf(world, person),
        dialin(['db', 'restore', file, '--force'], envOf(world)),
      )
      expect([exit, err]).toEqual([1, expect.stringContaining('Stop the service before you restore')])
      expect(await statusOf(world, person)).toBe(200)
    })
    expect((await dialin(['db', 'restore', file, '--force'], { DATABASE_URL: place.databaseUrl ?? '' })).exit).toBe(0)
  })
