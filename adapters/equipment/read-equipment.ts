import type { Equipment } from '../../core/equipment/equipment.ts'
import type { Place } from '../config/place.ts'
import { equipmentIn } from '../postgres/catalog/equipment.ts'
import { openDatabase } from '../postgres/engine/client.ts'
import { isWithoutTable, whyUnread } from '../postgres/engine/faults.ts'
import { noAnswer } from '../trouble/reach.ts'
import { cacheEquipment } from './equipment-cache.ts'

/**
 * The equipment of a database as it is now, for whoever needs nothing else of it, or why there is none to read, behind the
 * name of the place; brings nothing up to date.
 */
export async function readEquipment(place: Place): Promise<Equipment | { why: string }> {
  try {
    const { sql, close } = await openDatabase(place, { connect_timeout: 2 })
    // Of a server that is away, the other queries still try to reach it.
    const equipment = await Promise.race([equipmentIn(sql), noAnswer(READ_WITHIN_MS)]).finally(() => close(0))
    if (equipment.grinders.list().length === 0) return { why: NO_GRINDERS }
    cacheEquipment(place, equipment)
    return equipment
  } catch (error) {
    return { why: isWithoutTable(error) ? NO_GRINDERS : whyUnread(error) }
  }
}

/** Also while the first start on it is under way. */
const NO_GRINDERS = 'has no grinders yet; start the service on it once.'

/** Somebody waits for an answer that there is a cache or shipped data for, too. */
const READ_WITHIN_MS = 5_000
