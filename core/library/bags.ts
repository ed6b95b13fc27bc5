import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type Coffees, newCoffee } from '../coffees/coffees.ts'
import { coffeeTypes, SubmitCoffee } from '../coffees/model.ts'
import { roastLevel, roastLevels } from '../coffees/roast.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { Fault, faultAt, faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import { folded } from '../names.ts'

const words = v.nullable(v.string())

export const BroughtBag = v.object({
  id: field.id,
  coffeeProfileId: v.pipe(v.nullable(field.id), v.description('The coffee of the catalog that it is, if it is one.')),
  name: v.string(),
  roasterName: words,
  roastLevel: v.nullable(v.picklist(roastLevels)),
  coffeeType: v.nullable(v.picklist(coffeeTypes)),
  origin: words,
  flavorProfile: words,
  processingMethod: words,
  personalNotes: words,
  rating: v.nullable(v.number()),
  weightGrams: v.nullable(v.number()),
  roastedOn: words,
  frozenOn: words,
  thawedOn: words,
  isArchived: v.boolean(),
  isFavourite: v.boolean(),
  totalBrews: v.pipe(v.number(), v.description('Counted up to 10,000.')),
  createdAt: field.instant,
})
export type BroughtBag = v.InferOutput<typeof BroughtBag>

/** Bags that a person imported. Only they can see them. */
export interface Bags {
  /** Newest first. */
  list: (userId: number, limit: number) => Promise<BroughtBag[]>
  byId: (userId: number, id: number) => Promise<BroughtBag | undefined>
  /**
   * Says that these bags are of that coffee, also for their brews that name none, and keeps the
   * coffee.
   */
  areOf: (userId: number, bags: readonly BroughtBag[], coffeeProfileId: number, now: Date) => Promise<void>
}

export const MOST_BAGS = 2000

const BagsOfCoffee = v.object({
  coffeeProfileId: v.nullable(field.id),
  name: v.string(),
  roasterName: words,
  bags: v.array(BroughtBag),
})
export const BagsReply = v.object({ coffees: v.array(BagsOfCoffee) })

/** Bags grouped by coffee, the coffee with the newest bag first. */
export async function listBags(_: unknown, { bags }: { bags: Bags }, person: Person) {
  const together = Map.groupBy(await bags.list(person.id, MOST_BAGS), coffeeKeyOf)
  return {
    coffees: [...together.values()].map(bags => {
      const [{ coffeeProfileId, name, roasterName }] = bags as [BroughtBag]
      return { coffeeProfileId, name, roasterName, bags }
    }),
  }
}

const coffeeKeyOf = ({ coffeeProfileId, name, roasterName }: BroughtBag) =>
  coffeeProfileId ?? `${matchNameOf(roasterName ?? '')} ${folded(name)}`

export const ShareBag = v.object({
  id: field.id,
  roasterName: v.pipe(v.optional(field.name), v.description('Needed where the bag does not say who roasted it.')),
  roastLevel: v.pipe(v.optional(roastLevel), v.description('Needed where the bag does not say it: none is guessed.')),
})

/** Adds a bag's coffee to the catalog for everybody. All bags of it then belong to that coffee. */
export async function shareBag(
  { id, ...said }: v.InferOutput<typeof ShareBag>,
  { bags, coffees, clock }: { bags: Bags; coffees: Coffees; clock: Clock },
  person: Person,
) {
  const bag = await bags.byId(person.id, id)
  if (!bag) throw new Fault('not-found', `You have no bag ${id}.`)
  if (bag.coffeeProfileId !== null) {
    const known = await coffees.byId(bag.coffeeProfileId)
    if (known) return { coffee: known }
  }
  const roasterName = said.roasterName ?? bag.roasterName
  if (!roasterName) throw faultAt(['roasterName'], 'is required: the bag does not say who roasted it.')
  const level = said.roastLevel ?? bag.roastLevel
  if (!level) throw faultAt(['roastLevel'], 'is required: the bag does not say how dark it is.')
  const { name, coffeeType, origin, flavorProfile, processingMethod } = bag
  const facts = { name, roasterName, roastLevel: level, coffeeType, origin, flavorProfile, processingMethod }
  const given = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null))
  const parsed = v.safeParse(SubmitCoffee, given)
  if (!parsed.success) throw faultOf(parsed.issues[0])
  const now = clock()
  const coffee = await coffees.submit(newCoffee(parsed.output, person, now))
  const all = await bags.list(person.id, MOST_BAGS)
  await bags.areOf(
    person.id,
    all.filter(other => coffeeKeyOf(other) === coffeeKeyOf(bag)),
    coffee.id,
    now,
  )
  return { coffee }
}
