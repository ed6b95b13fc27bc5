import type { Sql, Transaction } from '../../adapters/postgres/client.ts'
import { counters } from '../../adapters/postgres/counters.ts'
import { recipeScores } from '../../adapters/postgres/recipe-scores.ts'

/** Tests put recipes straight into their table, without what core makes of them; tests/cli/verify.test.ts recounts that. */
const recounted = counters.filter(counter => counter !== recipeScores)

/** Every counter beside a fresh count of what it counts; what comes back disagrees. */
export async function miscounted(sql: Sql | Transaction): Promise<string[]> {
  const disagreeing: string[] = []
  for (const { name, drift } of recounted)
    for (const { what, stored, counted } of await drift(sql))
      disagreeing.push(`${name}: ${what} has ${stored}, not ${counted}`)
  return disagreeing
}
