import type { Person } from '../accounts/model.ts'
import type { BagDays } from '../coffees/bag-days.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import { Fault } from '../errors.ts'
import type { StoredBrew } from './model.ts'

/** What a brew needs to know about the bag it is from. */
export interface BagPorts {
  bags: {
    byId: (userId: number, id: number) => Promise<OwnBag | undefined>
    inUse: BagInUse['inUse']
  }
}

export interface BagInUse {
  /** The bag of a coffee that a brew at that time was made from, if the person has one that fits. */
  inUse: (userId: number, coffeeProfileId: number, at: Date) => Promise<(BagDays & { id: number }) | undefined>
}

type OwnBag = Pick<StoredBrew, 'coffeeProfileId'> &
  BagDays & {
    id: number
    name: string
    roastLevel: RoastLevel | null
    coffeeType: string | null
  }

/** One of the person's bags; anybody else's is not found. */
export async function ownBag(id: number, { bags }: BagPorts, person: Person | undefined): Promise<OwnBag> {
  if (!person) throw new Fault('not-signed-in', 'Sign in first: bagId names a bag of your own.')
  const bag = await bags.byId(person.id, id)
  if (!bag) throw noBag(id)
  return bag
}

export const noBag = (id: number) => new Fault('not-found', `You have no bag ${id}.`)
