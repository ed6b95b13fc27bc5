import { type Sql, transactUnhurried } from '../engine/client.ts'
import type { Drift } from '../queries/counter.ts'
import { counters } from './counters.ts'

export interface Check {
  name: string
  /** The first values that disagree. */
  drift: Drift[]
  repaired: boolean
}

/** Compares all stored values with derived ones; with `repair`, corrects them. */
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
