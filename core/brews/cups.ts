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
      v.description('Instead of drinkerId, if several people drank it. An empty list means someone you haven’t named.'),
    ),
  ),
  cups: v.nullish(
    v.pipe(
      v.array(cupWith(extractionFeedback), 'must be a list of what each drinker said'),
      v.maxLength(MOST_CUPS, `must have at most ${MOST_CUPS} drinkers`),
      v.description(
        'What each of several drinkers said. The brew’s own rating and feedback then stand for everyone, and coach no one.',
      ),
    ),
  ),
})

export const oneDrinker = v.nullish(
  v.pipe(drinkerId, v.description('Who drank it: one of your drinkers. 0 or omitted: you.')),
)

/** In a reply. Both are left out where the person whose account it is drank it alone. */
export const drinkersInReply = <Words extends v.GenericSchema>(extractionFeedback: Words) => ({
  drinkerIds: v.pipe(
    v.optional(v.array(v.number())),
    v.description('Who drank it, if not just you; 0 is you. IDs that aren’t among your drinkers were removed.'),
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
    v.description('What each of several drinkers said; empty if the brew has one rating for everyone.'),
  ),
})
