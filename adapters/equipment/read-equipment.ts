import type { Equipment } from '../../core/equipment/equipment.ts'
import type { Place } from '../config/place.ts'
import { equipmentIn } from '../postgres/catalog/equipment.ts'
import { openDatabase } from '../postgres/engine/client.ts'
import { isWithoutTable, whyUnread } from '../postgres/engine/faults.ts'
import { noAnswer } from '../trouble/reach.ts'
import { cacheEquipment } from './equipment-cache.ts'

/**
 * The current equipment of a database, for callers that need nothing else from it, or why it cannot
 * be read (a phrase that follows the database's name). Runs no migrations.
 */
export async function readEquipment(place: Place): Promise<Equipment | { why: string }> {
  try {
    const { sql, close } = await openDatabase(place, { connect_timeout: 2 })
    // If a server is unreachable, the other queries would go on trying.
    const equipment = await Promise.race([equipmentIn(sql), noAnswer(READ_WITHIN_MS)]).finally(() => close(0))
    if (equipment.grinders.list().length === 0) return { why: NO_GRINDERS }
    cacheEquipment(place, equipment)
    return equipment
  } catch (error) {
    return { why: isWithoutTable(error) ? NO_GRINDERS : whyUnread(error) }
  }
}

/** Also shown while the first start is still under way. */
const NO_GRINDERS = 'has no grinders yet; start the service on it once.'

/** Someone is waiting, and there is a cache or shipped data to answer from. */
const READ_WITHIN_MS = 5_000
