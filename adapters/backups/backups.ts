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
  /** Null where it is not known. */
  commit: string | null
  createdAt: string
  bytes: number
  rows: number
  tables: TableRows[]
  /** Older backups that went. */
  deleted: string[]
  /** False where the audit log there takes no line. */
  isWrittenDown: boolean
}

/** A backup of a database in use, of one moment, into a file or, with a name of its own, into the folder of the plan. */
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
  // Before it begins: what leaves the database has a line there, and the line is in the backup.
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

/** The same where the plan says that it is time and nobody else is at it, else undefined: of several instances one makes it. */
export async function makeDueBackup(
  place: Place,
  wanted: Omit<Parameters<typeof makeBackup>[1], 'file'>,
): Promise<BackupReport | undefined> {
  refuseNoDatabase(place)
  // Whoever was at it a moment ago has left one.
  const make = async () =>
    isDue(wanted.plan, wanted.now) ? makeBackup(place, { file: undefined, ...wanted }) : undefined
  if (place.databaseUrl !== undefined)
    return fromServer(place, async sql => (await unlessUnderWay(sql, 'backup', make))?.result)
  privateFolder(place.dataDir)
  return (await unlessLocked(join(place.dataDir, 'backup-lock'), make))?.result
}

/** In the folder of the plan, which is made. */
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
 * The embedded engine does one thing at a time: whoever read all of it would stop everybody else for as long. So its
 * files are copied, for which it is held between two transactions, and an engine of our own reads the copy, which
 * begins as after a power cut.
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
  // Beside the original: there it may share its blocks, and is as private.
  const { folder, remove } = folderForCopy(place.dataDir)
  try {
    await fromServer(place, async sql => {
      await before(sql)
      // What is on the disk already need not be done over in the copy.
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

/** Made and known to be in the way at once: whoever ends the process may do so at the next moment. */
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

/** What a killed backup has left. */
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
  /** Lines of the audit log that was there which the backup lacks; null where it could not be read. */
  auditLinesKept: number | null
  /** Accounts that were disabled in what was there and not yet in the backup; null where that could not be read. */
  accountsKeptDisabled: number | null
  /** Mails that waited in the backup, which may have been sent since. */
  mailsDropped: number
}

/** Puts a backup in the place of what a database holds. It is read to its end before anything is touched. */
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
  // That took a while.
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
    throw new Fault(
      'invalid',
      `Somebody works with the database in ${placeName(place)}, and would wait until all is restored; stop the service first.`,
    )
}
