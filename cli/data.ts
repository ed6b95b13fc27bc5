import type { DataSource } from '../adapters/grinders-here.ts'
import { dim, say, yellow } from './print.ts'

/** Where an answer comes from, unless it is the shipped data that everybody has. */
export function sayData(data: DataSource) {
  if (data.source === 'database') say(dim(`\nfrom ${data.place}, as of ${data.asOf}`))
  else if (data.insteadOf) say(yellow(`\nThe shipped grinders: ${data.insteadOf} does not answer.`))
}
