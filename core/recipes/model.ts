import * as v from 'valibot'
import { roastLevels } from '../coffees/roast.ts'
import { OnGrinder } from '../dial/on-grinder.ts'
import { filterTypes } from '../equipment/model.ts'
import * as field from '../fields.ts'
import { methodIds } from '../grind/methods.ts'
import { GrinderRef } from '../grind/ref.ts'
import { TasteProfile } from '../taste/profile.ts'
import { lineage } from './lineage.ts'
import { Steps } from './steps.ts'
import { Viewer } from './viewer.ts'

const figureFields = {
  id: field.id,
  coffeeProfileId: field.id,
  grinderId: field.id,
  machineId: field.id,
  filterId: v.nullable(field.id),
  grindSetting: v.number(),
  grindSettingText: v.pipe(v.nullable(v.string()), v.description('The setting as its author wrote it.')),
  grindIndex: v.number(),
  ratio: v.number(),
  doseGrams: v.number(),
  waterGrams: v.number(),
  brewTimeSeconds: v.nullable(v.number()),
  waterTempF: v.nullable(v.number()),
  notes: v.nullable(v.string()),
  tasteProfile: v.nullable(TasteProfile),
  steps: v.nullable(Steps),
  authorCalibrated: v.pipe(v.boolean(), v.description("Whether the author's own calibration gave the grind index.")),
  upvotes: v.number(),
  downvotes: v.number(),
  wilsonScore: v.pipe(v.number(), v.description('Lower end of the 95% interval for the share of upvotes, 0 to 1.')),
  avgRating: v.nullable(v.number()),
  ratingCount: v.number(),
  brewCount: v.number(),
  createdAt: field.instant,
  byRoaster: v.pipe(v.boolean(), v.description('Whether the roaster of its coffee wrote it.')),
  ...lineage,
}

const coffee = {
  id: field.id,
  name: v.string(),
  slug: v.string(),
  roastLevel: v.picklist(roastLevels),
  origin: v.nullable(v.string()),
  flavorProfile: v.nullable(v.string()),
  acidityLevel: v.nullable(v.number()),
  bodyLevel: v.nullable(v.number()),
}
const machine = { id: field.id, brand: v.string(), model: v.string(), brewMethod: v.picklist(methodIds) }

/** Fields that depend on the reader. */
const toReader = {
  onGrinder: v.optional(v.pipe(OnGrinder, v.description('Included if you ask for a grinder.'))),
  viewer: v.optional(v.pipe(Viewer, v.description('What you did with it. Included if you’re signed in.'))),
}

/** A community recipe in a list. */
export const Recipe = v.object({
  ...figureFields,
  coffee: v.object({ ...coffee, roasterName: v.string(), roasterSlug: v.string() }),
  grinder: GrinderRef,
  machine: v.object(machine),
  createdBy: v.nullable(v.object({ id: field.id, displayName: v.string() })),
  tasteMatchScore: v.optional(
    v.pipe(v.number(), v.description('How well it matches your palate, 0 to 1. Only once you’ve set one.')),
  ),
  ...toReader,
})
export type Recipe = v.InferOutput<typeof Recipe>

/** A recipe on its own page. */
export const RecipeDetail = v.object({
  ...figureFields,
  version: v.pipe(v.number(), v.description('1 until it is edited; each edit keeps the version before it.')),
  editedAt: v.pipe(v.nullable(field.instant), v.description('When this version was written; null for the first.')),
  commentCount: v.number(),
  coffee: v.object({
    ...coffee,
    coffeeType: v.nullable(v.string()),
    description: v.nullable(v.string()),
    processingMethod: v.nullable(v.string()),
    roaster: v.object({
      id: field.id,
      name: v.string(),
      slug: v.string(),
      city: v.nullable(v.string()),
      state: v.nullable(v.string()),
      country: v.nullable(v.string()),
      logoUrl: v.nullable(v.string()),
      websiteUrl: v.nullable(v.string()),
      isVerified: v.boolean(),
    }),
  }),
  grinder: v.object({
    ...GrinderRef.entries,
    minGrindSetting: v.number(),
    maxGrindSetting: v.number(),
    burrType: v.nullable(v.string()),
    burrSizeMm: v.nullable(v.number()),
  }),
  machine: v.object({ ...machine, defaultWaterTempF: v.number() }),
  filter: v.nullable(
    v.object({ id: field.id, name: v.string(), type: v.picklist(filterTypes), description: v.string() }),
  ),
  createdBy: v.pipe(
    v.nullable(v.object({ id: field.id, displayName: v.string() })),
    v.description('Null if the author closed their account, or a roaster wrote it.'),
  ),
  ...toReader,
})
export type RecipeDetail = v.InferOutput<typeof RecipeDetail>

/** The name of a recipe in a mail or heading; recipes have no names of their own. */
export const recipeName = (coffeeName: string, brewer: string) => `${coffeeName} on the ${brewer}`

/** The author, as shown to people. */
export const authorOf = ({ createdBy, byRoaster, coffee }: Pick<RecipeDetail, 'createdBy' | 'byRoaster' | 'coffee'>) =>
  byRoaster ? coffee.roaster.name : (createdBy?.displayName ?? 'Anonymous')
