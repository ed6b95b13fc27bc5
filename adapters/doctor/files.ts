import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BackupPlan, isDue, newestBackup, noBackupsIn } from '../config/backup-plan.ts'
import type { Config } from '../config/config.ts'
import { type Env, secretNames } from '../config/env.ts'
import { ownerBesidesRoot } from '../config/private-folder.ts'
import { type Finding, findingsBy, odd, well, wrong } from './finding.ts'

/** Checks files, folders and disk space. */
export async function findingsInFiles(config: Config, env: Env): Promise<Finding[]> {
  return [
    ...(await findingsBy('permissions', () => [permissions(config)])),
    ...(await findingsBy('permissions', () => secretFiles(env))),
    ...(await findingsBy('disk', () => disk(config))),
    ...(await findingsBy('backups', () => backups(config))),
  ]
}

function permissions({ dataDir }: Config): Finding {
  const about = 'permissions'
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder) return well(about, `the first start creates ${dataDir}`)
  if (isNoFolder(dataDir))
    return wrong(about, `${dataDir} is a file`, 'Set DATA_DIR to a folder; it is created if it does not exist.')
  const me = process.getuid?.()
  if (me !== undefined && me !== 0 && folder.uid !== me)
    return wrong(about, `${dataDir} belongs to another user`, `Run this as that user, or: chown -R ${me} ${dataDir}`)
  if ((folder.mode & 0o077) !== 0)
    return wrong(about, `${dataDir} is open to other users of this machine`, `chmod 700 ${dataDir}`)
  const inside = statSync(join(dataDir, 'pglite'), { throwIfNoEntry: false })
  if (inside && inside.uid !== folder.uid)
    return wrong(
      about,
      `the database in ${dataDir} belongs to a different user than its folder: a command was run as that user`,
      `chown -R ${folder.uid}:${folder.gid} ${dataDir}`,
    )
  const owner = ownerOfDatabase(dataDir)
  if (owner !== undefined)
    return odd(
      about,
      `you are root, and ${dataDir} belongs to another user, so its database was not opened`,
      `Run this as that user: sudo -u '#${owner}' …`,
    )
  return well(about, `only its owner can use ${dataDir}`)
}

export const isNoFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false

/**
 * The owner of the embedded database, if we are root and it belongs to someone else: then we must
 * not open it.
 */
export function ownerOfDatabase(dataDir: string) {
  const database = join(dataDir, 'pglite')
  return existsSync(database) ? ownerBesidesRoot(database) : undefined
}

/** Skips secrets mounted into a container, which has only one user, whatever their mode. */
const secretFiles = (env: Env): Finding[] =>
  secretNames
    .map(name => `${name}_FILE` as const)
    .flatMap(name => {
      const file = env[name]
      if (!file || file.startsWith('/run/secrets/') || !isForAll(file)) return []
      return wrong('permissions', `${file} (${name}) is open to all users of this machine`, `chmod 600 ${file}`)
    })

/** Access for the group is fine: there may be a group for this. */
const isForAll = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0

const LEAST_ROOM_BYTES = 500e6

async function disk({ dataDir, databaseUrl, backups, pictures }: Config): Promise<Finding[]> {
  const about = 'disk'
  const room = roomIn(dataDir)
  const size = databaseUrl === undefined ? await sizeOf(join(dataDir, 'pglite')) : 0
  const found: Finding[] = []
  if (room < LEAST_ROOM_BYTES)
    found.push(wrong(about, `${sized(room)} left for ${dataDir}`, 'Free some space, or move DATA_DIR.'))
  else if (room < size * 1.2)
    found.push(
      odd(
        about,
        `${sized(room)} left, and the database takes ${sized(size)}`,
        'Free some space: a backup needs a temporary copy of it.',
      ),
    )
  const { folder, everyHours } = backups
  if (folder && everyHours !== undefined) found.push(...besides('BACKUP_DIR', folder, room))
  if (pictures && 'folder' in pictures) found.push(...besides('PICTURES_DIR', pictures.folder, room))
  return found.length > 0 ? found : [well(about, `${sized(room)} left for ${dataDir}`)]
}

/**
 * Checks a folder outside the data folder. If the data folder is short of space too, only that is
 * reported.
 */
function besides(variable: 'BACKUP_DIR' | 'PICTURES_DIR', folder: string, roomForData: number): Finding[] {
  const about = 'disk'
  if (isNoFolder(nearest(folder)))
    return [wrong(about, `${folder} is a file, or is inside one`, `Give ${variable} the path of a folder.`)]
  if (!isWritable(nearest(folder)))
    return [wrong(about, `${folder} is not writable`, `Check its owner and mode, or ${variable}.`)]
  const room = roomIn(folder)
  return room < LEAST_ROOM_BYTES && roomForData >= LEAST_ROOM_BYTES
    ? [wrong(about, `${sized(room)} left for ${folder}`, `Free some space, or move ${variable}.`)]
    : []
}

const sized = (bytes: number) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder))
  return bavail * bsize
}

/** The folder itself, or its nearest parent that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))

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

function backups({ backups: plan, production }: Config): Finding[] {
  const { folder } = plan
  const now = new Date()
  // If DATA_DIR is not a folder, the check of DATA_DIR reports it.
  const isThere =
    folder !== undefined && !isNoFolder(dirname(folder)) && statSync(folder, { throwIfNoEntry: false }) !== undefined
  const strays = isThere ? noBackupsIn(folder, now).map(stray => strayIn(folder, stray)) : []
  return [...strays, ...age(plan, { production, isThere, now })]
}

const strayIn = (folder: string, { name, whyNone }: { name: string; whyNone: string }) =>
  odd(
    'backups',
    `${join(folder, name)} ${whyNone}, so it does not count as a backup`,
    'Delete or rename it; if the date is wrong, check the clock of this machine.',
  )

function age(plan: BackupPlan, { production, isThere, now }: { production: boolean; isThere: boolean; now: Date }) {
  const about = 'backups'
  const { folder, everyHours } = plan
  if (everyHours === undefined)
    return production
      ? [odd(about, 'none are scheduled', 'Set BACKUP_DIR, or set it to none if you make backups another way.')]
      : []
  if (!isDue({ ...plan, everyHours: everyHours * 2 }, now)) return [well(about, `up to date, in ${folder}`)]
  const says = !isThere
    ? `${folder} does not exist, so there is no backup`
    : newestBackup(plan, now)
      ? `the newest in ${folder} is older than it should be`
      : `there is none in ${folder}`
  const remedy = isThere
    ? 'The log says "backup failed" with the reason.'
    : 'Check BACKUP_DIR; the service creates the folder with the first backup, or logs "backup failed" with the reason.'
  return [odd(about, says, remedy)]
}
