import * as v from 'valibot'
import * as field from '../fields.ts'
import { Difference } from './difference.ts'
import { RecipeDetail } from './model.ts'

const figures = v.pick(RecipeDetail, [
  'grinderId',
  'machineId',
  'filterId',
  'grindSetting',
  'grindSettingText',
  'grindIndex',
  'ratio',
  'doseGrams',
  'waterGrams',
  'brewTimeSeconds',
  'waterTempF',
  'notes',
  'tasteProfile',
  'steps',
])

/** A version of a recipe as it is stored. */
export const StoredVersion = v.object({ version: v.number(), writtenAt: field.instant, ...figures.entries })
export type StoredVersion = v.InferOutput<typeof StoredVersion>

export const differenceBefore = v.pipe(
  v.nullable(Difference),
  v.description('From the version before; null for the first.'),
)
