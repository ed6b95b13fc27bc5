import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { coffeeNotFound } from '../coffees/coffees.ts'
import { Coffee, coffeeType } from '../coffees/model.ts'
import { flavorNotesIn } from '../coffees/notes.ts'
import { roastLevel } from '../coffees/roast.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { slugOf } from '../names.ts'
import type { Optional } from '../optional.ts'
import type { Page } from '../page.ts'
import { type TastedRecipe, tasteCell } from '../taste/match.ts'
import { mustOwn, type RoasterMember } from './members.ts'
import { forgetUnowned, type Pictures } from './pictures.ts'

const flavorNotes = v.nullish(
  v.pipe(
    v.union(
      [field.longText, v.pipe(v.array(field.text(1, 100)), v.maxLength(40, 'must have at most 40 entries'))],
      'must be text, or a list of texts',
    ),
    v.transform(notes => (typeof notes === 'string' ? notes : notes.join(', ')) || null),
    v.description('A list, or one comma-separated string.'),
  ),
)
/**
 * The place of coffees that the roaster has not put in order. They come last, sorted by name. It is
 * the column's default.
 */
export const UNPLACED = 1_000_000
/**
 * How many coffees of a roaster can have a place. Changing the order writes all of them, and
 * anybody can add coffees.
 */
const MOST_PLACED = 2000

const clearableLine = field.clearable(field.line)
const level = v.nullish(field.number(1, 5))
const facts = {
  slug: v.optional(v.pipe(field.slug, v.maxLength(80, 'must have at most 80 characters'))),
  coffeeType: v.nullish(coffeeType),
  origin: clearableLine,
  flavorNotes,
  description: field.clearable(field.longText),
  acidityLevel: level,
  bodyLevel: level,
  processingMethod: clearableLine,
  buyUrl: v.pipe(
    field.clearable(field.webAddress),
    // Shops answer on https, and a page that is served over it should not lead elsewhere.
    v.transform(address => (address ? address.replace(/^http:/i, 'https:') : address)),
    v.description('Where you sell it.'),
  ),
}

export const ListPortalCoffees = v.object({ limit: field.limit(100), cursor: field.cursor })
export const AddCoffee = v.object({ name: field.name, roastLevel, ...facts })
/** A missing field stays as it was; null or an empty text clears it. */
export const ReviseCoffee = v.object({
  id: field.id,
  name: v.optional(field.name),
  roastLevel: v.optional(roastLevel),
  ...facts,
})
export const PortalCoffeeId = v.object({ id: field.id })
export const PlaceCoffee = v.object({
  id: field.id,
  place: v.pipe(
    field.integer(1, UNPLACED),
    v.description(`1 is the first. A number past the end means the last, or the ${MOST_PLACED}th.`),
  ),
})

const { roaster: _, ...inCatalog } = Coffee.entries
const stored = {
  ...inCatalog,
  recipeCount: v.pipe(v.number(), v.description('Community recipes.')),
  roasterRecipeCount: v.pipe(v.number(), v.description('The roaster’s own recipes, as its widget shows them.')),
  libraryCount: v.pipe(v.number(), v.description('People who have it in their library.')),
  brewCount: v.pipe(v.number(), v.description('Brews that were logged.')),
}
const StoredPortalCoffee = v.object(stored)
export type StoredPortalCoffee = v.InferOutput<typeof StoredPortalCoffee>
export const PortalCoffee = v.object({ ...stored, flavorNotes: v.array(v.string()) })

type Given = Omit<v.InferOutput<typeof AddCoffee>, 'slug' | 'flavorNotes'> & {
  flavorProfile?: string | null | undefined
}
type NewPortalCoffee = Given & { submittedBy: number; createdAt: Date }
export type CoffeeChanges = Optional<Given & { slug: string }>

/** What other people have made with a coffee. It belongs to them. */
export interface CoffeeUse {
  name: string
  recipes: number
  libraries: number
  brews: number
  personalRecipes: number
}

/** A roaster's coffees. Every method looks only at those of one roaster. */
export interface PortalCoffees {
  /** In the roaster's order, then the others by name. */
  list: (
    roasterId: number,
    query: v.InferOutput<typeof ListPortalCoffees>,
  ) => Promise<Page<StoredPortalCoffee> & { total: number }>
  byId: (roasterId: number, id: number) => Promise<StoredPortalCoffee | undefined>
  /**
   * Puts a coffee in that place. The first `most` coffees then have a place each. False when there
   * is no such coffee.
   */
  place: (roasterId: number, id: number, place: number, most: number) => Promise<boolean>
  /** The coffees with the most community recipes. */
  top: (roasterId: number, limit: number) => Promise<StoredPortalCoffee[]>
  /** With exactly that slug, or with the free one closest to `like`. */
  add: (
    roasterId: number,
    coffee: NewPortalCoffee,
    slug: { exactly: string } | { like: string },
  ) => Promise<StoredPortalCoffee | 'slug-taken'>
  /** `cellOf` gives the taste cell of each of the coffee's recipes, which depends on the coffee. */
  revise: (
    roasterId: number,
    id: number,
    changes: CoffeeChanges,
    cellOf: (recipe: TastedRecipe) => number[],
  ) => Promise<StoredPortalCoffee | 'slug-taken' | undefined>
  /** Calls `permit` while nobody can start using the coffee. False when there is no such coffee. */
  remove: (roasterId: number, id: number, permit: (use: CoffeeUse) => void) => Promise<boolean>
}

interface CoffeePorts {
  portal: { coffees: PortalCoffees }
  clock: Clock
}

export async function listPortalCoffees(
  query: v.InferOutput<typeof ListPortalCoffees>,
  { portal }: CoffeePorts,
  { roasterId }: RoasterMember,
) {
  const page = await portal.coffees.list(roasterId, query)
  return { ...page, data: page.data.map(presentPortalCoffee) }
}

export async function getPortalCoffee(
  { id }: v.InferOutput<typeof PortalCoffeeId>,
  { portal }: Pick<CoffeePorts, 'portal'>,
  { roasterId }: RoasterMember,
) {
  const coffee = await portal.coffees.byId(roasterId, id)
  if (!coffee) throw coffeeNotFound(id)
  return { coffee: presentPortalCoffee(coffee) }
}

export async function placeCoffee(
  { id, place }: v.InferOutput<typeof PlaceCoffee>,
  { portal }: Pick<CoffeePorts, 'portal'>,
  { roasterId }: RoasterMember,
) {
  if (!(await portal.coffees.place(roasterId, id, place, MOST_PLACED))) throw coffeeNotFound(id)
  return { success: true as const }
}

export async function addCoffee(
  { slug, ...given }: v.InferOutput<typeof AddCoffee>,
  { portal, clock }: CoffeePorts,
  { roasterId, id }: RoasterMember,
) {
  const added = await portal.coffees.add(
    roasterId,
    { ...withProfile(given), submittedBy: id, createdAt: clock() },
    slug === undefined ? { like: slugOf(given.name, 'coffee') } : { exactly: slug },
  )
  if (added === 'slug-taken') throw slugTaken(slug)
  return { coffee: presentPortalCoffee(added) }
}

export async function reviseCoffee(
  { id, ...changes }: v.InferOutput<typeof ReviseCoffee>,
  { portal }: CoffeePorts,
  { roasterId }: RoasterMember,
) {
  const revised = await portal.coffees.revise(roasterId, id, withProfile(changes), recipe => tasteCell(recipe))
  if (revised === 'slug-taken') throw slugTaken(changes.slug)
  if (!revised) throw coffeeNotFound(id)
  return { coffee: presentPortalCoffee(revised) }
}

export async function deleteCoffee(
  { id }: v.InferOutput<typeof PortalCoffeeId>,
  { portal, pictures, clock }: CoffeePorts & { pictures: Pictures },
  member: RoasterMember,
) {
  mustOwn(member)
  if (!(await portal.coffees.remove(member.roasterId, id, refuseInUse))) throw coffeeNotFound(id)
  await forgetUnowned(pictures, clock)
  return { success: true as const }
}

/**
 * What people wrote about a coffee belongs to them, and deleting the coffee would delete it or
 * detach it.
 */
function refuseInUse({ name, recipes, libraries, brews, personalRecipes }: CoffeeUse) {
  const held = [
    counted(recipes, 'community recipe'),
    counted(libraries, 'library entry', 'library entries'),
    counted(brews, 'brew log'),
    counted(personalRecipes, 'personal recipe'),
  ].filter(words => words !== undefined)
  if (held.length === 0) return
  throw new Fault(
    'coffee-in-use',
    `You can’t delete ${name}, because people have ${held.join(', ')} of it. Edit it instead, or write to us if it has to be removed.`,
  )
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? undefined : `${count} ${count === 1 ? one : many}`

const withProfile = <T extends { flavorNotes?: string | null | undefined }>({ flavorNotes, ...coffee }: T) => ({
  ...coffee,
  ...(flavorNotes !== undefined && { flavorProfile: flavorNotes }),
})

const presentPortalCoffee = (coffee: StoredPortalCoffee) => ({
  ...coffee,
  flavorNotes: flavorNotesIn(coffee.flavorProfile),
})

const slugTaken = (slug: string | undefined) =>
  new Fault(
    'slug-taken',
    `Another of your coffees already has the slug ${slug}. Leave slug out and we’ll choose a free one.`,
  )
