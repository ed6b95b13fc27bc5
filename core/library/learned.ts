import * as v from 'valibot'
import { BrewLog } from '../brews/model.ts'
import { presentOnOwnDial } from '../equipment/own-dial.ts'
import * as field from '../fields.ts'
import { methodIds } from '../grind/methods.ts'

const figure = v.nullable(v.number())

/** The best brew from a bag, as it is stored. */
const bestBrew = {
  brewLogId: field.id,
  method: v.picklist(methodIds),
  grinderId: v.nullable(field.id),
  grindSetting: figure,
  grindSettingText: v.nullable(v.string()),
  grindIndex: figure,
  doseGrams: figure,
  waterGrams: figure,
  waterTempF: figure,
  brewTimeSeconds: figure,
  rating: figure,
  brewedAt: field.instant,
}

const learned = { cups: v.number(), ratedCups: v.number(), averageRating: figure }
/** What the brews from a bag say. */
export type StoredLessons = v.InferOutput<v.ObjectSchema<typeof learned, undefined>> & {
  best: v.InferOutput<v.ObjectSchema<typeof bestBrew, undefined>> | null
}

export const Lessons = v.object({
  ...learned,
  best: v.pipe(
    v.nullable(v.object({ ...bestBrew, grindLabel: BrewLog.entries.grindLabel, grinder: BrewLog.entries.grinder })),
    v.description('The brew marked as the best, or the best rated, or the last of those. Null if none was rated.'),
  ),
})

export const presentLessons = ({ best, ...sums }: StoredLessons, dials: DialsOf): v.InferOutput<typeof Lessons> => ({
  ...sums,
  best: best && { ...best, ...presentOnOwnDial(best, best.grinderId === null ? undefined : dials(best.grinderId)) },
})

/** A person's grinders with their calibrations. */
type DialsOf = (grinderId: number) => Parameters<typeof presentOnOwnDial>[1]

export const nothingLearned: StoredLessons = { cups: 0, ratedCups: 0, averageRating: null, best: null }
