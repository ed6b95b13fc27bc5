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

/** What an edit changed. Where that is no figure, it says what else: every version differs in something. */
export function differenceOfEdit(difference: Difference, before: Worded, version: Worded): Difference {
  if (difference.changes.length > 0) return difference
  const changed = before.notes !== version.notes ? 'notes' : before.name !== version.name ? 'name' : 'words'
  return { changes: [], text: `Only the ${changed} changed` }
}

interface Worded {
  notes: string | null
  name?: string | null
}

export const differenceBefore = v.pipe(
  v.nullable(Difference),
  v.description('From the version before; null for the first.'),
)
