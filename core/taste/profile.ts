import * as v from 'valibot'
import * as field from '../fields.ts'

const level = field.number(1, 5)

/** How the cup tasted to the person who made it. */
export const TasteProfile = field.object({
  acidity: v.optional(level),
  body: v.optional(level),
  sweetness: v.optional(level),
  bitterness: v.optional(level),
})
export type TasteProfile = v.InferOutput<typeof TasteProfile>
