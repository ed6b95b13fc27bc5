import { join } from 'node:path'
import { version } from '../package.json'
import { type BackupPlan, BEFORE_UPGRADE, backupName, forgetOld } from './backup-plan.ts'
import { plannedFile } from './backups.ts'
import { unlessLocked } from './folder-lock.ts'
import type { Log } from './log.ts'
import type { Place } from './place.ts'
import { atOneMoment, backUp } from './postgres/backup.ts'
import type { Sql, Transaction } from './postgres/client.ts'
import type { StageProgress } from './postgres/load.ts'
import { isAtThisRelease, isOlderRelease, migrate } from './postgres/migrate.ts'
import { unlessUnderWay } from './postgres/shared-work.ts'
import type { StepsDone } from './steps.ts'

interface Upgrade {
  place: Place
  plan: BackupPlan
  now: Date
  log: Log
  /** Told before it begins, here or elsewhere; not where there is nothing to do. */
  begin?: (() => void) | undefined
  /** Told after each migration. */
  stepsDone?: StepsDone | undefined
}

/**
 * Brings a database to this release, and makes a backup of an older one before its tables change. Of several instances that
 * start together, one does both while the others wait: between two migrations there is nothing to back up.
 */
export async function bringForward(sql: Sql, { place, plan, now, log, begin, stepsDone }: Upgrade) {
  if (await isAtThisRelease(sql)) return
  const backUpFrom = async (source: Transaction) => {
    if (plan.folder === undefined || !(await isOlderRelease(source))) return
    const file = plannedFile(plan, backupName(now, BEFORE_UPGRADE))
    const { bytes, rows } = await backUp(source, { file, version, now, progress: silent })
    log.info('backup before upgrade', { file, rows, bytes })
    forgetOld(plan, now)
  }
  const upgrade = async () => {
    await atOneMoment(sql, backUpFrom)
    await migrate(sql, undefined, stepsDone)
  }
  if (await isOlderRelease(sql)) begin?.()
  while (await isOlderRelease(sql)) {
    // Processes that share a folder share its engine, too: a lock in there would be everybody's.
    const done =
      place.databaseUrl === undefined
        ? await unlessLocked(join(place.dataDir, 'upgrade-lock'), upgrade)
        : await unlessUnderWay(sql, 'upgrade', upgrade)
    if (!done) await Bun.sleep(LOOK_AGAIN_AFTER_MS)
  }
  await migrate(sql, undefined, stepsDone)
}

const LOOK_AGAIN_AFTER_MS = 200

const silent: StageProgress = { begin: () => {}, advance: () => {} }
