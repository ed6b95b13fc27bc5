import * as v from 'valibot'
import { drinkerId, MOST_DRINKERS } from '../drinkers/model.ts'
import * as field from '../fields.ts'

/** The drinkers of one brew: all whom an account can name, and its own person. */
const MOST_CUPS = MOST_DRINKERS + 1

/** What one of several drinkers said of a brew, with the words that a brew can have. */
const cupWith = <Words extends v.GenericSchema>(extractionFeedback: Words) =>
  field.object({ drinkerId, rating: field.orNull(field.rating), extractionFeedback: field.orNull(extractionFeedback) })

/** In an input: who drank a brew, and what each of them said. */
export const drinkersInInput = <Words extends v.GenericSchema>(extractionFeedback: Words) => ({
  drinkerIds: v.nullish(
    v.pipe(
      v.array(drinkerId, 'must be a list of drinkers'),
      v.maxLength(MOST_CUPS, `must have at most ${MOST_CUPS} drinkers`),
      v.description('Instead of drinkerId, if several drank it. An empty list: somebody whom you have not named.'),
    ),
  ),
  cups: v.nullish(
    v.pipe(
      v.array(cupWith(extractionFeedback), 'must be a list of what each drinker said'),
      v.maxLength(MOST_CUPS, `must have at most ${MOST_CUPS} drinkers`),
      v.description(
        'What each of several drinkers said. The rating and feedback of the brew were then said for all, and coach nobody.',
      ),
    ),
  ),
})

export const oneDrinker = v.nullish(
  v.pipe(drinkerId, v.description('Who drank it: one of your drinkers. 0 or left out: yourself.')),
)

/** In a reply. Both are left out where the person whose account it is drank it alone. */
export const drinkersInReply = <Words extends v.GenericSchema>(extractionFeedback: Words) => ({
  drinkerIds: v.pipe(
    v.optional(v.array(v.number())),
    v.description('Who drank it, if not you alone; 0 is you. Whoever is not among your drinkers was removed.'),
  ),
  cups: v.pipe(
    v.optional(
      v.array(
        v.object({
          drinkerId: v.number(),
          rating: v.nullable(v.number()),
          extractionFeedback: v.nullable(extractionFeedback),
        }),
      ),
    ),
    v.description('What each of several drinkers said; empty if it was only rated once for all.'),
  ),
})
