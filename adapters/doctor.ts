import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { Fault } from '../core/errors.ts'
import { Health } from '../core/health/health.ts'
import { version } from '../package.json'
import { isDue } from './backup-plan.ts'
import { type Config, isLocalAddress, readConfigToRead, readServiceConfig } from './config.ts'
import { verifyMail } from './email/send.ts'
import { type Env, secretIn } from './env.ts'
import { hasDatabase, placeName } from './place.ts'
import type { Sql } from './postgres/client.ts'
import { isOlderRelease, refuseOtherRelease } from './postgres/migrate.ts'
import { reachDatabase } from './reach.ts'
import { troubleOf } from './trouble.ts'

export interface Finding {
  about: string
  is: 'well' | 'worth a look' | 'wrong'
  says: string
  /** What to do about it. */
  remedy?: string
}

/** Looks at everything that a service needs and that others can break. It changes nothing, and makes nothing. */
export async function examine(env: Env): Promise<Finding[]> {
  const config = configuration(env)
  if (!('production' in config)) return [config]
  const found = [
    well('configuration', config.production ? 'complete, for others' : 'for this machine only'),
    permissions(config),
    ...(await database(config)),
    await mail(config),
    ...(await disk(config)),
    backups(config),
    ...(await proxy(config)),
  ]
  return found.filter(finding => finding !== undefined)
}

const well = (about: string, says: string): Finding => ({ about, is: 'well', says })
const odd = (about: string, says: string, remedy: string): Finding => ({ about, is: 'worth a look', says, remedy })
const wrong = (about: string, says: string, remedy: string): Finding => ({ about, is: 'wrong', says, remedy })

/** As the service would read it, but no secret is made where one would be. */
function configuration(env: Env): Config | Finding {
  try {
    const { production } = readConfigToRead(env)
    const secret = secretIn(env, 'SESSION_SECRET')
    const isMade = secret === 'none' || (!secret && !production)
    return readServiceConfig(isMade ? { ...env, SESSION_SECRET_FILE: undefined, SESSION_SECRET: '-'.repeat(32) } : env)
  } catch (error) {
    const known = troubleOf(error)
    if (!known) throw error
    return wrong('configuration', known.message, 'Change that variable where the service gets its environment from.')
  }
}

function permissions({ dataDir }: Config): Finding {
  const about = 'permissions'
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder) return well(about, `${dataDir} is made at the first start`)
  if ((folder.mode & 0o077) !== 0)
    return wrong(about, `${dataDir} is open to other users of this machine`, `chmod 700 ${dataDir}`)
  const me = process.getuid?.()
  if (me !== undefined && me !== 0 && folder.uid !== me)
    return wrong(about, `${dataDir} belongs to another user`, `Run this as that user, or: chown -R ${me} ${dataDir}`)
  const inside = statSync(join(dataDir, 'pglite'), { throwIfNoEntry: false })
  if (inside && inside.uid !== folder.uid)
    return wrong(
      about,
      `the database in ${dataDir} belongs to another user than its folder: a command was run as somebody else`,
      `chown -R ${folder.uid}:${folder.gid} ${dataDir}`,
    )
  return well(about, `${dataDir} is its owner's only`)
}

const SLOW_MS = 100
const MOST_APART_MS = 5000

async function database(config: Config): Promise<Finding[]> {
  const about = 'database'
  if (!hasDatabase(config)) return [well(about, `none yet; the first start makes one in ${placeName(config)}`)]
  try {
    const { sql, close } = await reachDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
    try {
      return [await release(sql, placeName(config)), ...(config.databaseUrl ? [await clock(sql)] : [])]
    } finally {
      await close()
    }
  } catch (error) {
    const known = troubleOf(error, placeName(config))
    if (!known) throw error
    return [wrong(about, known.message, 'Start it, or put DATABASE_URL or DATA_DIR right.')]
  }
}

async function release(sql: Sql, place: string): Promise<Finding> {
  const about = 'database'
  const started = performance.now()
  await sql`select 1`
  const ms = performance.now() - started
  if (await isOlderRelease(sql))
    return odd(about, `${place} is of an older release`, 'The next start makes a backup and brings it forward.')
  const other = await refuseOtherRelease(sql).catch(error => troubleOf(error) ?? Promise.reject(error))
  if (other instanceof Fault)
    return wrong(about, other.message, 'Start the release that it belongs to, or restore a backup of this one.')
  return ms > SLOW_MS
    ? odd(
        about,
        `${place} answers after ${Math.round(ms)} ms`,
        'Put the service near it, or look at what keeps it busy.',
      )
    : well(about, `${place}, at this release`)
}

/** Links and sessions end by one clock, days are cut by another. */
async function clock(sql: Sql): Promise<Finding> {
  const asked = Date.now()
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp()) * 1000 as ms`
  const apart = Math.abs((row?.ms ?? 0) - (asked + Date.now()) / 2)
  return apart > MOST_APART_MS
    ? wrong(
        'clock',
        `this machine and the database are ${Math.round(apart / 1000)} s apart`,
        'Let both follow a time server.',
      )
    : well('clock', "the database's is the same")
}

async function mail({ smtpUrl, production, dataDir }: Config): Promise<Finding> {
  const about = 'mail'
  if (!smtpUrl) {
    const says = `written to ${dataDir}/mail, and sent to nobody`
    return production ? odd(about, says, 'Set SMTP_URL: without mail nobody gets a sign-in link.') : well(about, says)
  }
  const failed = await verifyMail(smtpUrl)
  const { host } = new URL(smtpUrl)
  if (!failed) return well(about, `${host} takes it`)
  return failed === 'refused'
    ? wrong(about, `${host} does not take this user or password`, 'Look at both in SMTP_URL; write @ in them as %40.')
    : wrong(about, `${host} does not answer, or not as a mail server`, 'Look at the host and port in SMTP_URL.')
}

const LEAST_ROOM_BYTES = 500e6

async function disk({ dataDir, databaseUrl, backups }: Config): Promise<Finding[]> {
  const about = 'disk'
  const room = roomIn(dataDir)
  const size = databaseUrl === undefined ? await sizeOf(join(dataDir, 'pglite')) : 0
  const gb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  if (room < LEAST_ROOM_BYTES) return [wrong(about, `${gb(room)} left for ${dataDir}`, 'Make room, or move DATA_DIR.')]
  if (room < size * 1.2)
    return [
      odd(
        about,
        `${gb(room)} left, and the database has ${gb(size)}`,
        'Make room: a backup needs a copy of it for a while.',
      ),
    ]
  if (backups.folder && existsSync(backups.folder) && !isWritable(backups.folder))
    return [wrong(about, `${backups.folder} may not be written`, 'Look at its owner and mode, or at BACKUP_DIR.')]
  return [well(about, `${gb(room)} left for ${dataDir}`)]
}

function roomIn(folder: string): number {
  if (!existsSync(folder)) return roomIn(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

async function sizeOf(folder: string) {
  if (!existsSync(folder)) return 0
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return size
}

function isWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function backups({ backups: plan, production }: Config): Finding | undefined {
  const about = 'backups'
  if (plan.everyHours === undefined)
    return production
      ? odd(about, 'none is made by itself', 'Set BACKUP_DIR, or say none there and see to it elsewhere.')
      : undefined
  return isDue({ ...plan, everyHours: plan.everyHours * 2 }, new Date())
    ? odd(about, `the newest in ${plan.folder} is older than it should be`, 'The log says "backup failed" and why.')
    : well(about, `as new as they should be, in ${plan.folder}`)
}

const ANSWER_WITHIN_MS = 5000

async function proxy({ baseUrl, trustedProxies }: Config): Promise<Finding[]> {
  const about = 'proxy'
  if (!baseUrl) return []
  const named =
    trustedProxies.length > 0 || isLocalAddress(baseUrl)
      ? []
      : [
          odd(
            about,
            'TRUSTED_PROXIES is empty, so all who come by a proxy share the limits of one client',
            'Name the address that the proxy comes from.',
          ),
        ]
  const answer = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    .then(reply => reply.json())
    .catch(() => undefined)
  const health = v.safeParse(Health, answer)
  if (answer === undefined)
    return [
      ...named,
      odd(about, `${baseUrl} does not answer here`, 'Start the service; look at BASE_URL, DNS and the proxy.'),
    ]
  if (!health.success)
    return [...named, wrong(about, `something else answers at ${baseUrl}`, 'Look at the proxy and BASE_URL.')]
  if (health.output.version !== version)
    return [
      ...named,
      odd(about, `${baseUrl} is Dialin ${health.output.version}, this is ${version}`, 'Restart the service.'),
    ]
  return named.length > 0 ? named : [well(about, `${baseUrl} leads here`)]
}
