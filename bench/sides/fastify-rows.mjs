// Rows of pg to what the schemas of fastify-replies.mjs write; order and choice of fields are theirs.

/** @typedef {Record<string, any>} Row */

export const recipe = (/** @type {Row} */ row) => ({
  ...figures(row),
  coffee: { ...coffeeIn(row), roasterName: row.roaster_name, roasterSlug: row.roaster_slug },
  grinder: grinderIn(row),
  machine: machineIn(row),
  createdBy: row.author_id === null ? null : { id: row.author_id, displayName: row.author_name },
})

export const detail = (/** @type {Row} */ row) => ({
  ...figures(row),
  version: row.version,
  editedAt: row.edited_at,
  commentCount: row.comment_count,
  coffee: {
    ...coffeeIn(row),
    coffeeType: row.coffee_type,
    description: row.coffee_description,
    processingMethod: row.processing_method,
    roaster: {
      id: row.roaster_id,
      name: row.roaster_name,
      slug: row.roaster_slug,
      city: row.city,
      state: row.state,
      country: row.country,
      logoUrl: row.logo_url,
      websiteUrl: row.website_url,
      isVerified: row.is_verified,
    },
  },
  grinder: {
    ...grinderIn(row),
    minGrindSetting: row.min_setting,
    maxGrindSetting: row.max_setting,
    burrType: row.burr_type,
    burrSizeMm: row.burr_size_mm,
  },
  machine: { ...machineIn(row), defaultWaterTempF: row.default_water_temp_f },
  filter:
    row.filter_id === null
      ? null
      : { id: row.filter_id, name: row.filter_name, type: row.filter_type, description: row.filter_description },
  createdBy: row.author_id === null ? null : { id: row.author_id, displayName: row.author_name },
})

export const coffee = (/** @type {Row} */ row) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  roastLevel: row.roast_level,
  coffeeType: row.coffee_type,
  origin: row.origin,
  flavorProfile: row.flavor_profile,
  description: row.description,
  acidityLevel: row.acidity_level,
  bodyLevel: row.body_level,
  processingMethod: row.processing_method,
  roasterName: row.roaster_name,
  roasterSlug: row.roaster_slug,
  recipeCount: row.recipe_count,
  createdAt: row.created_at,
  picture: row.sizes === null ? null : { sizes: row.sizes },
  buyUrl: row.buy_url,
  roaster: { id: row.roaster_id, name: row.roaster_name, slug: row.roaster_slug },
})

export const brew = (/** @type {Row} */ row) => ({
  id: row.id,
  method: row.method,
  coffeeProfileId: row.coffee_profile_id,
  machineId: row.machine_id,
  doseGrams: row.dose_grams,
  coffeeGrams: row.dose_grams,
  waterGrams: row.water_grams,
  ratio: hundredths(row.water_grams / row.dose_grams),
  brewTimeSeconds: row.brew_time_seconds,
  isFavourite: false,
  isBest: false,
  notes: row.notes,
  rating: row.rating,
  savedAsRecipe: false,
  brewedAt: row.created_at,
  createdAt: row.created_at,
  coffee: { id: row.coffee_profile_id, name: row.coffee_name, slug: row.coffee_slug, roasterName: row.roaster_name },
  machine: { id: row.machine_id, brand: row.machine_brand, model: row.machine_model },
})

const figures = (/** @type {Row} */ row) => ({
  id: row.id,
  coffeeProfileId: row.coffee_profile_id,
  grinderId: row.grinder_id,
  machineId: row.machine_id,
  filterId: row.filter_id,
  grindSetting: row.grind_setting,
  grindSettingText: row.grind_setting_text,
  grindIndex: row.grind_index,
  ratio: row.ratio,
  doseGrams: row.dose_grams,
  waterGrams: row.water_grams,
  brewTimeSeconds: row.brew_time_seconds,
  waterTempF: row.water_temp_f,
  notes: row.notes,
  tasteProfile: row.taste_profile,
  steps: row.steps,
  authorCalibrated: row.author_calibrated,
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  wilsonScore: row.wilson_score,
  avgRating: row.avg_rating === null ? null : hundredths(row.avg_rating),
  ratingCount: row.rating_count,
  brewCount: row.brew_count,
  createdAt: row.created_at,
  byRoaster: row.by_roaster,
})

const coffeeIn = (/** @type {Row} */ row) => ({
  id: row.coffee_profile_id,
  name: row.coffee_name,
  slug: row.coffee_slug,
  roastLevel: row.roast_level,
  origin: row.origin,
  flavorProfile: row.flavor_profile,
  acidityLevel: row.acidity_level,
  bodyLevel: row.body_level,
})

const grinderIn = (/** @type {Row} */ row) => ({
  id: row.grinder_id,
  slug: row.grinder_slug,
  brand: row.grinder_brand,
  name: row.grinder_model,
  model: row.grinder_model,
})

const machineIn = (/** @type {Row} */ row) => ({
  id: row.machine_id,
  brand: row.machine_brand,
  model: row.machine_model,
  brewMethod: row.machine_method,
})

const hundredths = (/** @type {number} */ value) => Math.round(value * 100) / 100
