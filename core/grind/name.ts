export const fullName = ({ brand, model }: { brand: string; model: string }) => `${brand} ${model}`

/** A grinder as recipes and brews name it. `name` and `model` are the same: clients know it by either. */
export const grinderRef = ({ id, slug, brand, model }: { id: number; slug: string; brand: string; model: string }) => ({
  id,
  slug,
  brand,
  name: model,
  model,
})
