import * as v from 'valibot'
import { onDialOf } from '../dial/reader.ts'
import * as field from '../fields.ts'
import { EquipmentName } from '../grind/ref.ts'
import { Picture } from '../pictures/model.ts'
import { CoffeeOnGrinder, coffeesOnDial } from './on-dial.ts'
import { roastFilter, roastLevel, roastLevels } from './roast.ts'
import { Roaster, RoasterRef } from './roaster.ts'

export const coffeeTypes = ['SINGLE_ORIGIN', 'BLEND', 'DECAF'] as const
export const coffeeType = v.pipe(field.wordOf(coffeeTypes), v.description(coffeeTypes.join(', ')))

const facts = {
  id: field.id,
  name: v.string(),
  slug: v.string(),
  roastLevel: v.picklist(roastLevels),
  coffeeType: v.nullable(v.picklist(coffeeTypes)),
  origin: v.nullable(v.string()),
  flavorProfile: v.nullable(v.string()),
  description: v.nullable(v.string()),
  acidityLevel: v.nullable(v.number()),
  bodyLevel: v.nullable(v.number()),
  processingMethod: v.nullable(v.string()),
  roasterName: v.string(),
  roasterSlug: v.string(),
  recipeCount: v.number(),
  createdAt: field.instant,
  picture: v.nullable(Picture),
  buyUrl: v.pipe(v.nullable(v.string()), v.description('Where its roaster sells it.')),
  onGrinder: v.optional(v.pipe(CoffeeOnGrinder, v.description('Where to start. Included if you ask for a grinder.'))),
}

/** A coffee in a list. */
export const Coffee = v.object({ ...facts, roaster: RoasterRef })
export type Coffee = v.InferOutput<typeof Coffee>

export const CoffeeDetail = v.object({
  ...facts,
  roaster: Roaster,
  /** Null once that account is deleted. */
  submittedBy: v.nullable(v.object({ id: field.id, displayName: v.string() })),
  _count: v.object({ communityRecipes: v.number() }),
})
export type CoffeeDetail = v.InferOutput<typeof CoffeeDetail>

const sorts = {
  name: 'name',
  alpha: 'name',
  newest: 'newest',
  recent: 'newest',
  popular: 'popular',
  recipes: 'popular',
  trending: 'trending',
} as const
export type CoffeeSort = (typeof sorts)[keyof typeof sorts]

export const ListCoffees = v.object({
  q: v.optional(field.search),
  roaster: v.optional(field.name),
  roastLevel: v.optional(roastFilter),
  origin: v.optional(field.name),
  coffeeType: v.optional(coffeeType),
  sort: v.optional(
    v.pipe(
      field.choice(Object.keys(sorts) as (keyof typeof sorts)[]),
      v.transform((sort): CoffeeSort => sorts[sort]),
    ),
  ),
  ...coffeesOnDial,
  limit: field.limit(20, 50),
  cursor: field.cursor,
})

export const OpenCoffee = v.object({ id: field.id, ...coffeesOnDial })
export const OpenRoasterCoffee = v.object({ slug: field.slug, coffeeSlug: field.slug, ...coffeesOnDial })
export const SuggestCoffees = v.object({ name: v.optional(field.name), roaster: v.optional(field.name) })

export const CoffeeSuggestion = v.object({
  id: field.id,
  name: v.string(),
  slug: v.string(),
  roastLevel: v.picklist(roastLevels),
  origin: v.nullable(v.string()),
  roasterName: v.string(),
  roasterSlug: v.string(),
})
export type CoffeeSuggestion = v.InferOutput<typeof CoffeeSuggestion>

const words = v.optional(field.longText)
const level = v.optional(field.number(1, 5))

export const SubmitCoffee = v.object({
  name: field.name,
  roasterName: field.name,
  roastLevel,
  coffeeType: v.optional(coffeeType),
  origin: v.optional(field.line),
  flavorProfile: words,
  description: words,
  acidity: level,
  body: level,
  processingMethod: v.optional(field.line),
})

const DialPlace = v.object({ setting: v.number(), label: v.string() })

export const CoffeeStats = v.object({
  id: field.id,
  ...onDialOf('onGrinder is then the range of its recipes on that dial'),
})

const range = v.nullable(v.object({ min: v.number(), max: v.number(), avg: v.number() }))

/** What the community does with a coffee. Grind figures are on the grind index, 0 to 100. */
export const CoffeeStatsReply = v.object({
  coffeeId: field.id,
  recipeCount: v.number(),
  votes: v.object({ total: v.number(), upvotes: v.number(), downvotes: v.number() }),
  topGrinders: v.array(
    v.object({
      id: field.id,
      slug: v.string(),
      brand: v.string(),
      name: v.string(),
      recipeCount: v.number(),
      avgGrindIndex: v.number(),
    }),
  ),
  topMachines: v.array(
    v.object({ id: field.id, brand: v.string(), model: v.string(), brewMethod: v.string(), recipeCount: v.number() }),
  ),
  ratioRange: range,
  grindRange: range,
  grinds: v.pipe(
    v.array(v.object({ grindIndex: v.number(), recipeCount: v.number() })),
    v.description('How many recipes grind where, fine to coarse, by whole points of the index.'),
  ),
  onGrinder: v.optional(
    v.pipe(
      v.nullable(v.object({ grinder: EquipmentName, min: DialPlace, max: DialPlace, avg: DialPlace })),
      v.description('The grind range on the dial you asked for, within its ends. Null without recipes.'),
    ),
  ),
})
