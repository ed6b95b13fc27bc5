import type { Sql } from '../engine/client.ts'
import { transactUnhurried } from '../engine/client.ts'
import type { Drift } from '../queries/counter.ts'
import { counters } from './counters.ts'

export interface Check {
  name: string
  /** The first of what disagrees. */
  drift: Drift[]
  repaired: boolean
}

/** Recomputes all that is stored beside what it follows from; with `repair`, writes the right one where they differ. */
export async function verify(sql: Sql, repair = false, begin: (name: string) => void = () => {}): Promise<Check[]> {
  const checks: Check[] = []
  for (const counter of counters) {
    begin(counter.name)
    const drift = await transactUnhurried(sql, counter.drift)
    const repaired = repair && drift.length > 0
    if (repaired) await transactUnhurried(sql, counter.repair)
    checks.push({ name: counter.name, drift, repaired })
  }
  return checks
}
