import { Fault } from '../../core/errors.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { migrate } from './migrate.ts'

export interface CopyReport {
  tables: { name: string; rows: number }[]
  rows: number
}

export interface CopyProgress {
  begin: (rows: number) => void
  advance: (rows: number) => void
}

interface Table {
  name: string
  columns: string[]
  /** Columns with a sequence behind them, which must go on after the last copied value. */
  identities: string[]
  /** Whether its rows are bytes, of which a few are as much as a thousand others. */
  isLarge: boolean
  rows: number
}

/** Copies everything from one database, at this release, into an empty one, all or nothing, from one moment of the source. */
export async function copyDatabase(from: Sql, to: Sql, progress: CopyProgress): Promise<CopyReport> {
  await migrate(to)
  return (await from.begin('isolation level repeatable read read only', source =>
    transact(to, async target => {
      const tables = await tablesOf(source)
      await refuseFilled(target, tables)
      progress.begin(tables.reduce((sum, table) => sum + table.rows, 0))
      // Counters and other derived columns arrive as they are: no trigger may count the rows again.
      for (const { name } of tables) await target`alter table ${target(name)} disable trigger user`
      for (const table of tables) await copyTable(source, target, table, progress.advance)
      for (const { name } of tables) await target`alter table ${target(name)} enable trigger user`
      await verifyCopy(target, tables)
      return { tables: tables.map(({ name, rows }) => ({ name, rows })), rows: sumOf(tables) }
    }),
  )) as CopyReport
}

const BATCH_ROWS = 1000
const LARGE_BATCH_ROWS = 10
const sumOf = (tables: Table[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** Every table that keeps something, referenced tables first. */
async function tablesOf(source: Transaction): Promise<Table[]> {
  const found = await source<(Omit<Table, 'rows'> & { needs: string[] })[]>`
    select class.relname as name,
           (select array_agg(attname::text order by attnum)
            from pg_attribute
            where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
           (select coalesce(array_agg(attname::text), '{}')
            from pg_attribute
            where attrelid = class.oid and attnum > 0 and attidentity <> '') as identities,
           exists (
             select
             from pg_attribute
             where attrelid = class.oid and attnum > 0 and atttypid = 'bytea'::regtype
           ) as is_large,
           (select coalesce(array_agg(distinct other.relname::text), '{}')
            from pg_constraint
            join pg_class other on other.oid = confrelid
            where conrelid = class.oid and contype = 'f' and confrelid <> class.oid) as needs
    from pg_class class
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
      -- Unlogged: what may be lost in a crash need not move house.
      and class.relpersistence = 'p'
      and class.relname <> 'migrations'
      and not exists (select 1 from pg_depend where objid = class.oid and deptype = 'e')
    order by class.relname`
  const ordered: Table[] = []
  const waiting = [...found]
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every(need => !waiting.some(({ name }) => name === need)))
    if (at === -1) throw new Error(`Foreign keys form a ring among ${waiting.map(({ name }) => name).join(', ')}.`)
    const [table] = waiting.splice(at, 1)
    if (!table) break
    const { needs: _, ...rest } = table
    ordered.push({ ...rest, rows: await countRows(source, table.name) })
  }
  return ordered
}

export async function countRows(sql: Sql | Transaction, table: string) {
  const [row] = await sql<{ rows: number }[]>`select count(*) as rows from ${sql(table)}`
  return row?.rows ?? 0
}

async function refuseFilled(target: Transaction, tables: Table[]) {
  for (const { name } of tables) {
    const [row] = await target`select 1 from ${target(name)} limit 1`
    if (row)
      throw new Fault(
        'invalid',
        `The database to copy to already holds rows (in ${name}), and nothing is overwritten; give an empty one.`,
      )
  }
}

/** Rows travel as JSON text: every type has an exact form there, on both engines. */
async function copyTable(source: Transaction, target: Transaction, table: Table, advance: (rows: number) => void) {
  const columns = target(table.columns)
  const cursor = source<{ row: string }[]>`select to_jsonb(one)::text as row from ${source(table.name)} one`
  for await (const batch of cursor.cursor(table.isLarge ? LARGE_BATCH_ROWS : BATCH_ROWS)) {
    const rows = `[${batch.map(({ row }) => row).join()}]`
    await target`
      insert into ${target(table.name)} (${columns})
      overriding system value
      select ${columns}
      from jsonb_populate_recordset(null::${target(table.name)}, ${rows}::text::jsonb)`
    advance(batch.length)
  }
  for (const column of table.identities)
    await target`
      select setval(pg_get_serial_sequence(${table.name}, ${column}), max(${target(column)}))
      from ${target(table.name)}
      having max(${target(column)}) is not null`
}

async function verifyCopy(target: Transaction, tables: Table[]) {
  for (const { name, rows } of tables) {
    const arrived = await countRows(target, name)
    if (arrived !== rows) throw new Error(`${rows} rows of ${name} were read but ${arrived} arrived; nothing was kept.`)
  }
}
