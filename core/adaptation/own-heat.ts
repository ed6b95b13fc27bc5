import { deviceFor } from '../equipment/drive.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import { indexPerPoint } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { clamp } from '../numbers.ts'
import type { BaseRecipe, Brewer } from './base.ts'
import type { NamedAdjustment } from './rules.ts'

/** So many degrees taste like one point of the grind; our choice. */
const DEGREES_PER_POINT = 4

/**
 * Where nobody can set the water's heat, or not so far, the grind does what hotter or cooler water would have done. Espresso
 * moves by half of it, as it does for the roast: a whole point would pull a dark roast in 18 seconds. Where earlier brews led
 * to a grind, that grind was found with the machine's own heat, so nothing is left to make up for.
 */
export function inOwnHeat(
  adjustments: readonly NamedAdjustment[],
  { method, waterTempF }: Pick<BaseRecipe, 'method' | 'waterTempF'>,
  brewer: Brewer | undefined,
): NamedAdjustment[] {
  const { heat } = deviceFor(method, brewer)
  if (heat === 'kettle') return [...adjustments]
  const isFixed = heat === 'fixed'
  const rest = isFixed
    ? adjustments.map(({ tempShiftF: _, waterTempF: __, ...adjustment }) => adjustment)
    : [...adjustments]
  if (adjustments.some(({ rule }) => rule === 'left-off')) return rest
  const wanted = adjustments.reduce((sum, { tempShiftF = 0 }) => sum + tempShiftF, 0)
  const degrees = isFixed ? wanted : waterTempF + wanted - withinRange(waterTempF + wanted, method, brewer)
  if (degrees === 0) return rest
  const insteadOf = degrees > 0 ? 'hotter' : 'cooler'
  const machine = brewer?.heat ? `Your ${fullName(brewer)}` : 'The machine'
  return [
    ...rest,
    {
      rule: 'machine',
      indexShift: (-degrees / DEGREES_PER_POINT) * indexPerPoint(method),
      insteadOf,
      cause: isFixed
        ? `${machine} heats its own water, so the grind does it`
        : `${machine} brews no ${insteadOf} than this, so the grind does the rest`,
    },
  ]
}

/** The temperature nearest to this that can be set. */
export function withinRange(waterTempF: number, method: BaseRecipe['method'], brewer: Brewer | undefined) {
  const { minF, maxF } = heatRangeOf(method, brewer)
  return clamp(waterTempF, minF, maxF)
}
