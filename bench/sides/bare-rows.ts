import type { Equipment, StoredMachine } from '../../core/equipment/equipment.ts'
import { hundredths } from '../../core/rounding.ts'

// Turns rows into replies, written out as object literals, which are the fastest.
// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
type BareRow = Record<string, any>

export const recipeFrom = (equipment: Equipment) => (row: BareRow) => ({
  ...figuresFrom(row),
  coffee: { ...coffeeIn(row), roasterName: row.roasterName, roasterSlug: row.roasterSlug },
  grinder: grinderIn(row, equipment),
  machine: machineIn(row, equipment),
  createdBy: row.authorId === null ? null : { id: row.authorId, displayName: row.authorName },
})

export const detailFrom = (equipment: Equipment) => (row: BareRow) => {
  const grinder = equipment.grinders.byId(row.grinderId)
  const filter = row.filterId === null ? undefined : equipment.filters.byId(row.filterId)
  return {
    ...figuresFrom(row),
    version: row.version,
    editedAt: row.editedAt,
    commentCount: row.commentCount,
    coffee: {
      ...coffeeIn(row),
      coffeeType: row.coffeeType,
      description: row.coffeeDescription,
      processingMethod: row.processingMethod,
      roaster: {
        id: row.roasterId,
        name: row.roasterName,
        slug: row.roasterSlug,
        city: row.city,
        state: row.state,
        country: row.country,
        logoUrl: row.logoUrl,
        websiteUrl: row.websiteUrl,
        isVerified: row.isVerified,
      },
    },
    grinder: {
      ...grinderIn(row, equipment),
      minGrindSetting: grinder?.minSetting,
      maxGrindSetting: grinder?.maxSetting,
      burrType: grinder?.burrType,
      burrSizeMm: grinder?.burrSizeMm,
    },
    machine: {
      ...machineIn(row, equipment),
      defaultWaterTempF: equipment.machines.byId(row.machineId)?.defaultWaterTempF,
    },
    filter: filter ? { id: filter.id, name: filter.name, type: filter.type, description: filter.description } : null,
    createdBy: row.authorId === null ? null : { id: row.authorId, displayName: row.authorName },
  }
}

export const coffeeFrom = (row: BareRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  roastLevel: row.roastLevel,
  coffeeType: row.coffeeType,
  origin: row.origin,
  flavorProfile: row.flavorProfile,
  description: row.description,
  acidityLevel: row.acidityLevel,
  bodyLevel: row.bodyLevel,
  processingMethod: row.processingMethod,
  roasterName: row.roasterName,
  roasterSlug: row.roasterSlug,
  recipeCount: row.recipeCount,
  createdAt: row.createdAt,
  picture: row.sizes === null ? null : { sizes: row.sizes },
  buyUrl: row.buyUrl,
  roaster: { id: row.roasterId, name: row.roasterName, slug: row.roasterSlug },
})

/** A brew that was just logged, without a grinder. */
export const brewFrom = (row: BareRow, machine: StoredMachine | undefined) => ({
  id: row.id,
  method: row.method,
  coffeeProfileId: row.coffeeProfileId,
  machineId: row.machineId,
  doseGrams: row.doseGrams,
  coffeeGrams: row.doseGrams,
  waterGrams: row.waterGrams,
  ratio: row.ratio,
  brewTimeSeconds: row.brewTimeSeconds,
  isFavourite: false,
  isBest: false,
  notes: row.notes,
  rating: row.rating,
  savedAsRecipe: false,
  brewedAt: row.createdAt,
  createdAt: row.createdAt,
  coffee: { id: row.coffeeProfileId, name: row.coffeeName, slug: row.coffeeSlug, roasterName: row.roasterName },
  machine: machine ? { id: machine.id, brand: machine.brand, model: machine.model } : null,
})

const figuresFrom = (row: BareRow) => ({
  id: row.id,
  coffeeProfileId: row.coffeeProfileId,
  grinderId: row.grinderId,
  machineId: row.machineId,
  filterId: row.filterId,
  grindSetting: row.grindSetting,
  grindSettingText: row.grindSettingText,
  grindIndex: row.grindIndex,
  ratio: row.ratio,
  doseGrams: row.doseGrams,
  waterGrams: row.waterGrams,
  brewTimeSeconds: row.brewTimeSeconds,
  waterTempF: row.waterTempF,
  notes: row.notes,
  tasteProfile: tasteIn(row),
  steps: stepsIn(row),
  authorCalibrated: row.authorCalibrated,
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  wilsonScore: row.wilsonScore,
  avgRating: row.avgRating === null ? null : hundredths(row.avgRating),
  ratingCount: row.ratingCount,
  brewCount: row.brewCount,
  createdAt: row.createdAt,
  byRoaster: row.byRoaster,
})

/** jsonb stores the fields in its own order. */
function tasteIn({ tasteProfile }: BareRow) {
  if (tasteProfile === null) return null
  const { acidity, body, sweetness, bitterness } = tasteProfile
  return { acidity, body, sweetness, bitterness }
}

const stepsIn = ({ steps }: BareRow) =>
  steps?.map(({ atSeconds, action, toGrams, note }: BareRow) => ({ atSeconds, action, toGrams, note })) ?? null

const coffeeIn = (row: BareRow) => ({
  id: row.coffeeProfileId,
  name: row.coffeeName,
  slug: row.coffeeSlug,
  roastLevel: row.roastLevel,
  origin: row.origin,
  flavorProfile: row.flavorProfile,
  acidityLevel: row.acidityLevel,
  bodyLevel: row.bodyLevel,
})

function grinderIn({ grinderId }: BareRow, { grinders }: Equipment) {
  const grinder = grinders.byId(grinderId)
  return { id: grinderId, slug: grinder?.slug, brand: grinder?.brand, name: grinder?.model, model: grinder?.model }
}

function machineIn({ machineId }: BareRow, { machines }: Equipment) {
  const machine = machines.byId(machineId)
  return { id: machineId, brand: machine?.brand, model: machine?.model, brewMethod: machine?.brewMethod }
}
