import { deviceFor } from '../equipment/drive.ts'
import { indexPerPoint, type MethodId } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import type { Brewer } from './base.ts'
import type { NamedAdjustment } from './rules.ts'

/** So many degrees taste like one point of the grind; our choice. */
const DEGREES_PER_POINT = 4

/**
 * Where nobody can set the water's heat, the grind does what hotter or cooler water would have done. Espresso moves by half
 * of it, as it does for the roast: a whole point would pull a dark roast in 18 seconds. Where earlier brews led to a grind,
 * that grind was found with the machine's own heat, so nothing is left to make up for.
 */
export function inOwnHeat(
  adjustments: readonly NamedAdjustment[],
  method: MethodId,
  brewer: Brewer | undefined,
): NamedAdjustment[] {
  if (deviceFor(method, brewer).heat !== 'fixed') return [...adjustments]
  const rest = adjustments.map(({ tempShiftF: _, waterTempF: __, ...adjustment }) => adjustment)
  if (adjustments.some(({ rule }) => rule === 'left-off')) return rest
  const degrees = adjustments.reduce((sum, { tempShiftF = 0 }) => sum + tempShiftF, 0)
  if (degrees === 0) return rest
  return [
    ...rest,
    {
      rule: 'machine',
      indexShift: (-degrees / DEGREES_PER_POINT) * indexPerPoint(method),
      insteadOf: degrees > 0 ? 'hotter' : 'cooler',
      cause: `${brewer?.heat ? `Your ${fullName(brewer)}` : 'The machine'} heats its own water, so the grind does it`,
    },
  ]
}
