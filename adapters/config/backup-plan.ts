import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HOUR_MS } from '../../core/dates.ts'
import { ConfigError } from './config-error.ts'
import { type Env, variableIn } from './env.ts'
import { isLeftOver } from './leftovers.ts'

/** Where backups go that nobody names a file for, and how many stay. */
export interface BackupPlan {
  /** Undefined where none is wanted, not even before an upgrade. */
  folder: string | undefined
  keep: number
  /** Undefined where none is made by itself, but before an upgrade. */
  everyHours: number | undefined
}

export function backupPlanIn(env: Env, dataDir: string): BackupPlan {
  const { BACKUP_DIR: folder } = env
  const stray = (['BACKUP_KEEP', 'BACKUP_EVERY_HOURS'] as const).find(
    name => env[name] && (!folder || folder === 'none'),
  )
  if (stray) throw new ConfigError(`${stray} needs BACKUP_DIR: say in which folder backups are kept.`)
  const keep = variableIn(env, 'BACKUP_KEEP') ?? 7
  const everyHours = variableIn(env, 'BACKUP_EVERY_HOURS') ?? 24
  if (folder === 'none') return { folder: undefined, keep, everyHours: undefined }
  return folder
    ? { folder: resolve(folder), keep, everyHours }
    : { folder: join(dataDir, 'backups'), keep, everyHours: undefined }
}

/** By its moment: names sort as backups were made. */
export const backupName = (now: Date, why: '' | typeof BEFORE_UPGRADE = '') =>
  `dialin-${now.toISOString().replace(/[:.]/g, '-')}${why}.backup.zst`

/** In the name of one that was made before an upgrade, and is the way back. */
export const BEFORE_UPGRADE = '.before-upgrade'

const ours = new RegExp(
  String.raw`^dialin-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:${RegExp.escape(BEFORE_UPGRADE)})?\.backup\.zst(\.part)?$`,
)

/** A clock that was set right a moment ago is no reason for doubt. */
const AHEAD_AT_MOST_MS = 10 * 60_000

/** What has the name of a backup, the newest first, and why it is none where it is not. */
function namedIn(folder: string, now: Date) {
  return readdirSync(folder)
    .filter(name => ours.test(name) && !name.endsWith('.part'))
    .sort()
    .toReversed()
    .map(name => {
      const madeAt = new Date(name.replace(ours, '$1T$2:$3:$4.$5Z'))
      const isEmpty = !statSync(join(folder, name), { throwIfNoEntry: false })?.size
      const isAhead = !(madeAt.getTime() - now.getTime() <= AHEAD_AT_MOST_MS)
      return { name, madeAt, whyNone: isEmpty ? 'is empty' : isAhead ? 'is dated in the future' : undefined }
    })
}

/** The backups of a folder, the newest first. */
const backupsIn = (folder: string, now: Date) => namedIn(folder, now).filter(({ whyNone }) => whyNone === undefined)

/** What only has the name of a backup: nothing else counts it, or deletes it. */
export const noBackupsIn = (folder: string, now: Date) =>
  namedIn(folder, now).flatMap(({ name, whyNone }) => (whyNone === undefined ? [] : { name, whyNone }))

/** The newest backup of a folder, if there is one. */
export function newestBackup({ folder }: BackupPlan, now: Date) {
  const newest = folder && statSync(folder, { throwIfNoEntry: false }) && backupsIn(folder, now)[0]
  return newest ? { file: join(folder, newest.name), madeAt: newest.madeAt } : undefined
}

/** Those that were made before an upgrade, the newest first. */
export const backupsBeforeUpgrade = (folder: string, now: Date) =>
  statSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : backupsIn(folder, now)
        .filter(({ name }) => name.includes(BEFORE_UPGRADE))
        .map(({ name }) => join(folder, name))

/** Whether the newest backup is older than so many hours, or there is none. */
export function isDue(plan: BackupPlan, now: Date) {
  if (plan.folder === undefined || plan.everyHours === undefined) return false
  const newest = newestBackup(plan, now)
  return !newest || now.getTime() - newest.madeAt.getTime() >= plan.everyHours * HOUR_MS
}

/**
 * Deletes all but the newest and the last one before an upgrade, which is the way back while that is not done (an upgrade
 * that is tried again makes no other), and what a killed backup has left; whatever else lies
 * there stays. Returns what went.
 */
export function forgetOld({ folder, keep }: BackupPlan, now: Date): string[] {
  if (folder === undefined) return []
  const left = readdirSync(folder)
    .filter(name => ours.test(name) && name.endsWith('.part'))
    .filter(name => isLeftOver(join(folder, name), now))
  const all = backupsIn(folder, now).map(({ name }) => name)
  const wayBack = all.find(name => name.includes(BEFORE_UPGRADE))
  const old = all.slice(keep).filter(name => name !== wayBack)
  for (const name of [...old, ...left]) rmSync(join(folder, name), { force: true })
  return old
}
