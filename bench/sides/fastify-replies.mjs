// What each reply is made of; Fastify makes a serializer of each.

const id = { type: 'integer' }
const number = { type: 'number' }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const numberOrNull = { type: 'number', nullable: true }
const textOrNull = { type: 'string', nullable: true }
/** JSON as it is stored. */
const stored = {}
const object = (/** @type {Record<string, object>} */ properties) => ({ type: 'object', properties })
const orNull = (/** @type {object} */ schema) => ({ ...schema, nullable: true })
const list = (/** @type {object} */ items) => ({ type: 'array', items })

const figures = {
  id,
  coffeeProfileId: id,
  grinderId: id,
  machineId: id,
  filterId: orNull(id),
  grindSetting: number,
  grindSettingText: textOrNull,
  grindIndex: number,
  ratio: number,
  doseGrams: number,
  waterGrams: number,
  brewTimeSeconds: numberOrNull,
  waterTempF: numberOrNull,
  notes: textOrNull,
  tasteProfile: orNull(object({ acidity: number, body: number, sweetness: number, bitterness: number })),
  steps: orNull(list(object({ atSeconds: id, action: text, toGrams: numberOrNull, note: textOrNull }))),
  authorCalibrated: flag,
  upvotes: id,
  downvotes: id,
  wilsonScore: number,
  avgRating: numberOrNull,
  ratingCount: id,
  brewCount: id,
  createdAt: text,
  byRoaster: flag,
}
const coffee = {
  id,
  name: text,
  slug: text,
  roastLevel: text,
  origin: textOrNull,
  flavorProfile: textOrNull,
  acidityLevel: numberOrNull,
  bodyLevel: numberOrNull,
}
const grinder = { id, slug: text, brand: text, name: text, model: text }
const machine = { id, brand: text, model: text, brewMethod: text }
const roaster = { id, name: text, slug: text }
const page = { cursor: textOrNull, nextCursor: textOrNull, hasMore: flag }

const Recipe = object({
  ...figures,
  coffee: object({ ...coffee, roasterName: text, roasterSlug: text }),
  grinder: object(grinder),
  machine: object(machine),
  createdBy: orNull(object({ id, displayName: text })),
})

export const Detail = object({
  ...figures,
  version: id,
  editedAt: textOrNull,
  commentCount: id,
  coffee: object({
    ...coffee,
    coffeeType: textOrNull,
    description: textOrNull,
    processingMethod: textOrNull,
    roaster: object({
      ...roaster,
      city: textOrNull,
      state: textOrNull,
      country: textOrNull,
      logoUrl: textOrNull,
      websiteUrl: textOrNull,
      isVerified: flag,
    }),
  }),
  grinder: object({
    ...grinder,
    minGrindSetting: number,
    maxGrindSetting: number,
    burrType: textOrNull,
    burrSizeMm: numberOrNull,
  }),
  machine: object({ ...machine, defaultWaterTempF: number }),
  filter: orNull(object({ id, name: text, type: text, description: text })),
  createdBy: orNull(object({ id, displayName: text })),
})

export const Browsed = object({ data: list(Recipe), total: id, totalPages: id, page: id })

export const Found = object({ data: list(Recipe), total: id, ...page })

export const Coffees = object({
  data: list(
    object({
      id,
      name: text,
      slug: text,
      roastLevel: text,
      coffeeType: textOrNull,
      origin: textOrNull,
      flavorProfile: textOrNull,
      description: textOrNull,
      acidityLevel: numberOrNull,
      bodyLevel: numberOrNull,
      processingMethod: textOrNull,
      roasterName: text,
      roasterSlug: text,
      recipeCount: id,
      createdAt: text,
      picture: stored,
      buyUrl: textOrNull,
      roaster: object(roaster),
    }),
  ),
  ...page,
})

export const Voted = object({ vote: text, message: text })

export const Logged = object({
  brewLog: object({
    id,
    method: text,
    coffeeProfileId: id,
    machineId: id,
    doseGrams: number,
    coffeeGrams: number,
    waterGrams: number,
    ratio: number,
    brewTimeSeconds: number,
    isFavourite: flag,
    isBest: flag,
    notes: text,
    rating: id,
    savedAsRecipe: flag,
    brewedAt: text,
    createdAt: text,
    coffee: object({ id, name: text, slug: text, roasterName: text }),
    machine: object({ id, brand: text, model: text }),
  }),
})
