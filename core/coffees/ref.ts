import * as v from 'valibot'
import * as field from '../fields.ts'

/** A coffee as it appears in brews and recipes made with it. */
export const CoffeeRef = v.object({ id: field.id, name: v.string(), slug: v.string(), roasterName: v.string() })
export type CoffeeRef = v.InferOutput<typeof CoffeeRef>
