import * as v from 'valibot'
import { coffeesOnDial } from '../coffees/on-dial.ts'
import { roastFilter } from '../coffees/roast.ts'
import { Roaster } from '../coffees/roaster.ts'
import { onDial } from '../dial/reader.ts'
import * as field from '../fields.ts'

const words = v.nullable(v.string())

export const RoasterDetail = v.object({
  ...Roaster.entries,
  style: words,
  /** The same as `websiteUrl`, under the name that some clients read. */
  website: words,
  recipeCount: v.number(),
  followerCount: v.number(),
})
export type RoasterDetail = v.InferOutput<typeof RoasterDetail>

export const ListRoasters = v.object({
  search: v.optional(field.search),
  page: field.page,
  limit: field.limit(20),
  cursor: field.cursor,
})

export const RoasterList = v.object({
  roasters: v.array(Roaster),
  pagination: v.object({ page: v.number(), limit: v.number(), total: v.number(), totalPages: v.number() }),
  cursor: v.nullable(v.string()),
  nextCursor: v.nullable(v.string()),
  hasMore: v.boolean(),
})

export const RoasterSlug = v.object({ slug: field.slug })
export const ListRoasterCoffees = v.object({
  slug: field.slug,
  roastLevel: v.optional(roastFilter),
  ...coffeesOnDial,
  limit: field.limit(20),
  cursor: field.cursor,
})

export const ListRoasterRecipes = v.object({
  slug: field.slug,
  ...onDial,
  limit: field.limit(20),
  cursor: field.cursor,
})
export const ReadFeed = v.object({ ...onDial, limit: field.limit(20, 50), cursor: field.cursor })

export const Following = v.object({ isFollowing: v.boolean(), followerCount: v.number() })
export type Following = v.InferOutput<typeof Following>

export const TrackView = v.object({ roasterId: field.id, coffeeId: v.optional(field.id) })
