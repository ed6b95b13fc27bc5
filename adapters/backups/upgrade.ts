import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import { version } from '../../package.json'
import { type BackupPlan, BEFORE_UPGRADE, backupName, backupsBeforeUpgrade, forgetOld } from '../config/backup-plan.ts'
import { type Place, placeName } from '../config/place.ts'
import { isPooled, type Sql, type Transaction } from '../postgres/engine/client.ts'
import type { StageProgress } from '../postgres/engine/load.ts'
import {
  appliedIn,
  isAtThisRelease,
  isOlderRelease,
  migrate,
  readMigrations,
  upgradeBegunFrom,
} from '../postgres/engine/migrate.ts'
import { unlessUnderWay } from '../postgres/engine/shared-work.ts'
import { atOneMoment, backUp } from '../postgres/operations/backup.ts'
import { readHead } from '../postgres/operations/backup-file.ts'
import { isWayBack, upgradeFrom } from '../postgres/operations/upgrade-state.ts'
import { unlessLocked } from '../program/folder-lock.ts'
import { errorFields, type Log } from '../program/log.ts'
import type { StepsDone } from '../program/steps.ts'
import { troubleOf } from '../trouble/trouble.ts'
import { plannedFile } from './backups.ts'

interface Upgrade {
  place: Place
  plan: BackupPlan
  now: Date
  log: Log
  /**
   * Called before an upgrade begins, by this instance or another; not called if there is nothing to
   * do.
   */
  begin?: (() => void) | undefined
  /** Called after each migration. */
  stepsDone?: StepsDone | undefined
  migrations?: ReturnType<typeof readMigrations>
}

/**
 * Upgrades a database to this release, after backing up an older one. If several instances start
 * together, one does both while the others wait, because a database between two migrations must not
 * be backed up.
 */
export async function bringForward(sql: Sql, { migrations = readMigrations(), begin, stepsDone, ...rest }: Upgrade) {
  const { place, log } = rest
  if (await isAtThisRelease(sql, migrations)) return
  const upgrade = async () => {
    const wayBack = await atOneMoment(sql, sql => wayBackFrom(sql, { migrations, ...rest }))
    await migrate(sql, migrations, stepsDone).catch(async error => {
      log.error('upgrade failed', errorFields(error))
      throw await stopped(sql, error, { place, migrations, wayBack })
    })
  }
  if (await isOlderRelease(sql, migrations)) begin?.()
  while (await isOlderRelease(sql, migrations)) {
    // Processes that share a data folder also share its engine, so a lock in the database would not
    // keep them apart.
    const done =
      place.databaseUrl === undefined
        ? await unlessLocked(join(place.dataDir, 'upgrade-lock'), upgrade)
        : await unlessUnderWay(sql, 'upgrade', upgrade)
    if (!done) await Bun.sleep(LOOK_AGAIN_AFTER_MS)
  }
  await migrate(sql, migrations, stepsDone)
}

const LOOK_AGAIN_AFTER_MS = 200

/**
 * The state before an upgrade: how many migrations had been applied, and the backup of it, if there
 * is one.
 */
interface WayBack {
  migrations: number
  file: string | undefined
}

/**
 * The backup made when an unfinished upgrade began; otherwise a new one. If that upgrade began
 * without a backup (BACKUP_DIR was none), there is none: a backup made now would hold a database
 * between two releases.
 */
async function wayBackFrom(
  source: Transaction,
  { plan, now, log, migrations }: Required<Pick<Upgrade, 'plan' | 'now' | 'log' | 'migrations'>>,
): Promise<WayBack> {
  const done = (await appliedIn(source)).length
  const from = (await upgradeBegunFrom(source)) ?? done
  // Another instance may have finished it meanwhile.
  if (plan.folder === undefined || !(await isOlderRelease(source, migrations)))
    return { migrations: from, file: undefined }
  for (const file of backupsBeforeUpgrade(plan.folder, now)) {
    const head = await readHead(file)
    if (head?.migrations.length !== from || !(await isWayBack(source, head))) continue
    log.info('backup before upgrade is there', { file })
    return { migrations: from, file }
  }
  if (done !== from) {
    log.warn('no backup from before this upgrade', { migrations: done })
    return { migrations: from, file: undefined }
  }
  const file = plannedFile(plan, backupName(now, BEFORE_UPGRADE))
  const upgrade = await upgradeFrom(source)
  const { bytes, rows } = await backUp(source, { file, version, now, progress: silent, upgrade })
  log.info('backup before upgrade', { file, rows, bytes })
  forgetOld(plan, now)
  return { migrations: from, file }
}

const silent: StageProgress = { begin: () => {}, advance: () => {} }

interface Stopped {
  place: Place
  migrations: ReturnType<typeof readMigrations>
  wayBack: WayBack
}

/** Why an upgrade stopped, how to go on, and how to go back. */
async function stopped(sql: Sql, error: unknown, { place, migrations, wayBack }: Stopped): Promise<Fault> {
  const known = troubleOf(error, placeName(place))
  const why =
    known?.message ??
    `This is a bug in Dialin, please report it: ${error instanceof Error ? error.message : String(error)}.`
  const done = await appliedIn(sql).catch(() => undefined)
  const at = done && migrations[done.length]?.name
  return new Fault(
    known?.code ?? 'invalid',
    [
      `The upgrade stopped${at ? ` at ${at}` : ''}. ${why}`,
      ...(known?.code === 'service-down' && isPooled(place.databaseUrl) ? [POOLER_HINT] : []),
      'When that is fixed, start this release or a newer one: it continues where this one stopped.',
      goingBack(wayBack, done?.length),
    ].join(' '),
  )
}

const POOLER_HINT =
  'If the log of PgBouncer says "query timeout", remove query_timeout from its settings and set a limit on the role instead (docs/postgresql.md).'

function goingBack({ migrations, file }: WayBack, done: number | undefined) {
  if (done === migrations) return 'To go back, start the release that you ran before: the database has not changed.'
  return file === undefined
    ? 'To go back, you need a backup of your own: Dialin made none before this upgrade, because BACKUP_DIR was "none" or the file is gone. Stop the service, run "dialin db restore FILE --force" with the release that you ran before and that backup, then start that release.'
    : `To go back, stop the service, run "dialin db restore ${file} --force" with the release that you ran before, then start that release.`
}
