import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type BagDays, daysOffRoastOn } from '../coffees/bag-days.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import { daysBefore } from '../dates.ts'
import { Fault } from '../errors.ts'
import { daysOffRoast } from '../fields.ts'
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

/** What tells how old somebody's beans are. */
export interface BeanPorts {
  bags: BagInUse
  library: { roastDate: (userId: number, coffeeProfileId: number) => Promise<string | null> }
}

/** The open bag of a coffee and its dates or, if it has no roast date, that of the coffee on the shelf. */
export async function beansInUse(
  coffeeProfileId: number,
  at: Date,
  { bags, library }: BeanPorts,
  person: Person,
): Promise<{ bagId: number | null; dates: BagDays }> {
  const bag = await bags.inUse(person.id, coffeeProfileId, at)
  const bagId = bag?.id ?? null
  if (bag && bag.roastedOn !== null) return { bagId, dates: bag }
  const roastedOn = await library.roastDate(person.id, coffeeProfileId)
  return { bagId, dates: { roastedOn, frozenOn: null, thawedOn: null } }
}

/**
 * Days off roast. Unknown if the beans were roasted later, or so long ago that the date must be a typing mistake. East
 * of London, a roast date may be a day ahead of ours.
 */
export function ageAt(at: Date, bag: BagDays): number | null {
  const day = at.toISOString().slice(0, 10)
  if (bag.roastedOn === null || bag.roastedOn > daysBefore(day, -1)) return null
  const days = daysOffRoastOn(day, bag)
  return v.is(daysOffRoast, days) ? days : null
}

/** One of the person's bags; anybody else's is not found. */
export async function ownBag(id: number, { bags }: BagPorts, person: Person | undefined): Promise<OwnBag> {
  if (!person) throw new Fault('not-signed-in', 'Sign in first: bagId names a bag of your own.')
  const bag = await bags.byId(person.id, id)
  if (!bag) throw noBag(id)
  return bag
}

export const noBag = (id: number) => new Fault('not-found', `You have no bag ${id}.`)
