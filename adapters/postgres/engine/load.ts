import type { Transaction } from './client.ts'

export interface StageProgress {
  /** Announces the next stage and how many steps it has. */
  begin: (stage: string, steps: number) => void
  advance: (steps: number) => void
}

/** Tables whose rows are counted in other tables, and the triggers that count them. */
const counting = {
  recipes: 'user',
  votes: 'user',
  ratings: 'user',
  comments: 'user',
  saved_recipes: 'user',
  brew_logs: 'user',
  roaster_follows: 'user',
  // Its other trigger stays on: it writes the text in which searches look.
  coffees: 'count_coffee',
}

/**
 * Loads many rows with the counting triggers off: counting row by row takes minutes, one count at
 * the end takes seconds. Nobody else can write to these tables until the transaction ends. `work`
 * must leave every counter right.
 */
export async function loadUncounted(sql: Transaction, work: () => Promise<void>) {
  for (const [table, trigger] of Object.entries(counting))
    await sql.unsafe(`alter table ${table} disable trigger ${trigger}`)
  await work()
  for (const [table, trigger] of Object.entries(counting))
    await sql.unsafe(`alter table ${table} enable trigger ${trigger}`)
}

/**
 * Drops the non-unique indexes of empty tables for a load, and creates them again at its end: one
 * sort per index instead of a search per row. Tables that have rows keep theirs, for those who read
 * them meanwhile.
 */
export async function withoutIndexes(
  sql: Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
  progress: StageProgress,
) {
  const indexes: { name: string; definition: string }[] = []
  for (const table of tables) if (await isEmptyTable(sql, table)) indexes.push(...(await indexesOf(sql, table)))
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  await work()
  if (indexes.length > 0) progress.begin('Indexes', indexes.length)
  for (const { definition } of indexes) {
    await sql.unsafe(definition)
    progress.advance(1)
  }
}

/**
 * Skips the checks of foreign keys, which take half of the time. For a load whose rows refer only
 * to rows of the same load. Has no effect unless we are a superuser.
 */
export async function trustReferences(sql: Transaction) {
  const [may] = await sql`select where current_setting('is_superuser') = 'on'`
  if (may) await sql`set local session_replication_role = replica`
}

/** Ends `trustReferences`: the rest of the transaction is checked again. */
export async function trustNobody(sql: Transaction) {
  await sql`select set_config('session_replication_role', 'origin', true) where current_setting('is_superuser') = 'on'`
}

async function isEmptyTable(sql: Transaction, table: string) {
  const [row] = await sql`select from ${sql(table)} limit 1`
  return row === undefined
}

const indexesOf = (sql: Transaction, table: string) => sql<{ name: string; definition: string }[]>`
  select index.relname as name, pg_get_indexdef(index.oid) as definition
  from pg_index
  join pg_class index on index.oid = pg_index.indexrelid
  where pg_index.indrelid = ${table}::regclass
    and not pg_index.indisunique`

/** Ids without a gap. */
export interface Block {
  first: number
  count: number
}

/** Reserves ids. Nobody else can add to the table before the transaction ends. */
export async function reserve(sql: Transaction, table: string, count: number): Promise<Block> {
  await sql`lock table ${sql(table)} in share row exclusive mode`
  const [row] = await sql<{ last: number }[]>`
    select setval(sequence, nextval(sequence) + ${count - 1}::int) as last
    from pg_get_serial_sequence(${table}, 'id') sequence`
  return { first: (row?.last ?? 0) - count + 1, count }
}
