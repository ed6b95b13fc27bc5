import type { Person } from '../accounts/model.ts'
import { Fault } from '../errors.ts'

/** Ten cups a day for 27 years. Counting, exporting and deleting all brews of one person stay quick up to here. */
const MOST_BREWS = 100_000

export interface CountsBrews {
  brews: { count: (userId: number) => Promise<number> }
}

/** Asked before a brew is logged or a file is imported. A file is imported whole, so it may end up to 20,000 rows above. */
export async function refuseFullLog({ brews }: CountsBrews, person: Person) {
  if ((await brews.count(person.id)) >= MOST_BREWS)
    throw new Fault(
      'log-full',
      'Your log is full at 100,000 brews. Delete some that you no longer need, then try again.',
    )
}
