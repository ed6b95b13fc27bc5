import type { Person } from '../accounts/model.ts'
import type { Brews } from '../brews/brews.ts'
import type { StoredBrew } from '../brews/model.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import { type Bag, type Bags, coffeeKeyOf } from '../library/bags.ts'
import type { Library } from '../library/library.ts'
import { bagsToDrink } from '../library/shelf.ts'
import { inARow } from '../names.ts'
import { calledInput, thoseCalled } from './called.ts'

export const coffeeInput = calledInput(
  'The coffee as they call it, such as "the Guji". Default: the one they brewed last.',
)

/** One of a person's coffees, and the bag that stands for it. */
export interface OwnCoffee {
  name: string
  roasterName: string | null
  roastLevel: RoastLevel | null
  coffeeProfileId: number | null
  /** Only for a coffee that is not in the catalog. */
  bagId: number | null
  /** `finished`: all its bags are. `elsewhere`: kept in the library, or brewed, without a bag. */
  place: 'shelf' | 'finished' | 'elsewhere'
}

export interface OwnCoffeePorts {
  bags: Bags
  library: Library
  brews: Pick<Brews, 'list'>
  clock: () => Date
}

const MOST_FINISHED_BAGS = 100
const MOST_KEPT = 200
const LATEST_BREWS = 50

/** Coffees on the shelf in the order to drink them, then of finished bags, kept in the library, and brewed lately. */
export async function ownCoffees(ports: OwnCoffeePorts, person: Person): Promise<OwnCoffee[]> {
  // One after the other: on the embedded engine other requests would wait for all of them.
  const open = await bagsToDrink(ports.clock().toISOString().slice(0, 10), ports, person)
  const finished = await ports.bags.listWhere(person.id, true, MOST_FINISHED_BAGS)
  const kept = await ports.library.list(person.id, MOST_KEPT)
  const { data: brewed } = await ports.brews.list(person.id, { limit: LATEST_BREWS })
  const inCatalog = (coffee: { id: number; name: string; roasterName: string; roastLevel?: RoastLevel }) => ({
    name: coffee.name,
    roasterName: coffee.roasterName,
    roastLevel: coffee.roastLevel ?? null,
    coffeeProfileId: coffee.id,
    bagId: null,
    place: 'elsewhere' as const,
  })
  const all = [
    ...open.map(bag => coffeeOf(bag, 'shelf')),
    ...finished.map(bag => coffeeOf(bag, 'finished')),
    ...kept.map(({ coffee }) => inCatalog(coffee)),
    ...brewed.flatMap(({ coffee }) => (coffee ? [inCatalog(coffee)] : [])),
  ]
  return [...Map.groupBy(all, coffeeKeyOf).values()].map(([first]) => first as OwnCoffee)
}

const coffeeOf = (
  { name, roasterName, roastLevel, coffeeProfileId, id }: Bag,
  place: OwnCoffee['place'],
): OwnCoffee => ({
  name,
  roasterName,
  roastLevel,
  coffeeProfileId,
  bagId: coffeeProfileId === null ? id : null,
  place,
})

/** Whether a brew is of this coffee, from any of its bags. */
export function isBrewOf({ coffeeProfileId, bag }: Pick<StoredBrew, 'coffeeProfileId' | 'bag'>, coffee: OwnCoffee) {
  if (coffeeProfileId !== null || bag === null)
    return coffeeProfileId !== null && coffeeProfileId === coffee.coffeeProfileId
  return coffeeKeyOf({ ...bag, coffeeProfileId }) === coffeeKeyOf(coffee)
}

/** The coffee that a name matches, preferably on the shelf. If it matches none or several, a fault lists some. */
export async function ownCoffeeCalled(given: string, ports: OwnCoffeePorts, person: Person): Promise<OwnCoffee> {
  const coffees = await ownCoffees(ports, person)
  const found = thoseCalled(given, coffees, ({ name, roasterName }) => [name, roasterName ?? ''])
  const onShelf = found.filter(({ place }) => place === 'shelf')
  const [one, ...others] = onShelf.length > 0 ? onShelf : found
  if (one && others.length === 0) return one
  const asked = `"${atMost(given, 60)}"`
  if (one)
    throw new Fault(
      'coffee-not-found',
      `${asked} matches several of your coffees: ${named([one, ...others])}. Be more specific.`,
    )
  throw new Fault(
    'coffee-not-found',
    coffees.length === 0
      ? `You have no coffee called ${asked}, because your shelf is empty. Add the bag to your shelf first.`
      : `You have no coffee called ${asked}. You have ${named(coffees)}. Add the bag to your shelf if it’s a new one.`,
  )
}

const MOST_NAMED = 8

function named(coffees: readonly OwnCoffee[]) {
  const names = coffees.slice(0, MOST_NAMED).map(coffeeWithRoaster)
  const rest = coffees.length - names.length
  return inARow(rest > 0 ? [...names, `${rest} more`] : names)
}

export const coffeeWithRoaster = ({ name, roasterName }: Pick<OwnCoffee, 'name' | 'roasterName'>) =>
  roasterName ? `${name} by ${roasterName}` : name
