import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type Coffees, getCoffee } from '../coffees/coffees.ts'
import type { ListCoffees, OpenCoffee, OpenRoasterCoffee } from '../coffees/model.ts'
import type { CoffeeOnGrinder } from '../coffees/on-dial.ts'
import { roasterCalled } from '../coffees/roaster-name.ts'
import { searchWords } from '../coffees/search.ts'
import { presentOnGrinder } from '../dial/on-grinder.ts'
import { type AskedDialPorts, readerOf } from '../dial/reader.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import type { MethodId } from '../grind/methods.ts'
import { type CoffeeStart, type RoastedCoffee, type StartPorts, startEach } from './coffee-start.ts'

export type CoffeeReaderPorts = AskedDialPorts & StartPorts & { coffees: Coffees }

/** Sorts by best match when there is a search and no other order is asked for. */
export async function listCoffees(
  { q, roaster, sort, grinder, method, ...query }: v.InferOutput<typeof ListCoffees>,
  ports: CoffeeReaderPorts,
  person: Person | undefined,
) {
  const read = ports.coffees.list({
    ...query,
    ...(q !== undefined && { words: searchWords(q) }),
    ...(roaster !== undefined && { roaster: roasterCalled(roaster) }),
    sort: sort ?? (q === undefined ? 'name' : 'match'),
  })
  if (grinder === undefined) return read
  const [{ dial }, page] = await Promise.all([readerOf(grinder, ports, person), read])
  return { ...page, data: await coffeesOn({ dial, method }, page.data, ports, person) }
}

export async function openCoffee(
  { id, grinder, method }: v.InferOutput<typeof OpenCoffee>,
  ports: CoffeeReaderPorts,
  person: Person | undefined,
) {
  const [{ dial }, coffee] = await Promise.all([readerOf(grinder, ports, person), getCoffee({ id }, ports)])
  return coffeeOn({ dial, method }, coffee, ports, person)
}

export async function openRoasterCoffee(
  { slug, coffeeSlug, grinder, method }: v.InferOutput<typeof OpenRoasterCoffee>,
  ports: CoffeeReaderPorts,
  person: Person | undefined,
) {
  const [{ dial }, coffee] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.coffees.bySlug(slug, coffeeSlug),
  ])
  if (!coffee) throw new Fault('coffee-not-found', `${slug} has no coffee ${coffeeSlug}.`)
  return coffeeOn({ dial, method }, coffee, ports, person)
}

interface AskedDial {
  dial: AnyStoredGrinder | undefined
  method: MethodId | undefined
}

/** Coffees with where to start on the grinder that was asked for; unchanged when there is none. */
export async function coffeesOn<C extends RoastedCoffee>(
  { dial, method }: AskedDial,
  coffees: readonly C[],
  ports: StartPorts,
  person: Person | undefined,
): Promise<(C & { onGrinder?: CoffeeOnGrinder })[]> {
  if (!dial) return [...coffees]
  const starts = await startEach({ dial, method }, coffees, ports, person)
  return coffees.map((coffee, at) => {
    const { method, dialed, why } = starts[at] as CoffeeStart
    return { ...coffee, onGrinder: { method, ...presentOnGrinder(dial, method, dialed, why) } }
  })
}

async function coffeeOn<C extends RoastedCoffee>(
  asked: AskedDial,
  coffee: C,
  ports: StartPorts,
  person: Person | undefined,
) {
  const [shown = coffee] = await coffeesOn(asked, [coffee], ports, person)
  return shown
}
