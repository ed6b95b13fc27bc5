import * as v from 'valibot'
import * as field from '../fields.ts'
import { Picture } from '../pictures/model.ts'

export const RoasterRef = v.object({ id: field.id, name: v.string(), slug: v.string() })
export type RoasterRef = v.InferOutput<typeof RoasterRef>

const words = v.nullable(v.string())

/** A roaster in a list. */
export const Roaster = v.object({
  ...RoasterRef.entries,
  description: words,
  tagline: words,
  city: words,
  state: words,
  country: words,
  /** City, state and country in one line. */
  location: words,
  logo: v.pipe(v.nullable(Picture), v.description('What the roaster uploaded; `logoUrl` is an address elsewhere.')),
  logoUrl: words,
  coverImageUrl: words,
  websiteUrl: words,
  isVerified: v.boolean(),
  _count: v.object({ coffees: v.number() }),
})
export type Roaster = v.InferOutput<typeof Roaster>
