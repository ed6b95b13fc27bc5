import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HOUR_MS } from '../../core/dates.ts'
import { ConfigError } from './config-error.ts'
import { type Env, variableIn } from './env.ts'
import { isLeftOver } from './leftovers.ts'

/** Where backups go when no file is named, and how many are kept. */
export interface BackupPlan {
  /** Undefined if no backups are wanted, not even before an upgrade. */
  folder: string | undefined
  keep: number
  /** Undefined if no backups are scheduled; one is still made before an upgrade. */
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

/** Named by time, so that names sort in the order in which backups were made. */
export const backupName = (now: Date, why: '' | typeof BEFORE_UPGRADE = '') =>
  `dialin-${now.toISOString().replace(/[:.]/g, '-')}${why}.backup.zst`

/** Part of the name of a backup that was made before an upgrade. */
export const BEFORE_UPGRADE = '.before-upgrade'

const ours = new RegExp(
  String.raw`^dialin-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:${RegExp.escape(BEFORE_UPGRADE)})?\.backup\.zst(\.part)?$`,
)

/** Tolerates a clock that was corrected a moment ago. */
const AHEAD_AT_MOST_MS = 10 * 60_000

/** Files named like backups, newest first, each with the reason if it does not count as one. */
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

/** Files that are named like backups but are not. They are neither counted nor deleted. */
export const noBackupsIn = (folder: string, now: Date) =>
  namedIn(folder, now).flatMap(({ name, whyNone }) => (whyNone === undefined ? [] : { name, whyNone }))

export function newestBackup({ folder }: BackupPlan, now: Date) {
  const newest = folder && statSync(folder, { throwIfNoEntry: false }) && backupsIn(folder, now)[0]
  return newest ? { file: join(folder, newest.name), madeAt: newest.madeAt } : undefined
}

/** Backups that were made before an upgrade, newest first. */
export const backupsBeforeUpgrade = (folder: string, now: Date) =>
  statSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : backupsIn(folder, now)
        .filter(({ name }) => name.includes(BEFORE_UPGRADE))
        .map(({ name }) => join(folder, name))

/** Whether the newest backup is older than `everyHours`, or there is none. */
export function isDue(plan: BackupPlan, now: Date) {
  if (plan.folder === undefined || plan.everyHours === undefined) return false
  const newest = newestBackup(plan, now)
  return !newest || now.getTime() - newest.madeAt.getTime() >= plan.everyHours * HOUR_MS
}

/**
 * Deletes old backups and what killed backups left behind. Keeps the newest `keep`, and the last
 * one made before an upgrade: until the upgrade is complete it is the way back, and retrying the
 * upgrade makes no other. All other files stay. Returns the names of the deleted backups.
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
