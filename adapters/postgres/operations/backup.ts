import type { ActBy } from '../../../core/audit/audit.ts'
import { Fault } from '../../../core/errors.ts'
import { commit, releaseName } from '../../program/release.ts'
import { endAccess, putAccessAside } from '../engine/access-aside.ts'
import { COMMIT_BEFORE, isBeforeBaseline, migrationsFor } from '../engine/baseline.ts'
import { keepAlive, type Sql, type Transaction, transactUnhurried } from '../engine/client.ts'
import { dropOurs, holdsOurs, refuseDependents, refuseForeign } from '../engine/foreign.ts'
import type { StageProgress } from '../engine/load.ts'
import { appliedIn, applyOne, migrate, readMigrations, refuseEncoding, refuseTaken } from '../engine/migrate.ts'
import { waitForTurn } from '../engine/shared-work.ts'
import { writeDown } from './audit.ts'
import { bringAuditBack, putAuditAside } from './audit-aside.ts'
import { BACKUP_FORMAT, type BackupHead, readBackup, writeBackup } from './backup-file.ts'
import {
  continueAfter,
  fillTables,
  firstFilled,
  insertRows,
  lastValuesIn,
  storedRows,
  sumOfRows,
  tablesIn,
} from './tables.ts'

interface BackupOf {
  file: string
  version: string
  now: Date
  progress: StageProgress
  /** The upgrade that it is made for, if any. */
  upgrade?: BackupHead['upgrade']
}

/** Writes everything that `source` sees, at one moment, to a file. */
export async function backUp(source: Transaction, { file, version, now, progress, upgrade }: BackupOf) {
  const tables = await tablesIn(source)
  const named = (name: string) => tables.find(table => table.name === name) ?? Promise.reject(new Error(name))
  const head: BackupHead = {
    dialin: 'backup',
    format: BACKUP_FORMAT,
    version,
    ...(commit && { commit }),
    createdAt: now.toISOString(),
    migrations: await appliedIn(source),
    ...(upgrade && { upgrade }),
    tables: tables.map(({ name, rows }) => ({ name, rows })),
  }
  progress.begin('Writing', sumOfRows(tables))
  const bytes = await writeBackup(file, {
    head,
    rowsOf: async function* (name) {
      for await (const rows of storedRows(source, await named(name))) {
        progress.advance(rows.length)
        yield rows
      }
    },
    lastValuesOf: async name => lastValuesIn(source, await named(name)),
  })
  return { bytes, head, rows: sumOfRows(tables) }
}

/** A read-only transaction that sees one moment, without a time limit for statements. */
export const atOneMoment = <T>(sql: Sql, work: (sql: Transaction) => Promise<T>): Promise<T> =>
  sql.begin('isolation level repeatable read read only', async sql => {
    await sql`set local statement_timeout = 0`
    return keepAlive(sql, () => work(sql))
  }) as Promise<T>

/** Throws a Fault if a backup is incomplete, or from a release that this one does not know. */
export async function checkBackup(file: string, progress: StageProgress): Promise<BackupHead> {
  const head = await readBackup(file, {
    begin: ({ tables }) => progress.begin('Checking', sumOfRows(tables)),
    take: (_, rows) => progress.advance(rows.length),
  })
  if (!migrationsFor(head.migrations, readMigrations()))
    throw new Fault(
      'invalid',
      `${file} was made by Dialin ${releaseName(head.version, head.commit)}, whose database this release does not know; ${
        isBeforeBaseline(head.migrations)
          ? `it is older than ${COMMIT_BEFORE}: restore it with that, back it up again, and restore that backup`
          : 'restore it with that release, or a newer one'
      }.`,
    )
  return head
}

interface RestoreOf {
  file: string
  head: BackupHead
  force: boolean
  progress: StageProgress
  act: ActBy
  now: Date
}

/**
 * Replaces the content of a database with that of a backup, all or nothing. The tables are created
 * as they were then, and migrated to this release afterwards. No session, link or invitation of
 * either database is valid afterwards. The audit log is kept: returns how many of its lines the
 * backup lacks, or undefined if it could not be read, so that they are lost.
 */
export const restoreInto = (sql: Sql, { file, head, force, progress, act, now }: RestoreOf) =>
  transactUnhurried(sql, async sql => {
    // A service that starts meanwhile waits, and then migrates the restored tables.
    await waitForTurn(sql, 'upgrade')
    await waitForTurn(sql, 'migration')
    await refuseEncoding(sql)
    const { log, access } = await clear(sql, force)
    await refuseTaken(sql)
    for (const migration of migrationsFor(head.migrations, readMigrations()) ?? []) await applyOne(sql, migration)
    const tables = (await tablesIn(sql)).map(table => ({
      ...table,
      rows: head.tables.find(({ name }) => name === table.name)?.rows ?? 0,
    }))
    const named = (name: string) => tables.find(table => table.name === name) ?? Promise.reject(new Error(name))
    progress.begin('Restoring', sumOfRows(tables))
    await fillTables(sql, tables, progress, async () => {
      await readBackup(file, {
        take: async (name, rows) => {
          await insertRows(sql, await named(name), rows)
          progress.advance(rows.length)
        },
        end: async (name, last) => continueAfter(sql, await named(name), last),
      })
    })
    await migrate(sql)
    const ended = await endAccess(sql, access, now)
    const kept = log === 'aside' ? await bringAuditBack(sql) : 0
    const isLost = log === 'unreadable'
    const details = { ...act.details, ...(isLost && { logLost: true }), ...(kept > 0 && { kept }) }
    await writeDown(sql, { ...act, details }, now)
    return { auditLinesKept: isLost ? undefined : kept, ...ended }
  })

/**
 * Drops all tables of ours: only with `force` if they have rows, and never in a database that is
 * not ours. Returns what became of the audit log and of the access data.
 */
async function clear(sql: Transaction, force: boolean) {
  if (!(await holdsOurs(sql))) {
    await refuseForeign(sql)
    return { log: 'none', access: 'none' } as const
  }
  const filled = force ? undefined : await firstFilled(sql, await tablesIn(sql))
  if (filled)
    throw new Fault(
      'invalid',
      `The database is not empty (there are rows in ${filled.name}); to replace everything in it with the backup, use --force.`,
    )
  await refuseDependents(sql)
  const log = (await putAuditAside(sql)) ? 'aside' : 'unreadable'
  const access = (await putAccessAside(sql)) ? 'aside' : 'unreadable'
  await dropOurs(sql)
  return { log, access } as const
}
