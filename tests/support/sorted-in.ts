import type { Transaction } from '../../adapters/postgres/engine/client.ts'

/**
 * Row by row, these indexes take most of the time. Rebuilding them would tell the planner how many
 * rows there are.
 */
export async function sortedInAtOnce(sql: Transaction, work: () => Promise<void>) {
  const indexes = ['coffees_words', 'coffee_words_search']
  for (const index of indexes)
    await sql`alter index ${sql(index)} set (fastupdate = on, gin_pending_list_limit = 1000000)`
  await work()
  for (const index of indexes) {
    await sql`select gin_clean_pending_list(${index}::regclass)`
    await sql`alter index ${sql(index)} reset (gin_pending_list_limit)`
    await sql`alter index ${sql(index)} set (fastupdate = off)`
  }
}
