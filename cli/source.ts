import type { DataSource } from '../adapters/equipment/equipment-here.ts'
import { dim, print, yellow } from './print.ts'

/** Prints where an answer comes from, unless it is simply the shipped data. */
export function printSource(data: DataSource) {
  if (data.source === 'database') print(dim(`\nfrom ${data.place}, as of ${data.asOf}`))
  else if (data.insteadOf) print(yellow(`\nThe shipped grinders: ${data.insteadOf} ${data.why}`))
}
