import { Fault } from '../../../core/errors.ts'
import { keepSessionVersions } from '../engine/access-aside.ts'
import { keepAlive, type Sql, type Transaction, transactUnhurried } from '../engine/client.ts'
import type { StageProgress } from '../engine/load.ts'
import { migrate } from '../engine/migrate.ts'
import { atOneMoment } from './backup.ts'
import {
  continueAfter,
  fillTables,
  firstFilled,
  insertRows,
  lastValuesIn,
  storedRows,
  sumOfRows,
  type TableRows,
  tablesIn,
} from './tables.ts'

export interface CopyReport {
  tables: TableRows[]
  rows: number
}

interface CopyNotes {
  /** Called once it is clear that the copy can be made, before the first row is read. */
  atBegin: (source: Sql) => Promise<void>
  atEnd: (target: Transaction) => Promise<void>
}

/** Copies everything, as it is at one moment, into an empty database: all or nothing. */
export async function copyDatabase(
  from: Sql,
  to: Sql,
  progress: StageProgress,
  { atBegin, atEnd }: CopyNotes,
): Promise<CopyReport> {
  await migrate(to)
  return transactUnhurried(to, async target => {
    const filled = await firstFilled(target, await tablesIn(target))
    if (filled)
      throw new Fault(
        'invalid',
        `The database to copy to is not empty (there are rows in ${filled.name}); name an empty one.`,
      )
    await atBegin(from)
    const copied = atOneMoment(from, async source => {
      const tables = await tablesIn(source)
      progress.begin('Copying', sumOfRows(tables))
      await fillTables(target, tables, progress, async () => {
        for (const table of tables) {
          for await (const rows of storedRows(source, table)) {
            await insertRows(target, table, rows)
            progress.advance(rows.length)
          }
          await continueAfter(target, table, await lastValuesIn(source, table))
        }
      })
      await keepSessionVersions(source, target)
      await atEnd(target)
      return { tables: tables.map(({ name, rows }) => ({ name, rows })), rows: sumOfRows(tables) }
    })
    return keepAlive(target, () => copied)
  })
}
