import type { Person } from '../accounts/model.ts'
import { Fault } from '../errors.ts'

/** Ten cups a day for 27 years. Counting, exporting and deleting all brews of one person stay quick up to here. */
export const MOST_BREWS = 100_000
export const LOG_FULL = 'Your log is full at 100,000 brews. Delete some you no longer need, then try again.'

export interface CountsBrews {
  brews: { count: (userId: number) => Promise<number> }
}

/** Called before a file is imported or a recipe is brewed, and when a brew could not be logged. */
export async function refuseFullLog({ brews }: CountsBrews, person: Person) {
  if ((await brews.count(person.id)) >= MOST_BREWS) throw new Fault('log-full', LOG_FULL)
}
