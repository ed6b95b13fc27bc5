import type { Techniques } from '../../core/adaptation/technique.ts'
import type { Env } from '../config/env.ts'
import { hasDatabase, type Place, placeIn, placeName } from '../config/place.ts'
import {
  type CachedEquipment,
  type CachedGrinders,
  cachedAt,
  cachedEquipment,
  cachedGrinders,
  noteSilence,
  wasSilent,
} from './equipment-cache.ts'

/**
 * Where an answer comes from: the data shipped with the code, or the database of the local service.
 */
export type DataSource =
  /** `insteadOf`: a database that they could not be read from; `why`, behind its name. */
  { source: 'shipped'; insteadOf?: string; why?: string } | { source: 'database'; place: string; asOf: string }

type GrindersHere = Pick<CachedGrinders, 'grinders'> & { data: DataSource }
type EquipmentHere = Omit<CachedEquipment, 'asOf'> & { techniques: Techniques; data: DataSource }

/**
 * The grinders that the local service answers with: those of the database that the environment
 * names, if there is one, or the shipped ones. Commands must answer at once, so the database is
 * only read if there is no cache, or if the cache of a server is old, because others may have
 * imported into it from elsewhere.
 */
export async function grindersHere(env: Env): Promise<GrindersHere> {
  const place = placeIn(env)
  const found = await readHere(place, OLD_FOR_A_COMMAND_MS, cachedGrinders)
  const { grinders } = 'grinders' in found ? found : await grindersThatShip()
  return { grinders, data: dataSource(place, found) }
}

/**
 * The same plus the machines, for a long-running process that calls this before each answer. An
 * import on this machine is visible in the next answer, an import into a server from elsewhere
 * within a minute, and a database that was unreachable is tried again.
 */
export function followedEquipment(env: Env): () => Promise<EquipmentHere> {
  const place = placeIn(env)
  let last: { here: Promise<EquipmentHere>; at: number; fileAt: number | undefined } | undefined
  return () => {
    const [now, fileAt] = [Date.now(), cachedAt(place)]
    if (!last || fileAt !== last.fileAt || now - last.at > HELD_FOR_MS)
      last = { here: equipmentHere(place), at: now, fileAt }
    return last.here
  }
}

async function equipmentHere(place: Place): Promise<EquipmentHere> {
  const found = await readHere(place, HELD_FOR_MS, cachedEquipment)
  const { grinders, machines } = 'grinders' in found ? found : await equipmentThatShips()
  const { shippedTechniques: techniques } = await import('../../db/data/techniques.ts')
  return { grinders, machines, techniques, data: dataSource(place, found) }
}

const OLD_FOR_A_COMMAND_MS = 60 * 60_000

/** Half a minute, because a cache that is almost this old is used for this long again. */
const HELD_FOR_MS = 30_000

/** Only a server's cache becomes outdated: nobody else writes to an embedded database. */
async function readHere<T extends CachedGrinders>(
  place: Place,
  oldAfterMs: number,
  cachedIn: (place: Place) => T | undefined,
): Promise<T | CachedEquipment | Unread> {
  if (!hasDatabase(place)) return {}
  const cached = cachedIn(place)
  const isOld = place.databaseUrl !== undefined && Date.now() - Number(cached?.asOf) > oldAfterMs
  if (cached && (!isOld || wasSilent(place))) return cached
  const found = await readDatabase(place)
  if (!cached || 'grinders' in found) return found
  noteSilence(place)
  return cached
}

/** No database, or one that could not be read, and why. */
interface Unread {
  why?: string
}

/** Imported only here: opening a database takes a while, and so does loading the code for it. */
async function readDatabase(place: Place): Promise<CachedEquipment | Unread> {
  const { readEquipment } = await import('./read-equipment.ts')
  const read = await readEquipment(place)
  return 'why' in read ? read : { ...read, asOf: new Date() }
}

function dataSource(place: Place, found: CachedGrinders | Unread): DataSource {
  if ('grinders' in found) return { source: 'database', place: placeName(place), asOf: found.asOf.toISOString() }
  return { source: 'shipped', ...(found.why && { insteadOf: placeName(place), why: found.why }) }
}

const grindersThatShip = async () => ({ grinders: (await import('../../db/data/shipped.ts')).shippedGrinders })
const equipmentThatShips = async () => ({
  ...(await grindersThatShip()),
  machines: (await import('../../db/data/machines.ts')).shippedMachines,
})
