import { constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { atMost } from '../../core/cut.ts'
import { Fault } from '../../core/errors.ts'
import { version } from '../../package.json'
import { type BackupPlan, backupName, forgetOld, isDue } from '../config/backup-plan.ts'
import { isLeftOver, removedAtExit } from '../config/leftovers.ts'
import { type Place, placeName } from '../config/place.ts'
import { privateFolder } from '../config/private-folder.ts'
import { forgetEquipment } from '../equipment/equipment-cache.ts'
import type { Sql } from '../postgres/engine/client.ts'
import { isInUse } from '../postgres/engine/embedded.ts'
import type { StageProgress } from '../postgres/engine/load.ts'
import { hasOthersAtWork } from '../postgres/engine/others-at-work.ts'
import { unlessUnderWay } from '../postgres/engine/shared-work.ts'
import { writeDownIfCan } from '../postgres/operations/audit.ts'
import { atOneMoment, backUp, checkBackup, restoreInto } from '../postgres/operations/backup.ts'
import type { TableRows } from '../postgres/operations/tables.ts'
import { fileTrouble } from '../program/file-trouble.ts'
import { unlessLocked } from '../program/folder-lock.ts'
import { reachDatabase, refuseNoDatabase } from '../trouble/reach.ts'

interface BackupReport {
  file: string
  from: string
  version: string
  /** Null if unknown. */
  commit: string | null
  createdAt: string
  bytes: number
  rows: number
  tables: TableRows[]
  /** Older backups that were deleted. */
  deleted: string[]
  /**
   * False if no line could be added to the audit log, for example because the database is
   * read-only.
   */
  isWrittenDown: boolean
}

/**
 * Backs up a database, as of one moment and while it is in use, to the given file or to a newly
 * named file in the plan's folder.
 */
export async function makeBackup(
  place: Place,
  {
    file,
    plan,
    who,
    now,
    progress,
  }: { file: string | undefined; plan: BackupPlan; who: string; now: Date; progress: StageProgress },
): Promise<BackupReport> {
  refuseNoDatabase(place)
  const target = file ?? plannedFile(plan, backupName(now))
  const act = { who, act: 'db backup', on: { kind: 'database' }, details: { file: atMost(target, 200) } } as const
  // Added before the backup is read: taking data out of the database leaves a line in its audit
  // log, and the backup contains that line.
  let isWrittenDown = false
  const note = async (sql: Sql) => {
    isWrittenDown = await writeDownIfCan(sql, act, now)
  }
  const read = (source: Sql) => atOneMoment(source, sql => backUp(sql, { file: target, version, now, progress }))
  const { bytes, head, rows } =
    place.databaseUrl === undefined
      ? await fromCopy(place, note, read)
      : await fromServer(place, async sql => {
          await note(sql)
          return read(sql)
        })
  const deleted = file === undefined ? forgetOld(plan, now) : []
  return {
    file: target,
    from: placeName(place),
    version,
    commit: head.commit ?? null,
    createdAt: head.createdAt,
    bytes,
    rows,
    tables: head.tables,
    deleted,
    isWrittenDown,
  }
}

/**
 * Makes a backup if the plan says it is due and no other instance is making one; undefined
 * otherwise.
 */
export async function makeDueBackup(
  place: Place,
  wanted: Omit<Parameters<typeof makeBackup>[1], 'file'>,
): Promise<BackupReport | undefined> {
  refuseNoDatabase(place)
  // Checked again while holding the lock: another instance may just have made one.
  const make = async () =>
    isDue(wanted.plan, wanted.now) ? makeBackup(place, { file: undefined, ...wanted }) : undefined
  if (place.databaseUrl !== undefined)
    return fromServer(place, async sql => (await unlessUnderWay(sql, 'backup', make))?.result)
  privateFolder(place.dataDir)
  return (await unlessLocked(join(place.dataDir, 'backup-lock'), make))?.result
}

/** The path of a backup in the plan's folder, which is created if missing. */
export function plannedFile({ folder }: BackupPlan, name: string) {
  if (folder === undefined)
    throw new Fault('invalid', 'BACKUP_DIR is none, so there is no folder for backups; name a file.')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const trouble = fileTrouble(error, folder)
    if (!trouble) throw error
    throw new Fault(
      'invalid',
      `The folder for backups (BACKUP_DIR) cannot be created, so no backup was made. ${trouble.message}`,
    )
  }
  return join(folder, name)
}

async function fromServer<T>(place: Place, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = await reachDatabase(place)
  return work(sql).finally(() => close())
}

/**
 * The embedded engine runs one query at a time, so reading the whole database would block everyone
 * else for as long. Instead, its files are copied while it is paused between two transactions, and
 * a second engine reads the copy, which recovers as it would after a power cut.
 */
async function fromCopy<T>(
  place: Place,
  before: (sql: Sql) => Promise<void>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const copy = await copiedFiles(place, before)
  try {
    return await fromServer({ databaseUrl: undefined, dataDir: copy.folder }, work)
  } finally {
    copy.remove()
  }
}

async function copiedFiles(place: Place, before: (sql: Sql) => Promise<void>) {
  privateFolder(place.dataDir)
  await forgetCopies(place.dataDir, new Date())
  // Next to the original, where a copy can share its disk blocks and is just as private.
  const { folder, remove } = folderForCopy(place.dataDir)
  try {
    await fromServer(place, async sql => {
      await before(sql)
      // The less there is in the write-ahead log, the less the copy has to replay.
      await sql`checkpoint`
      await sql.begin(async sql => {
        await sql`select 1`
        await copyFolder(join(place.dataDir, 'pglite'), join(folder, 'pglite'))
      })
    })
    return { folder, remove }
  } catch (error) {
    remove()
    throw fileTrouble(error, place.dataDir) ?? error
  }
}

/**
 * Created synchronously and registered for removal at once: the process may be stopped at any
 * moment.
 */
function folderForCopy(dataDir: string) {
  try {
    const folder = mkdtempSync(join(dataDir, 'copy-'))
    return { folder, remove: removedAtExit(folder) }
  } catch (error) {
    throw fileTrouble(error, dataDir) ?? error
  }
}

async function copyFolder(from: string, to: string) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => join(to, relative(from, join(entry.parentPath, entry.name)))
  await mkdir(to, { mode: 0o700 })
  for (const entry of entries) if (entry.isDirectory()) await mkdir(pathOf(entry), { recursive: true, mode: 0o700 })
  for (const entry of entries)
    if (entry.isFile()) await copyFile(join(entry.parentPath, entry.name), pathOf(entry), constants.COPYFILE_FICLONE)
}

/** Deletes copies left behind by backups that were killed. */
async function forgetCopies(dataDir: string, now: Date) {
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name)
    if (/^copy-\w+$/.test(name) && isLeftOver(folder, now)) rmSync(folder, { recursive: true, force: true })
  }
}

interface RestoreReport {
  file: string
  to: string
  version: string
  commit: string | null
  createdAt: string
  rows: number
  tables: TableRows[]
  /**
   * Audit lines of the replaced database that the backup lacked, and that were kept; null if its
   * log could not be read.
   */
  auditLinesKept: number | null
  /**
   * Accounts that were disabled in the replaced database but not yet in the backup, and stay
   * disabled; null if that could not be read.
   */
  accountsKeptDisabled: number | null
  /**
   * Mails that were queued in the backup. They are dropped, because they may have been sent since.
   */
  mailsDropped: number
}

/**
 * Replaces the contents of a database with a backup. The file is read to its end before anything is
 * changed.
 */
export async function restoreBackup(
  file: string,
  {
    place,
    force,
    who,
    now,
    progress,
  }: { place: Place; force: boolean; who: string; now: Date; progress: StageProgress },
): Promise<RestoreReport> {
  await refuseInUse(place)
  const head = await checkBackup(resolve(file), progress)
  // Again, because checking the file took a while.
  await refuseInUse(place)
  const details = { file: atMost(resolve(file), 200), of: head.createdAt }
  const act = { who, act: 'db restore', on: { kind: 'database' }, details } as const
  const { sql, close } = await reachDatabase(place)
  const restored = { file: resolve(file), head, force, progress, act, now }
  const { auditLinesKept, ...kept } = await restoreInto(sql, restored).finally(() => close())
  forgetEquipment(place)
  const { version, commit = null, createdAt, tables } = head
  return {
    file,
    to: placeName(place),
    version,
    commit,
    createdAt,
    tables,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    auditLinesKept: auditLinesKept ?? null,
    ...kept,
  }
}

async function refuseInUse(place: Place) {
  if (place.databaseUrl === undefined ? await isInUse(place.dataDir) : await fromServer(place, hasOthersAtWork))
    throw new Fault('invalid', `The database in ${placeName(place)} is in use. Stop the service before you restore.`)
}
