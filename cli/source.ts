import type { DataSource } from '../adapters/equipment/equipment-here.ts'
import { dim, print, yellow } from './print.ts'

/** Where an answer comes from, unless it is the shipped data that everybody has. */
export function printSource(data: DataSource) {
  if (data.source === 'database') print(dim(`\nfrom ${data.place}, as of ${data.asOf}`))
  else if (data.insteadOf) print(yellow(`\nThe shipped grinders: ${data.insteadOf} ${data.why}`))
}
