import type { Sql } from '../../adapters/postgres/client.ts'
import { verify } from '../../adapters/postgres/verify.ts'

/** Every counter beside a fresh count of what it counts; what comes back disagrees. */
export async function miscounted(sql: Sql): Promise<string[]> {
  const checks = await verify(sql)
  // Tests put recipes straight into their table, without what core makes of them.
  const counters = checks.filter(({ name }) => name !== 'scores, ranges and taste of recipes')
  return counters.flatMap(({ name, drift }) =>
    drift.map(({ what, stored, counted }) => `${name}: ${what} has ${stored}, not ${counted}`),
  )
}
