import type { Sql } from './client.ts'
import { transact } from './client.ts'
import type { Drift } from './figure.ts'
import { figures } from './figures.ts'

export interface Check {
  name: string
  /** The first of what disagrees. */
  drift: Drift[]
  repaired: boolean
}

/** Recomputes every figure that is stored beside what it follows from; with `repair`, writes the right one where they differ. */
export async function verify(sql: Sql, repair = false, begin: (name: string) => void = () => {}): Promise<Check[]> {
  const checks: Check[] = []
  for (const figure of figures) {
    begin(figure.name)
    const drift = await figure.drift(sql)
    const repaired = repair && drift.length > 0
    if (repaired) await transact(sql, figure.repair)
    checks.push({ name: figure.name, drift, repaired })
  }
  return checks
}
