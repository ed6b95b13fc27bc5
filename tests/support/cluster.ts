import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { eventually } from './eventually.ts'

export interface Cluster {
  /** Address of a database in this cluster. */
  url: (database: string) => string
  port: number
  /** Makes a standby the primary. */
  promote: () => Promise<void>
  /**
   * Kills the server with all its processes, as a power cut would; `restart` starts it again on the
   * same port.
   */
  crash: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** The folder of PostgreSQL's server programs, if this machine has them. */
export function postgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map(version => join(versions, version, 'bin'))
    : []
  const onPath = (process.env.PATH ?? '').split(':')
  return [...debian, ...onPath].find(folder => existsSync(join(folder, 'initdb')))
}

export interface ClusterOptions {
  /** Commits survive a crash, as on a real server. */
  durable?: boolean
  /** Follows this one instead of starting empty. */
  standbyOf?: Cluster
  /** As in postgresql.conf. */
  settings?: Record<string, string>
  /** The folder in which its own is created. */
  inside?: string
}

/**
 * A temporary PostgreSQL on a free port of this machine. initdb refuses root, so root becomes
 * `postgres` for it.
 */
export async function startCluster(
  programs: string,
  { durable = false, standbyOf, settings: given = {}, inside = tmpdir() }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(inside, 'dialin-cluster-'))
  const data = join(folder, 'data')
  const asRoot = userInfo().uid === 0
  if (asRoot) {
    const [uid, gid] = (await output(['id', '-u', 'postgres'], ['id', '-g', 'postgres'])).map(Number)
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  const run = (program: string, ...args: string[]) =>
    Bun.spawn([...(asRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(programs, program), ...args], {
      cwd: folder,
      stdout: 'ignore',
      stderr: 'pipe',
    })
  const initial = standbyOf
    ? ['pg_basebackup', '-h', '127.0.0.1', '-p', `${standbyOf.port}`, '-U', 'dialin', '-D', data, '-R', '-c', 'fast']
    : ['initdb', '-D', data, '-U', 'dialin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await succeed(run(...(initial as [string, ...string[]])))
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    autovacuum: 'off',
    jit: 'off',
  }
  // The data is temporary, so nothing waits for the disk, unless a test is about what a crash
  // leaves.
  const unsafe = durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const flags = Object.entries({ ...settings, ...unsafe, ...given }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let server: ReturnType<typeof run>
  /** Whether it answers: another process may take the port first. */
  const startOn = (port: number) => {
    server = run('postgres', '-D', data, ...flags, '-c', `port=${port}`)
    return ready(port, data, server).catch(error => {
      if (!TAKEN.test(String(error))) throw error
    })
  }
  let port = 0
  await eventually(async () => {
    port = await freePort()
    return startOn(port)
  })
  return {
    url: database => `postgres://dialin@127.0.0.1:${port}/${database}`,
    port,
    promote: () => succeed(run('pg_ctl', 'promote', '-D', data, '-w')),
    crash: async () => {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const [children = ''] = await output(['pgrep', '-P', String(postmaster)])
      // The children exit when they miss the postmaster; some may be gone already.
      for (const pid of [String(postmaster), ...children.split('\n')].filter(Boolean))
        await Bun.spawn(['kill', '-9', pid], { stderr: 'ignore' }).exited
      await server.exited
    },
    restart: () => eventually(() => startOn(port)).then(() => undefined),
    stop: async () => {
      if (existsSync(join(data, 'postmaster.pid')) && server.exitCode === null)
        await succeed(run('pg_ctl', 'stop', '-D', data, '-m', 'immediate'))
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * By another process, or by a killed child that has not ended yet: on a busy machine that takes a
 * while.
 */
const TAKEN = /already in use|is still in use/

async function succeed(child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>) {
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
}

const output = (...commands: string[][]) =>
  Promise.all(commands.map(async command => (await new Response(Bun.spawn(command).stdout).text()).trim()))

/**
 * A port below the range for automatic ports (32768 on Linux), with nobody listening. So it is
 * still free when it is used, unless another process picks the same of twenty thousand.
 */
export const freePort = () =>
  eventually(() => {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const { promise, resolve } = Promise.withResolvers<number | false>()
    const server = createServer().on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
    return promise
  })

/** Waits until the server answers. A server that exits before that says why. */
const ready = (port: number, data: string, server: Bun.Subprocess<'ignore', 'ignore', 'pipe'>) =>
  eventually(async () => {
    if (server.exitCode !== null) await succeed(server)
    const sql = postgres({ host: '127.0.0.1', port, user: 'dialin', database: 'postgres', max: 1 })
    const [answer] = await sql<{ of: string }[]>`select current_setting('data_directory') as of`.catch(() => [])
    await sql.end()
    return answer?.of === data
  })
