import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { freshDatabase, temporaryFolder } from '../support/templates.ts'

const root = join(import.meta.dir, '../..')
const place = await freshDatabase()
afterAll(() => rmSync(place.dataDir, { recursive: true, force: true }))

/** The service as `bun start` runs it, in a process of its own. */
function start(env: Record<string, string> = {}, program = ['cli/serve.ts']) {
  const child = Bun.spawn(['bun', ...program], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = { out: '', err: '' }
  const listen = async (stream: ReadableStream<Uint8Array>, into: 'out' | 'err') => {
    for await (const chunk of stream) output[into] += new TextDecoder().decode(chunk)
  }
  const reading = Promise.all([listen(child.stdout, 'out'), listen(child.stderr, 'err')])
  const ended = async () => {
    const code = await child.exited
    await reading
    return { code, ...output }
  }
  const ready = () =>
    eventually(() => {
      if (child.exitCode !== null) throw new Error(output.err)
      return /ready at (\S+)/.exec(output.err)?.[1]
    })
  return { child, output, ready, ended }
}

const register = (url: string, email: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    body: JSON.stringify({ email, password: 'a long enough password' }),
  })

const emailed = () => readdirSync(join(place.dataDir, 'mail')).filter(name => name.endsWith('.eml'))

describe('bun start', () => {
  // A start takes seconds, so the tests share a running one.
  const backups = join(temporaryFolder(), 'backups')
  const first = start({ BACKUP_DIR: backups, BACKUP_KEEP: '2' })
  afterAll(() => first.child.kill('SIGKILL'))

  test('prints its address and how to sign in', async () => {
    const url = await first.ready()
    expect(first.output.err).toContain(`${url}/docs`)
    expect(first.output.err).toContain('demo@dialin.example')
    expect(first.output.err).toContain('roaster@dialin.example')
    expect(first.output.err).toContain(place.databaseUrl ? 'PostgreSQL 127.0.0.1' : place.dataDir)
    const demo = /Sign in\s+(\S+) with password (\S+)/.exec(first.output.err)
    const signIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: demo?.[1], password: demo?.[2] }),
    })
    expect(signIn.status).toBe(200)
    expect((await register(url, 'first@people.example')).status).toBe(201)
  })

  test('makes scheduled backups if it is told to keep some', async () => {
    await first.ready()
    const isMade = (name: string) => name.endsWith('.backup.zst')
    await eventually(() => existsSync(backups) && readdirSync(backups).some(isMade))
    expect(readdirSync(backups).filter(isMade)).toHaveLength(1)
  })

  test('listens on this machine only, unless HOST says otherwise', async () => {
    const { port } = new URL(await first.ready())
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
    await expect(fetch(`http://127.0.0.2:${port}/api/health`)).rejects.toThrow()
  })

  test('stops with a sentence if the port is taken, before it creates a database', async () => {
    const { port } = new URL(await first.ready())
    const empty = temporaryFolder()
    const { code, err } = await start({ PORT: port, DATA_DIR: empty, DATABASE_URL: '' }).ended()
    expect([code, err]).toEqual([
      1,
      `Dialin cannot start. Port ${port} is in use by another program; stop that program, or choose another port with PORT (0 for any free one).\n`,
    ])
    expect(readdirSync(empty)).not.toContain('pglite')
  })

  test('writes mail to files and a sign-in link on the terminal if there is no SMTP server', async () => {
    await fetch(`${await first.ready()}/api/auth/magic-link`, {
      method: 'POST',
      body: JSON.stringify({ email: 'first@people.example' }),
    })
    const link = await eventually(() => /http:\S+token=\S+/.exec(first.output.err)?.[0])
    expect((await fetch(link)).status).toBe(200)
    expect(emailed()).not.toBeEmpty()
    expect(first.output.out).not.toContain(new URL(link).searchParams.get('token') ?? '')
  })

  test('finishes current requests and writes waiting events before it stops', async () => {
    const url = await first.ready()
    const { sql, close } = await openDatabase(place)
    const [roaster] = await sql<{ id: number }[]>`
      insert into roasters (slug, name, match_name, created_at)
      values ('stopping', 'Stopping', 'stopping', now())
      returning id`
    const roasterId = roaster?.id as number
    const track = () => fetch(`${url}/api/track`, { method: 'POST', body: JSON.stringify({ roasterId }) })
    const answers = await Promise.all(Array.from({ length: 40 }, track))
    // Hashing a password takes long enough to stop in the middle of it, after the limit was
    // counted.
    await sql`delete from rate_limits`
    const registered = register(url, 'under-way@people.example')
    await eventually(async () => (await sql`select 1 from rate_limits`).length > 0)
    first.child.kill('SIGTERM')
    expect((await registered).status).toBe(201)
    const { code, out } = await first.ended()
    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines.every(line => JSON.parse(line).time)).toBe(true)
    const [counted] = await eventually(() =>
      sql`select count(*) as count from events where roaster_id = ${roasterId}`.catch(() => undefined),
    )
    expect(await miscounted(sql)).toEqual([])
    await close()
    expect([answers.filter(({ ok }) => ok).length, counted?.count]).toEqual([40, 40])
  })

  test('finds the data of an earlier start, and is the same as dialin serve', async () => {
    const second = start({ DRAIN_SECONDS: '2' }, ['cli/main.ts', 'serve'])
    const url = await second.ready()
    expect((await register(url, 'first@people.example')).status).toBe(409)
    // It reports that it is stopping, and serves until a load balancer has had time to notice.
    second.child.kill('SIGTERM')
    const refused = await eventually(async () => {
      const ready = await fetch(`${url}/api/health/ready`)
      return ready.status === 503 && ready.json()
    })
    expect(refused).toEqual({
      status: 'not-ready',
      reason: 'The service is stopping.',
      database: null,
      forwarded: null,
    })
    for (const path of ['/api/health/live', '/api/coffees']) expect((await fetch(`${url}${path}`)).status).toBe(200)
    expect((await second.ended()).code).toBe(0)
  })

  test('does not wait for the load balancer if it is told to stop a second time', async () => {
    const service = start({ DRAIN_SECONDS: '300' })
    const url = await service.ready()
    expect((await fetch(`${url}/api/health/live`)).status).toBe(200)
    service.child.kill('SIGTERM')
    await eventually(async () => (await fetch(`${url}/api/health/ready`)).status === 503)
    const told = Date.now()
    service.child.kill('SIGTERM')
    expect((await service.ended()).code).toBe(0)
    // Otherwise it serves on for 300.
    expect(Date.now() - told).toBeLessThan(200_000)
  })

  test('with a public address is a production start: no demo, no links on the terminal', async () => {
    const empty = await freshDatabase()
    const production = {
      ...{ NODE_ENV: 'development', BASE_URL: 'https://dialin.example', SMTP_URL: 'none', SESSION_SECRET: 'none' },
      ...{ DATA_DIR: empty.dataDir, ...(empty.databaseUrl && { DATABASE_URL: empty.databaseUrl }) },
    }
    const service = start(production)
    const port = await eventually(() => /"port":(\d+)/.exec(service.output.out)?.[1])
    // Any address of this machine: it listens on all of them.
    const url = `http://127.0.0.2:${port}`
    const { data } = await (await fetch(`${url}/api/coffees`)).json()
    expect(data).toEqual([])
    expect((await register(url, 'ann@people.example')).headers.get('set-cookie')).toContain('; Secure')
    await fetch(`${url}/api/auth/magic-link`, { method: 'POST', body: JSON.stringify({ email: 'ann@people.example' }) })
    const mail = join(empty.dataDir, 'mail')
    await eventually(() => existsSync(mail) && readdirSync(mail).some(name => name.includes('magic-link')))
    service.child.kill('SIGTERM')
    expect((await service.ended()).err).toBe('')
    rmSync(empty.dataDir, { recursive: true, force: true })
  })

  test('stops with a sentence if the configuration is wrong', async () => {
    const { code, err } = await start({ PORT: 'eighty' }).ended()
    expect([code, err]).toEqual([1, expect.stringContaining('Dialin cannot start. PORT must be a number')])
  })

  test('stops with a sentence if the database server is unreachable', async () => {
    const { code, err } = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }).ended()
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('PostgreSQL 127.0.0.1/none does not answer; check that it is running'),
    ])
  })
})
