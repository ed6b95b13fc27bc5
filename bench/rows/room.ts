import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { ask } from '../load/load.ts'
import type { Server } from '../processes.ts'
import { type BenchRow, mustBeAtMost } from '../row.ts'
import type { SeededWorld } from '../worlds.ts'
import { sideQuestions } from './questions.ts'

/** The most bytes that a row with its indexes may take on disk, as assumed in docs/scale.md. */
const mostBytes = { recipes: 4000, votes: 200, brew_logs: 500 }
/** The most bytes that a write may take in the log, likewise. */
const mostLogged = { vote: 5000, 'log a brew': 2000 }
const WRITES = 200

export async function roomTaken({ sql, samples }: SeededWorld, { port }: Server): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [table, most] of Object.entries(mostBytes)) {
    const [size] = await sql<{ table: number; indexes: number; rows: number; kinds: number }[]>`
      select pg_table_size(${table}::regclass) as table,
             pg_indexes_size(${table}::regclass) as indexes,
             (select count(*) from ${sql(table)}) as rows,
             (select count(*) from pg_index where indrelid = ${table}::regclass) as kinds`
    if (!size) continue
    const each = (bytes: number) => Math.round(bytes / size.rows)
    rows.push({
      group: 'room',
      name: `a row of ${table}`,
      measured: `${each(size.table)} B and ${each(size.indexes)} B in ${size.kinds} indexes`,
      ...mustBeAtMost(each(size.table + size.indexes), most, ' B'),
    })
  }
  for (const [name, most] of Object.entries(mostLogged)) {
    const requests =
      sideQuestions
        .find(question => question.name === name)
        ?.requests(samples)
        .slice(0, WRITES) ?? []
    const before = await writtenUpTo(sql)
    for (const request of requests) await ask(port, request)
    const [log] = await sql<{ bytes: number }[]>`select pg_current_wal_insert_lsn() - ${before}::pg_lsn as bytes`
    rows.push({
      group: 'write-ahead log',
      name,
      measured: `${requests.length} one by one, without full pages`,
      ...mustBeAtMost((log?.bytes ?? 0) / requests.length, most, ' B'),
    })
  }
  return rows
}

async function writtenUpTo(sql: Sql) {
  const [log] = await sql<{ place: string }[]>`select pg_current_wal_insert_lsn()::text as place`
  return log?.place ?? '0/0'
}
