import { existsSync } from 'node:fs'
import { makeBackup, makeDueBackup, restoreBackup } from '../../adapters/backups/backups.ts'
import { copyBetween } from '../../adapters/backups/copy.ts'
import type { World } from '../../adapters/compose.ts'
import { backupPlanIn } from '../../adapters/config/backup-plan.ts'
import { placeIn, placeOf } from '../../adapters/config/place.ts'
import { Fault } from '../../core/errors.ts'
import { STANDARD_STREAM } from '../files.ts'
import { untilInterrupted } from '../interrupt.ts'
import { complain, inThousands, print, printJson, table } from '../print.ts'
import { progressOfStages } from '../progress.ts'
import { terminal } from '../terminal.ts'
import { whoActs } from '../who-acts.ts'
import { actThen, readWorld } from '../world.ts'

interface CopyOptions {
  to: string
  from?: string
  json?: boolean
}

export async function copy({ to, from, json }: CopyOptions) {
  const source = from === undefined ? placeIn(terminal().env) : placeOf('--from', from)
  const target = placeOf('--to', to)
  if ((source.databaseUrl ?? source.dataDir) === (target.databaseUrl ?? target.dataDir))
    throw new Fault('invalid', '--to is the database you’re copying from. Name a different, empty one.')

  const bars = progressOfStages()
  const report = await untilInterrupted(() =>
    copyBetween(source, target, { who: whoActs(), now: new Date(), progress: bars }),
  ).finally(bars.done)
  if (!report.isWrittenDown) complain(unwritten(report.from))
  if (json) return printJson(report)
  printTables(report.tables)
  print(`${inThousands(report.rows)} rows copied and counted, from ${report.from} to ${report.to}.`)
}

const unwritten = (place: string) =>
  `This wasn’t recorded in the audit log of ${place}, because the database is read-only or from an older release.`

const printTables = (tables: readonly { name: string; rows: number }[]) =>
  print(
    table<(typeof tables)[number]>(
      [
        { heading: 'Table', of: ({ name }) => name },
        { heading: 'Rows', of: ({ rows }) => inThousands(rows), align: 'right' },
      ],
      tables.filter(({ rows }) => rows > 0),
    ),
  )

interface BackupOptions {
  ifDue?: boolean
  force?: boolean
  json?: boolean
}

export async function backup(file: string | undefined, { ifDue, force, json }: BackupOptions) {
  const { env } = terminal()
  const place = placeIn(env)
  const bars = progressOfStages()
  const plan = backupPlanIn(env, place.dataDir)
  if (ifDue && (file !== undefined || plan.everyHours === undefined))
    throw new Fault('invalid', '--if-due backs up to BACKUP_DIR. Set BACKUP_DIR and leave out the file name.')
  if (file !== undefined && file !== STANDARD_STREAM && !force && existsSync(file))
    throw new Fault('invalid', `${file} already exists. Name another file, or use --force to replace it.`)
  const wanted = { plan, who: whoActs(), now: new Date(), progress: bars }
  const report = await untilInterrupted(() =>
    ifDue ? makeDueBackup(place, wanted) : makeBackup(place, { file, ...wanted }),
  ).finally(bars.done)
  if (!report) return json ? printJson({}) : print('No backup is due, or one is already being made.')
  if (!report.isWrittenDown) complain(unwritten(report.from))
  // Standard output is the backup itself, so print nothing more.
  if (file === STANDARD_STREAM) return
  if (json) return printJson(report)
  printTables(report.tables)
  print(`${inThousands(report.rows)} rows of ${report.from} are in ${report.file} (${megabytes(report.bytes)} MB).`)
  if (report.deleted.length > 0) print(`Deleted older backups: ${report.deleted.join(', ')}`)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

export async function restore(file: string, { force = false, json }: { force?: boolean; json?: boolean }) {
  if (file === STANDARD_STREAM)
    throw new Fault(
      'invalid',
      'A backup is checked before it is restored, so it is read twice: save it to a file first.',
    )
  const bars = progressOfStages()
  const place = placeIn(terminal().env)
  const report = await untilInterrupted(() =>
    restoreBackup(file, { place, force, who: whoActs(), now: new Date(), progress: bars }),
  ).finally(bars.done)
  const { auditLinesKept: kept, accountsKeptDisabled: disabled, mailsDropped: mails } = report
  if (kept === null)
    complain('The old audit log could not be read, so its lines are lost; those in the backup were restored.')
  if (disabled === null)
    complain('We couldn’t read which accounts were disabled. Check "dialin users list" and disable them again.')
  if (json) return printJson(report)
  printTables(report.tables)
  print(`${inThousands(report.rows)} rows, as they were at ${report.createdAt}, are in ${report.to}.`)
  if (kept)
    print(
      kept === 1
        ? 'One line of the old audit log that is not in the backup is kept.'
        : `${inThousands(kept)} lines of the old audit log that are not in the backup are kept.`,
    )
  if (disabled)
    print(
      `${inThousands(disabled)} ${disabled === 1 ? 'account' : 'accounts'} disabled since the backup ${disabled === 1 ? 'stays' : 'stay'} disabled.`,
    )
  if (mails)
    print(
      mails === 1
        ? 'One email waiting in the backup will not be sent, because it may have been sent since.'
        : `${inThousands(mails)} emails waiting in the backup will not be sent, because they may have been sent since.`,
    )
  print('Everybody has to sign in again, and earlier links and invitations no longer work.')
}

export async function verify({ repair = false, json }: { repair?: boolean; json?: boolean }) {
  const recompute = (world: World) =>
    world.verify(repair, figure => {
      if (!json) print(`Recomputing ${figure} …`)
    })
  const checks = repair
    ? await actThen(
        'db verify',
        async () => ({ done: undefined, on: { kind: 'database' }, details: { repair } }),
        recompute,
      )
    : await readWorld(recompute)
  const off = checks.filter(({ drift }) => drift.length > 0)
  if (json) printJson({ ok: off.length === 0, checks })
  else if (off.length === 0) print('All stored figures are correct.')
  for (const { name, drift, repaired } of json ? [] : off) {
    print(`\n${name}: ${repaired ? 'corrected' : 'wrong'}`)
    print(
      table<(typeof drift)[number]>(
        [
          { heading: 'What', of: ({ what }) => what },
          { heading: 'Stored', of: ({ stored }) => stored ?? '' },
          { heading: 'Actual', of: ({ counted }) => counted ?? '' },
        ],
        drift.slice(0, 10),
      ),
    )
    if (drift.length > 10) print(`… and ${drift.length - 10} more, or many more`)
  }
  if (off.length > 0 && !repair) {
    if (!json) print('\n`dialin db verify --repair` corrects them.')
    terminal().exitCode = 1
  }
}
