import * as v from 'valibot'

export const RatingTotals = v.object({
  avg: v.pipe(v.nullable(v.number()), v.description('Null if no rating counts: an author’s own stars aren’t counted.')),
  count: v.number(),
})
export type RatingTotals = v.InferOutput<typeof RatingTotals>

const Distribution = v.object({ 1: v.number(), 2: v.number(), 3: v.number(), 4: v.number(), 5: v.number() })

export const RatingReply = v.object({
  avg: v.nullable(v.number()),
  count: v.number(),
  distribution: v.pipe(Distribution, v.description('How many people gave each number of stars.')),
  userRating: v.optional(v.nullable(v.object({ rating: v.number(), notes: v.nullable(v.string()) }))),
})

export interface RecipeRating {
  avg: number | null
  count: number
  distribution: v.InferOutput<typeof Distribution>
  /** Null if this person has not rated it. */
  userRating: { rating: number; notes: string | null } | null
}
