import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from './cluster.ts'
import { eventually } from './eventually.ts'

export interface Pooler {
  /** Address of the same database through PgBouncer in transaction mode. */
  url: string
  close: () => Promise<void>
}

/** A PgBouncer in front of one database, with fewer server connections than requests. */
export async function openPooler(databaseUrl: string, more: string[] = []): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-bouncer-'))
  const server = new URL(databaseUrl)
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
    ...more,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // PgBouncer refuses root, as initdb does.
  const asUser = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const program = Bun.which('pgbouncer') ?? '/usr/sbin/pgbouncer'
  const bouncer = Bun.spawn([...asUser, program, file], { stdout: 'ignore', stderr: 'ignore' })
  // Transaction pooling needs only this setting, because a prepared statement belongs to one server
  // connection.
  const url = `postgres://${server.username}@127.0.0.1:${port}/${database}?prepare=false`
  const probe = postgres(url, { max: 1 })
  await eventually(() => probe`select 1`.catch(() => undefined))
  await probe.end()
  return {
    url,
    close: async () => {
      bouncer.kill()
      await bouncer.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
