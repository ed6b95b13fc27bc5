import type { Sql, Transaction } from '../engine/client.ts'
import { pictureSizes } from './pictures.ts'

/** For queries over `roasters`: what lists show, or a part of another row. */
export const roasterInList = (sql: Sql | Transaction, inside = '') =>
  sql.unsafe(
    Object.entries(inList)
      .map(([name, column]) => `${column} as "${inside}${name}"`)
      .join(', '),
  )

/** City, state and country as one text. */
export const locationColumn = `nullif(concat_ws(', ', roasters.city, roasters.state, roasters.country), '')`

const inList = {
  id: 'roasters.id',
  name: 'roasters.name',
  slug: 'roasters.slug',
  description: 'roasters.description',
  tagline: 'roasters.tagline',
  city: 'roasters.city',
  state: 'roasters.state',
  country: 'roasters.country',
  location: locationColumn,
  'logo.sizes': pictureSizes('roasters'),
  logoUrl: 'roasters.logo_url',
  coverImageUrl: 'roasters.cover_image_url',
  websiteUrl: 'roasters.website_url',
  isVerified: 'roasters.is_verified',
  '_count.coffees': 'roasters.coffee_count',
}
