import type { Sql } from '../../adapters/postgres/client.ts'
import { derivedFigure } from '../../adapters/postgres/derived-figure.ts'
import { figures } from '../../adapters/postgres/figures.ts'

/** Tests put recipes straight into their table, without what core makes of them. */
const counters = figures.filter(figure => figure !== derivedFigure)

/** Every counter beside a fresh count of what it counts; what comes back disagrees. */
export async function miscounted(sql: Sql): Promise<string[]> {
  const disagreeing: string[] = []
  for (const { name, drift } of counters)
    for (const { what, stored, counted } of await drift(sql))
      disagreeing.push(`${name}: ${what} has ${stored}, not ${counted}`)
  return disagreeing
}
