import * as v from 'valibot'
import * as field from '../fields.ts'

/** Equipment as replies name it. */
export const EquipmentName = v.object({ slug: v.string(), brand: v.string(), name: v.string() })

export const presentEquipmentName = ({ slug, brand, model }: { slug: string; brand: string; model: string }) => ({
  slug,
  brand,
  name: model,
})

/**
 * A grinder as recipes and brews name it. `name` and `model` are the same, because clients use
 * either.
 */
export const GrinderRef = v.object({ id: field.id, ...EquipmentName.entries, model: v.string() })
export type GrinderRef = v.InferOutput<typeof GrinderRef>

export const grinderRef = ({ id, slug, brand, model }: Omit<GrinderRef, 'name'>): GrinderRef => ({
  id,
  slug,
  brand,
  name: model,
  model,
})
