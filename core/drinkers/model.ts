import * as v from 'valibot'
import * as field from '../fields.ts'
import { type Palate, SetTasteLevels, SetTasteProfile, TasteLevels, TasteVector } from '../taste/palate.ts'

/** The person whose account it is. They are in no list of named drinkers. */
export const FIRST_DRINKER = 0
/** How many people an account can name, besides the person whose account it is. */
export const MOST_DRINKERS = 8

export const drinkerColours = ['blue', 'plum', 'green', 'grey'] as const
const colour = field.choice(drinkerColours)
const LONGEST_NAME = 40
const drinkerName = v.pipe(field.name, field.noLongerThan(LONGEST_NAME))

/** The number of a drinker, where 0 is the person whose account it is. */
export const drinkerId = field.integer(FIRST_DRINKER, 2 ** 31 - 1)

/** In an input: for whom something is asked. */
export const forDrinker = {
  drinkerId: v.optional(
    v.pipe(drinkerId, v.description('One of your drinkers; 0 or omitted: you. Requires signing in.')),
  ),
}

const tastes = { ...SetTasteLevels.entries, ...SetTasteProfile.entries }

export const AddDrinker = v.object({ name: drinkerName, colour: v.nullish(colour, null), ...tastes })
export const ChangeDrinker = v.object({
  id: field.id,
  name: v.optional(drinkerName),
  colour: v.optional(v.nullable(colour)),
  ...tastes,
})
export const DrinkerId = v.object({ id: field.id })

export const Drinker = v.object({
  id: v.pipe(v.number(), v.description('0 is you.')),
  name: v.string(),
  colour: v.nullable(colour),
  isYou: v.boolean(),
  ...TasteLevels.entries,
  ...TasteVector.entries,
  isDefault: v.pipe(v.boolean(), v.description('True until any taste is set.')),
})
export type Drinker = v.InferOutput<typeof Drinker>

export const DrinkersReply = v.object({
  drinkers: v.pipe(
    v.array(Drinker),
    v.description('You first, then the people you added, in that order. Empty until you add someone.'),
  ),
})

/** Somebody whom an account has named. */
export interface StoredDrinker {
  id: number
  name: string
  colour: (typeof drinkerColours)[number] | null
  palate: Palate | null
}
