import { BOILING_F } from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Heat } from './drive.ts'

const METERS_PER_DEGREE_F = 158

/**
 * The boiling point of water, rounded down so that no recipe asks for more. An unknown altitude
 * counts as sea level.
 */
export const boilsAtF = (altitudeMeters: number | null | undefined) =>
  Math.floor(BOILING_F - (altitudeMeters ?? 0) / METERS_PER_DEGREE_F)

/**
 * The hottest water available for a brew. An espresso boiler is under pressure, so altitude does
 * not limit it. A kettle, a pot and a drip machine are open to the air.
 */
export const hottestWaterF = (
  method: MethodId,
  heat: Heat | null | undefined,
  altitudeMeters: number | null | undefined,
) => (method === 'espresso' && heat !== 'kettle' ? BOILING_F : boilsAtF(altitudeMeters))
