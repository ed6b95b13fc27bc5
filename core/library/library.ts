import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { coffeeNotFound } from '../coffees/coffees.ts'
import { CoffeeOnGrinder, coffeesOnDial } from '../coffees/on-dial.ts'
import { day } from '../dates.ts'
import { readerOf } from '../dial/reader.ts'
import { type CoffeeReaderPorts, coffeesOn } from '../discovery/read-coffees.ts'
import * as field from '../fields.ts'
import { Recipe } from '../recipes/model.ts'
import { Bag, type Bags, MOST_BAGS } from './bags.ts'

/** The coffees a person keeps, with their opinion of each and how often they have brewed it. */
export interface Library {
  /** Newest first. */
  list: (userId: number, limit: number) => Promise<LibraryEntry[]>
  /** Undefined when the person does not keep it. */
  byCoffee: (userId: number, coffeeProfileId: number) => Promise<LibraryEntry | undefined>
  /** The roast date of the bag that the person keeps, without counting brews. */
  roastDate: (userId: number, coffeeProfileId: number) => Promise<string | null>
  /** Undefined fields stay as they were. Undefined when there is no such coffee. */
  put: (userId: number, entry: KeptCoffee, now: Date) => Promise<LibraryEntry | undefined>
  remove: (userId: number, coffeeProfileId: number) => Promise<void>
}

export const KeepCoffee = v.object({
  coffeeProfileId: field.id,
  personalNotes: v.optional(v.nullable(field.longText)),
  rating: v.optional(v.nullable(field.rating)),
  roastedOn: v.optional(v.nullable(v.pipe(day, v.description('The roast date on the bag.')))),
})
type KeptCoffee = v.InferOutput<typeof KeepCoffee>
export const ReadLibrary = v.object(coffeesOnDial)
export const RemoveFromLibrary = v.object({ coffeeProfileId: field.id })

export const LibraryEntry = v.object({
  coffeeProfileId: field.id,
  coffee: v.object({ ...Recipe.entries.coffee.entries, onGrinder: v.optional(CoffeeOnGrinder) }),
  personalNotes: v.nullable(v.string()),
  rating: v.nullable(field.rating),
  roastedOn: v.nullable(v.string()),
  bags: v.pipe(v.optional(v.array(Bag)), v.description('Your bags of it, if there are any. Only in the list.')),
  totalBrews: v.number(),
  lastBrewedAt: v.nullable(field.instant),
  createdAt: field.instant,
})
export type LibraryEntry = v.InferOutput<typeof LibraryEntry>

/** This list has no pages; nobody has more bags than this. */
export const LIBRARY_LIMIT = 1000

export async function readLibrary(
  { grinder, method }: v.InferOutput<typeof ReadLibrary>,
  ports: Omit<CoffeeReaderPorts, 'coffees'> & { library: Library; bags: Bags },
  person: Person,
): Promise<{ library: LibraryEntry[] }> {
  const { dial } = await readerOf(grinder, ports, person)
  // One after the other: both count brews, and on the embedded engine other requests would wait for
  // both.
  const library = await ports.library.list(person.id, LIBRARY_LIMIT)
  const bags = await ports.bags.list(person.id, MOST_BAGS)
  const byCoffee = Map.groupBy(bags, ({ coffeeProfileId }) => coffeeProfileId)
  const coffees = library.map(({ coffee }) => coffee)
  const shown = await coffeesOn({ dial, method }, coffees, ports, person)
  return {
    library: library.map((entry, at) => ({
      ...entry,
      coffee: shown[at] ?? entry.coffee,
      ...(byCoffee.has(entry.coffeeProfileId) && { bags: byCoffee.get(entry.coffeeProfileId) }),
    })),
  }
}

export async function keepCoffee(
  entry: KeptCoffee,
  { library, clock }: { library: Library; clock: Clock },
  person: Person,
): Promise<{ entry: LibraryEntry }> {
  const kept = await library.put(person.id, entry, clock())
  if (!kept) throw coffeeNotFound(entry.coffeeProfileId)
  return { entry: kept }
}
