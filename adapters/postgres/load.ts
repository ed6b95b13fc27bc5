import type { Transaction } from './client.ts'

/** What is counted elsewhere, and by which triggers. */
const counting = {
  recipes: 'user',
  votes: 'user',
  ratings: 'user',
  comments: 'user',
  saved_recipes: 'user',
  brew_logs: 'user',
  roaster_follows: 'user',
  // Its other trigger writes what a coffee is searched by.
  coffees: 'count_coffee',
}

/**
 * Loads many rows with the counting triggers off: a row at a time they take minutes where one count at the end takes
 * seconds. Nobody else writes to these tables until the transaction ends. `work` is to leave every counter right.
 */
export async function loadUncounted(sql: Transaction, work: () => Promise<void>) {
  for (const [table, trigger] of Object.entries(counting))
    await sql.unsafe(`alter table ${table} disable trigger ${trigger}`)
  await work()
  for (const [table, trigger] of Object.entries(counting))
    await sql.unsafe(`alter table ${table} enable trigger ${trigger}`)
}

/** Rows numbered without a gap. */
export interface Block {
  first: number
  count: number
}

/** Takes a block of ids out of a table's sequence. Nobody else adds to the table before the transaction ends. */
export async function reserve(sql: Transaction, table: string, count: number): Promise<Block> {
  await sql`lock table ${sql(table)} in share row exclusive mode`
  const [row] = await sql<{ last: number }[]>`
    select setval(sequence, nextval(sequence) + ${count - 1}::int) as last
    from pg_get_serial_sequence(${table}, 'id') sequence`
  return { first: (row?.last ?? 0) - count + 1, count }
}
