import type { Sql, Transaction } from '../../adapters/postgres/engine/client.ts'
import { counters } from '../../adapters/postgres/operations/counters.ts'

/** Compares every counter with a fresh count; returns those that disagree. */
export async function miscounted(sql: Sql | Transaction): Promise<string[]> {
  const disagreeing: string[] = []
  for (const { name, drift } of counters)
    for (const { what, stored, counted } of await drift(sql))
      disagreeing.push(`${name}: ${what} has ${stored}, not ${counted}`)
  return disagreeing
}
