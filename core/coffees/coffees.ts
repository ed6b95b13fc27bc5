import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type AskedDialPorts, readerOf } from '../dial/reader.ts'
import type { Machines } from '../equipment/equipment.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import type { MethodId } from '../grind/methods.ts'
import { positionOn } from '../grind/position.ts'
import { slugOf } from '../names.ts'
import type { Optional } from '../optional.ts'
import type { Page } from '../page.ts'
import { hundredths, tenths } from '../rounding.ts'
import type {
  Coffee,
  CoffeeDetail,
  CoffeeSort,
  CoffeeStats,
  CoffeeStatsReply,
  CoffeeSuggestion,
  SubmitCoffee,
  SuggestCoffees,
} from './model.ts'
import type { RoastLevel } from './roast.ts'
import { matchNameOf, type RoasterCalled } from './roaster-name.ts'
import { searchWords } from './search.ts'

export interface Coffees {
  list: (query: CoffeeQuery) => Promise<Page<Coffee>>
  /** The best matches only. */
  suggest: (words: string[], limit: number) => Promise<CoffeeSuggestion[]>
  byId: (id: number) => Promise<CoffeeDetail | undefined>
  /** A coffee's slug is unique within its roaster. */
  bySlug: (roasterSlug: string, slug: string) => Promise<CoffeeDetail | undefined>
  /** Undefined when there is no such coffee. */
  figures: (id: number, top: number) => Promise<CoffeeFigures | undefined>
  /**
   * Adds the coffee to the roaster with that `matchName`, creating the roaster if there is none.
   */
  submit: (coffee: NewCoffee) => Promise<CoffeeDetail>
}

export type CoffeeQuery = Optional<{
  /** Every word must match, allowing for typos. */
  words: string[]
  roasterId: number
  roaster: RoasterCalled
  /** Any of these matches. */
  roastLevel: readonly RoastLevel[]
  origin: string
  coffeeType: string
  cursor: string
}> & {
  /** `place` is the order that the roaster has chosen. */
  sort: CoffeeSort | 'match' | 'place'
  limit: number
}

export type NewCoffee = Omit<v.InferOutput<typeof SubmitCoffee>, 'roasterName'> & {
  slug: string
  roaster: { name: string; matchName: string; slug: string }
  submittedBy: number
  now: Date
}

type Range = { min: number; max: number; avg: number } | null

export interface CoffeeFigures {
  recipeCount: number
  upvotes: number
  downvotes: number
  ratioRange: Range
  grindRange: Range
  topGrinders: { id: number; recipeCount: number; avgGrindIndex: number }[]
  topMachines: { id: number; recipeCount: number }[]
  grinds: { grindIndex: number; recipeCount: number }[]
}

/** A coffee brewed by one method. */
export interface CoffeeByMethod {
  coffeeId: number
  method: MethodId
}

const SUGGESTIONS = 5
const TOP = 5

export async function suggestCoffees(
  { name = '', roaster = '' }: v.InferOutput<typeof SuggestCoffees>,
  { coffees }: { coffees: Coffees },
) {
  const words = searchWords(`${name} ${roaster}`)
  return { suggestions: words.length === 0 ? [] : await coffees.suggest(words, SUGGESTIONS) }
}

export async function getCoffee({ id }: { id: number }, { coffees }: { coffees: Coffees }) {
  const coffee = await coffees.byId(id)
  if (!coffee) throw coffeeNotFound(id)
  return coffee
}

export async function submitCoffee(
  coffee: v.InferOutput<typeof SubmitCoffee>,
  { coffees, clock }: { coffees: Coffees; clock: Clock },
  person: Person,
) {
  return { coffee: await coffees.submit(newCoffee(coffee, person, clock())) }
}

export const newCoffee = (
  { roasterName, ...coffee }: v.InferOutput<typeof SubmitCoffee>,
  submitter: Person,
  now: Date,
): NewCoffee => ({
  ...coffee,
  slug: slugOf(coffee.name, 'coffee'),
  roaster: { name: roasterName, matchName: matchNameOf(roasterName), slug: slugOf(roasterName, 'roaster') },
  submittedBy: submitter.id,
  now,
})

export async function coffeeStats(
  { id, grinder }: v.InferOutput<typeof CoffeeStats>,
  ports: AskedDialPorts & { coffees: Coffees; machines: Machines },
  person: Person | undefined,
): Promise<v.InferOutput<typeof CoffeeStatsReply>> {
  const { coffees, grinders, machines } = ports
  const [{ dial }, figures] = await Promise.all([readerOf(grinder, ports, person), coffees.figures(id, TOP)])
  if (!figures) throw coffeeNotFound(id)
  const { recipeCount, upvotes, downvotes, ratioRange, grindRange, grinds, topGrinders, topMachines } = figures
  return {
    coffeeId: id,
    recipeCount,
    votes: { total: upvotes + downvotes, upvotes, downvotes },
    topGrinders: topGrinders.flatMap(({ id, recipeCount, avgGrindIndex }) => {
      const grinder = grinders.byId(id)
      if (!grinder) return []
      const { slug, brand, model } = grinder
      return { id, slug, brand, name: model, recipeCount, avgGrindIndex: tenths(avgGrindIndex) }
    }),
    topMachines: topMachines.flatMap(({ id, recipeCount }) => {
      const machine = machines.byId(id)
      if (!machine) return []
      const { brand, model, brewMethod } = machine
      return { id, brand, model, brewMethod, recipeCount }
    }),
    ratioRange: roundedRange(ratioRange, hundredths),
    grindRange: roundedRange(grindRange, tenths),
    grinds,
    ...(dial && { onGrinder: grindRange && rangeOnDial(dial, grindRange) }),
  }
}

export const coffeeNotFound = (id: number) => new Fault('coffee-not-found', `There is no coffee ${id}.`)

function rangeOnDial(dial: AnyStoredGrinder, { min, max, avg }: NonNullable<Range>) {
  const { slug, brand, model: name } = dial
  return {
    grinder: { slug, brand, name },
    min: positionOn(dial, min),
    max: positionOn(dial, max),
    avg: positionOn(dial, avg),
  }
}

const roundedRange = (range: Range, round: (value: number) => number): Range =>
  range && { min: round(range.min), max: round(range.max), avg: round(range.avg) }
