import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BackupPlan, isDue, newestBackup, noBackupsIn } from '../backup-plan.ts'
import type { Config } from '../config.ts'
import { type Env, secretNames } from '../env.ts'
import { ownerBesidesRoot } from '../private-folder.ts'
import { type Finding, findingsBy, odd, well, wrong } from './finding.ts'

/** Files and folders, and the room for them. */
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
  if (!folder) return well(about, `${dataDir} is made at the first start`)
  if (isNoFolder(dataDir))
    return wrong(about, `${dataDir} is a file`, 'Name a folder in DATA_DIR; it is made where there is none.')
  const me = process.getuid?.()
  if (me !== undefined && me !== 0 && folder.uid !== me)
    return wrong(about, `${dataDir} belongs to another user`, `Run this as that user, or: chown -R ${me} ${dataDir}`)
  if ((folder.mode & 0o077) !== 0)
    return wrong(about, `${dataDir} is open to other users of this machine`, `chmod 700 ${dataDir}`)
  const inside = statSync(join(dataDir, 'pglite'), { throwIfNoEntry: false })
  if (inside && inside.uid !== folder.uid)
    return wrong(
      about,
      `the database in ${dataDir} belongs to another user than its folder: a command was run as somebody else`,
      `chown -R ${folder.uid}:${folder.gid} ${dataDir}`,
    )
  const owner = ownerOfDatabase(dataDir)
  if (owner !== undefined)
    return odd(
      about,
      `this is root, and ${dataDir} another user's: its database was not opened`,
      `Run this as that user: sudo -u '#${owner}' …`,
    )
  return well(about, `${dataDir} is its owner's only`)
}

export const isNoFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false

/** Whose the embedded database is where we, as root, are not to open it. */
export function ownerOfDatabase(dataDir: string) {
  const database = join(dataDir, 'pglite')
  return existsSync(database) ? ownerBesidesRoot(database) : undefined
}

/** Those that a container is handed are its only user's, whatever their mode. */
const secretFiles = (env: Env): Finding[] =>
  secretNames
    .map(name => `${name}_FILE` as const)
    .flatMap(name => {
      const file = env[name]
      if (!file || file.startsWith('/run/secrets/') || !isForAll(file)) return []
      return wrong('permissions', `${file} (${name}) is open to all users of this machine`, `chmod 600 ${file}`)
    })

/** A group may be there for it. */
const isForAll = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0

const LEAST_ROOM_BYTES = 500e6

async function disk({ dataDir, databaseUrl, backups, pictures }: Config): Promise<Finding[]> {
  const about = 'disk'
  const room = roomIn(dataDir)
  const size = databaseUrl === undefined ? await sizeOf(join(dataDir, 'pglite')) : 0
  const found: Finding[] = []
  if (room < LEAST_ROOM_BYTES)
    found.push(wrong(about, `${sized(room)} left for ${dataDir}`, 'Make room, or move DATA_DIR.'))
  else if (room < size * 1.2)
    found.push(
      odd(
        about,
        `${sized(room)} left, and the database has ${sized(size)}`,
        'Make room: a backup needs a copy of it for a while.',
      ),
    )
  const { folder, everyHours } = backups
  if (folder && everyHours !== undefined) found.push(...besides('BACKUP_DIR', folder, room))
  if (pictures && 'folder' in pictures) found.push(...besides('PICTURES_DIR', pictures.folder, room))
  return found.length > 0 ? found : [well(about, `${sized(room)} left for ${dataDir}`)]
}

/** Of a folder beside that of the data, where there is so much room. */
function besides(variable: 'BACKUP_DIR' | 'PICTURES_DIR', folder: string, roomForData: number): Finding[] {
  const about = 'disk'
  if (isNoFolder(nearest(folder)))
    return [wrong(about, `${folder} is a file, or lies below one`, `Name a folder in ${variable}.`)]
  if (!isWritable(nearest(folder)))
    return [wrong(about, `${folder} may not be written`, `Look at its owner and mode, or at ${variable}.`)]
  const room = roomIn(folder)
  return room < LEAST_ROOM_BYTES && roomForData >= LEAST_ROOM_BYTES
    ? [wrong(about, `${sized(room)} left for ${folder}`, `Make room, or move ${variable}.`)]
    : []
}

const sized = (bytes: number) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder))
  return bavail * bsize
}

/** Itself, or what is there already of the way to it. */
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
  // Of a default folder in a DATA_DIR that is none, its own finding tells.
  const isThere =
    folder !== undefined && !isNoFolder(dirname(folder)) && statSync(folder, { throwIfNoEntry: false }) !== undefined
  const strays = isThere ? noBackupsIn(folder, now).map(stray => strayIn(folder, stray)) : []
  return [...strays, ...age(plan, { production, isThere, now })]
}

const strayIn = (folder: string, { name, whyNone }: { name: string; whyNone: string }) =>
  odd(
    'backups',
    `${join(folder, name)} ${whyNone}, so it counts as none`,
    'Delete it, or give it another name; where the date is wrong, look at the clock of this machine.',
  )

function age(plan: BackupPlan, { production, isThere, now }: { production: boolean; isThere: boolean; now: Date }) {
  const about = 'backups'
  const { folder, everyHours } = plan
  if (everyHours === undefined)
    return production
      ? [odd(about, 'none is made by itself', 'Set BACKUP_DIR, or say none there and see to it elsewhere.')]
      : []
  if (!isDue({ ...plan, everyHours: everyHours * 2 }, now))
    return [well(about, `as new as they should be, in ${folder}`)]
  const says = !isThere
    ? `${folder} is not there, so there is no backup`
    : newestBackup(plan, now)
      ? `the newest in ${folder} is older than it should be`
      : `there is none in ${folder}`
  const remedy = isThere
    ? 'The log says "backup failed" and why.'
    : 'Look at BACKUP_DIR; the service makes the folder with the first backup, or its log says "backup failed" and why.'
  return [odd(about, says, remedy)]
}
