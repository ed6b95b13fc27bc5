import * as v from 'valibot'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { type AnyGrinder, roundedIndex } from '../grind/model.ts'
import { Filter, Machine } from './model.ts'

/**
 * A grinder as people choose it from the catalog. `name` and `model` are the same, because clients
 * use either.
 */
export const GrinderDetails = v.object({
  id: v.number(),
  slug: v.string(),
  brand: v.string(),
  name: v.string(),
  model: v.string(),
  minGrindSetting: v.number(),
  maxGrindSetting: v.number(),
  minGrindIndex: v.pipe(v.number(), v.description('The finest this dial reaches, on the 0-100 grind index.')),
  maxGrindIndex: v.number(),
  clicksPerFullRange: v.pipe(
    v.number(),
    v.description('Steps of the dial; for a stepless dial, those you can set by eye.'),
  ),
  burrType: v.nullable(v.string()),
  burrSizeMm: v.nullable(v.number()),
})
export type GrinderDetails = v.InferOutput<typeof GrinderDetails>

export const MachineDetails = v.object({ id: v.number(), ...Machine.entries })
export const FilterDetails = v.object({ id: v.number(), ...Filter.entries })

export function presentGrinder(grinder: AnyGrinder & { id: number }): GrinderDetails {
  const { indexAt } = curveThrough(grinder.references)
  const { min, max, steps, atLeast } = dialOf(grinder)
  const ends = [atLeast(min), max].map(setting => roundedIndex(indexAt(setting)))
  return {
    id: grinder.id,
    slug: grinder.slug,
    brand: grinder.brand,
    name: grinder.model,
    model: grinder.model,
    minGrindSetting: min,
    maxGrindSetting: max,
    minGrindIndex: Math.min(...ends),
    maxGrindIndex: Math.max(...ends),
    clicksPerFullRange: steps,
    burrType: grinder.burrType,
    burrSizeMm: grinder.burrSizeMm,
  }
}
