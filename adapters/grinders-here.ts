import { catalogOf, type GrinderCatalog } from '../core/grind/model.ts'
import { type CachedGrinders, cachedGrinders, followedGrinders } from './grinder-cache.ts'
import { hasDatabase, type Place, placeIn, placeName } from './place.ts'

/** Where an answer comes from: the data that ships with the code, or the database of the service here. */
export type DataSource =
  /** `insteadOf`: a database that did not answer. */
  { source: 'shipped'; insteadOf?: string } | { source: 'database'; place: string; asOf: string }

interface GrindersHere {
  grinders: GrinderCatalog
  data: DataSource
}

/**
 * The grinders that the service here answers with: those of the database that the environment names, where there is
 * one, else the shipped ones. A command must answer at once, so the database itself is asked only where no cache is,
 * or an old one of a server that others may have imported into from elsewhere.
 */
export async function grindersHere(env: Record<string, string | undefined>): Promise<GrindersHere> {
  const { place, found } = await locate(env)
  if (!found)
    return { grinders: await shipped(), data: { source: 'shipped', ...(place && { insteadOf: placeName(place) }) } }
  return {
    grinders: found.grinders,
    data: { source: 'database', place: placeName(place), asOf: found.asOf.toISOString() },
  }
}

/** The same for a process that stays: an import is seen by its next answer. */
export async function grindersFollowed(env: Record<string, string | undefined>): Promise<GrinderCatalog> {
  const { place, found } = await locate(env)
  return found ? followedGrinders(place, found) : shipped()
}

/** A server's cache that is older than this is looked up anew; the folder of an embedded database has no other writers. */
const OLD_AFTER_MS = 60 * 60_000

type LookedUp = { place: Place; found: CachedGrinders } | { place?: Place; found?: undefined }

async function locate(env: Record<string, string | undefined>): Promise<LookedUp> {
  const place = placeIn(env)
  if (!hasDatabase(place)) return {}
  const cached = cachedGrinders(place)
  const isOld = place.databaseUrl !== undefined && Date.now() - Number(cached?.asOf) > OLD_AFTER_MS
  const found = cached && !isOld ? cached : ((await readDatabase(place)) ?? cached)
  return found ? { place, found } : { place }
}

/** Opening a database takes a while, and so does importing what opens it. Undefined where it has no catalog yet. */
async function readDatabase(place: Place): Promise<CachedGrinders | undefined> {
  try {
    const { readGrinders } = await import('./compose.ts')
    return { grinders: catalogOf(await readGrinders(place)), asOf: new Date() }
  } catch {
    return undefined
  }
}

const shipped = async () => (await import('../db/data/shipped.ts')).shippedGrinders
