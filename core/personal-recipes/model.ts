import * as v from 'valibot'
import { CoffeeRef } from '../coffees/ref.ts'
import { OnGrinder } from '../dial/on-grinder.ts'
import { onDial } from '../dial/reader.ts'
import * as field from '../fields.ts'
import { GivenSetting } from '../grind/given.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'
import { GivenBasis, lineage } from '../recipes/lineage.ts'
import { Recipe } from '../recipes/model.ts'
import { Steps } from '../recipes/steps.ts'
import { differenceBefore } from '../recipes/versions.ts'

const words = {
  name: v.nullish(field.name),
  notes: v.nullish(field.longText),
  rating: v.nullish(field.rating),
}

export const WriteRecipe = v.object({
  method: GivenMethod,
  grindSetting: GivenSetting,
  ratio: field.ratio,
  doseGrams: field.doseGrams,
  waterGrams: field.waterGrams,
  grinderId: v.nullish(field.id),
  coffeeProfileId: v.nullish(field.id),
  waterTempF: v.nullish(field.waterTempF),
  brewTimeSeconds: v.nullish(field.brewTimeSeconds),
  steps: v.nullish(Steps),
  ...words,
  basedOn: GivenBasis,
})

/** Null clears a field that may be unknown; a missing field stays as it was. */
export const ReviseRecipe = v.object({
  id: field.id,
  ...words,
  grindSetting: v.optional(GivenSetting),
  ratio: v.optional(v.pipe(field.ratio, v.description('The dose stays unless you send it; the water follows.'))),
  doseGrams: v.optional(field.doseGrams),
  waterGrams: v.optional(field.waterGrams),
  waterTempF: v.nullish(field.waterTempF),
  brewTimeSeconds: v.nullish(field.brewTimeSeconds),
  steps: v.nullish(Steps),
})

export const PersonalRecipeId = v.object({ id: field.id })
export const ListPersonalRecipes = v.object({ ...onDial, page: field.page, limit: field.limit(50, 100) })

const figure = v.nullable(v.number())
const textOrNull = v.nullable(v.string())

const facts = {
  id: field.id,
  name: textOrNull,
  method: v.picklist(methodIds),
  coffeeProfileId: v.nullable(field.id),
  grinderId: v.nullable(field.id),
  grindSetting: figure,
  grindSettingText: v.pipe(textOrNull, v.description('The setting as it was typed, if it was text.')),
  grindIndex: figure,
  ratio: figure,
  doseGrams: figure,
  waterGrams: figure,
  waterTempF: figure,
  brewTimeSeconds: figure,
  steps: v.nullable(Steps),
  notes: textOrNull,
  rating: figure,
  brewLogId: v.pipe(v.nullable(field.id), v.description('The brew it was saved from.')),
  coffee: v.nullable(CoffeeRef),
  createdAt: field.instant,
  version: v.pipe(v.number(), v.description('1 until it is edited; each edit keeps the version before it.')),
  editedAt: v.pipe(v.nullable(field.instant), v.description('When this version was written; null for the first.')),
  basedOn: lineage.basedOn,
}

/** A recipe as it is stored. */
export const StoredPersonalRecipe = v.object(facts)
export type StoredPersonalRecipe = v.InferOutput<typeof StoredPersonalRecipe>

/** What an edit of a personal recipe may change. */
export const personalFigures = [
  'name',
  'grindSetting',
  'grindSettingText',
  'grindIndex',
  'ratio',
  'doseGrams',
  'waterGrams',
  'waterTempF',
  'brewTimeSeconds',
  'steps',
  'notes',
  'rating',
] as const

/** A version of a recipe as it is stored. */
export const PersonalVersion = v.object({
  version: facts.version,
  writtenAt: field.instant,
  ...v.pick(StoredPersonalRecipe, personalFigures).entries,
})
export type PersonalVersion = v.InferOutput<typeof PersonalVersion>

export const ListPersonalVersions = v.object({ id: field.id, page: field.page, limit: field.limit(20) })
export const PersonalVersions = v.object({
  versions: v.array(v.object({ ...PersonalVersion.entries, difference: differenceBefore })),
  total: v.number(),
})

export const PersonalRecipe = v.object({
  ...facts,
  grindLabel: v.pipe(textOrNull, v.description('The setting as the device shows it.')),
  grinder: v.nullable(v.object({ ...Recipe.entries.grinder.entries, calibrated: v.boolean() })),
  onGrinder: v.optional(
    v.pipe(OnGrinder, v.description('Included if you ask for a grinder and the recipe says how fine to grind.')),
  ),
})
export type PersonalRecipe = v.InferOutput<typeof PersonalRecipe>
