import type { Sql, Transaction } from '../engine/client.ts'
import { type StageProgress, trustNobody, trustReferences, withoutIndexes } from '../engine/load.ts'
import { migrationsIn } from '../engine/migrate.ts'
import { ourTables } from '../engine/our-tables.ts'

/** A table, with everything needed to copy its rows to another database. */
interface StoredTable {
  name: string
  columns: string[]
  /** Columns with a sequence, which must continue after the last value that it gave. */
  identities: string[]
  /** Whether its rows contain bytes: a few of them take up as much room as a thousand others. */
  isLarge: boolean
  isPartitioned: boolean
  rows: number
}

export interface TableRows {
  name: string
  rows: number
}

/** The last value of each sequence of a table, by column; null if it never gave one. */
type LastValues = Record<string, number | null>

/** Every table of ours that is not unlogged, referenced tables first. */
export async function tablesIn(source: Transaction): Promise<StoredTable[]> {
  const found = await source<(Omit<StoredTable, 'rows'> & { needs: string[] })[]>`
    select class.relname as name,
           class.relkind = 'p' as is_partitioned,
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
      -- Unlogged tables may be lost in a crash, so they need not be copied.
      and class.relpersistence = 'p'
      and class.relname = any(${ourTables(await migrationsIn(source))})
    order by class.relname`
  const ordered: StoredTable[] = []
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

export const sumOfRows = (tables: readonly TableRows[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

export async function countRows(sql: Sql | Transaction, table: string) {
  const [row] = await sql<{ rows: number }[]>`select count(*) as rows from ${sql(table)}`
  return row?.rows ?? 0
}

/** The first of the tables that has rows. */
export async function firstFilled(sql: Transaction, tables: readonly StoredTable[]) {
  for (const table of tables) {
    const [row] = await sql`select 1 from ${sql(table.name)} limit 1`
    if (row) return table
  }
  return undefined
}

const BATCH_ROWS = 1000
const LARGE_BATCH_ROWS = 10

/** A table's rows in small sets, as JSON text, which is exact for every type on both engines. */
export async function* storedRows(source: Transaction, { name, isLarge }: StoredTable): AsyncGenerator<string[]> {
  // Takes half the time of to_jsonb. A row stays on one line: only a column of type json could have
  // line breaks in its text.
  await source`
    declare stored_rows no scroll cursor for
    select row_to_json(one)::text as row from ${source(name)} one`
  // One statement per set: a pooler's query_timeout would end one for all.
  const fetched = `fetch ${isLarge ? LARGE_BATCH_ROWS : BATCH_ROWS} from stored_rows`
  while (true) {
    const batch = await source.unsafe<{ row: string }[]>(fetched)
    if (batch.length === 0) break
    yield batch.map(({ row }) => row)
  }
  await source`close stored_rows`
}

export async function lastValuesIn(source: Transaction, { name, identities }: StoredTable): Promise<LastValues> {
  const last: LastValues = {}
  for (const column of identities) {
    const [row] = await source<{ value: number | null }[]>`
      select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column})::regclass) as value`
    last[column] = row?.value ?? null
  }
  return last
}

export async function insertRows(target: Transaction, { name, columns }: StoredTable, rows: readonly string[]) {
  const listed = target(columns)
  await target`
    insert into ${target(name)} (${listed})
    overriding system value
    select ${listed}
    from jsonb_populate_recordset(null::${target(name)}, ${`[${rows.join()}]`}::text::jsonb)`
}

export async function continueAfter(target: Transaction, { name }: StoredTable, last: LastValues) {
  for (const [column, value] of Object.entries(last))
    await target`
      select setval(pg_get_serial_sequence(${name}, ${column}), greatest(max(${target(column)}), ${value}::bigint))
      from ${target(name)}
      having greatest(max(${target(column)}), ${value}::bigint) is not null`
}

/** Fills empty tables with `load`, and checks that each has as many rows as were read. */
export async function fillTables(
  target: Transaction,
  tables: readonly StoredTable[],
  progress: StageProgress,
  load: () => Promise<void>,
) {
  await trustReferences(target)
  // Counters are copied as they are, so no trigger may count the rows again.
  for (const { name } of tables) await target`alter table ${target(name)} disable trigger user`
  const plain = tables.filter(({ isPartitioned }) => !isPartitioned).map(({ name }) => name)
  await withoutIndexes(target, plain, load, progress)
  for (const { name } of tables) await target`alter table ${target(name)} enable trigger user`
  for (const { name, rows } of tables) {
    const arrived = await countRows(target, name)
    if (arrived !== rows) throw new Error(`${rows} rows of ${name} were read but ${arrived} arrived; nothing was kept.`)
    await target`analyze ${target(name)}`
  }
  await trustNobody(target)
}
