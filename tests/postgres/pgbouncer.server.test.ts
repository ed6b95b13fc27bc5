import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Two instances behind one PgBouncer in transaction mode, with fewer server connections than requests. */
const folder = mkdtempSync(join(tmpdir(), 'dialin-bouncer-'))
let bouncer: Bun.Subprocess
let instances: TestWorld[]

beforeAll(async () => {
  const { databaseUrl } = await freshDatabase()
  const server = new URL(databaseUrl ?? '')
  const port = await freePort()
  const database = server.pathname.slice(1)
  const settings = [
    '[databases]',
    `${database} = host=${server.hostname} port=${server.port} dbname=${database} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    'max_client_conn = 200',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // PgBouncer refuses root, as initdb does.
  const asUser = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const program = Bun.which('pgbouncer') ?? '/usr/sbin/pgbouncer'
  bouncer = Bun.spawn([...asUser, program, file], { stdout: 'ignore', stderr: 'ignore' })
  // The one setting that transaction pooling needs: a prepared statement lives on one server connection.
  const behind = `postgres://${server.username}@127.0.0.1:${port}/${database}?prepare=false`
  const first = await eventually(async () => startWorld({ databaseUrl: behind }).catch(() => undefined))
  instances = [first, await startWorld({ databaseUrl: behind })]
})
afterAll(async () => {
  for (const instance of instances) await instance.stop()
  bouncer.kill()
  await bouncer.exited
  rmSync(folder, { recursive: true, force: true })
})

test('instances share one database through PgBouncer in transaction mode', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const here = instances[number % 2]
      const there = instances[(number + 1) % 2]
      const person = await here?.person(`Person ${number}`)
      const contact = { name: 'Ann', email: `ann${number}@people.example`, subject: 'Hi', message: 'Hello' }
      const [me, sent] = await Promise.all([
        there?.call('GET /api/auth/me', { as: person }),
        here?.call('POST /api/contact', { body: contact }),
      ])
      return [me?.status, me?.body.user.name, sent?.status]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 60 }, (_, number) => [200, `Person ${number}`, 200]))
  const limited = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      instances[number % 2]?.call('POST /api/subscribe', { from: '203.0.113.99', body: { email: 'a@people.example' } }),
    ),
  )
  expect(limited.filter(answer => answer?.status === 200).length).toBe(3)
  await Promise.all(instances.map(({ postman }) => postman.deliver()))
})
