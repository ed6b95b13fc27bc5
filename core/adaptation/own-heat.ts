import { deviceFor } from '../equipment/drive.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import { indexPerPoint } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { clamp } from '../numbers.ts'
import type { BaseRecipe, Brewer } from './base.ts'
import { notHotEnough, TASTED_F } from './conditions.ts'
import type { NamedAdjustment } from './rules.ts'

/** So many degrees taste like one point of the grind; our choice. */
const DEGREES_PER_POINT = 4

/** Their water only starts at that temperature, and the flame goes on heating it. */
const isHeatedFurther = (method: BaseRecipe['method']) => method === 'moka' || method === 'turkish'

/**
 * Where nobody can set the water's heat, or not so far, or where water boils too cool for it, the grind does what hotter or
 * cooler water would have done. Espresso moves by half of it, as it does for the roast: a whole point would pull a dark roast
 * in 18 seconds. Where earlier brews led to a grind, that grind was found with the heat there is, so nothing is left to make
 * up for.
 */
export function inOwnHeat(
  adjustments: readonly NamedAdjustment[],
  { method, waterTempF }: Pick<BaseRecipe, 'method' | 'waterTempF'>,
  brewer: Brewer | undefined,
  boiling: { hottestF: number; altitudeMeters?: number | null | undefined },
): NamedAdjustment[] {
  const { heat } = deviceFor(method, brewer)
  const isFixed = heat === 'fixed'
  const rest = isFixed
    ? adjustments.map(({ tempShiftF: _, waterTempF: __, ...adjustment }) => adjustment)
    : [...adjustments]
  if (adjustments.some(({ rule }) => rule === 'left-off')) return rest
  const wantedF = adjustments.reduce((sum, { tempShiftF = 0 }) => sum + tempShiftF, waterTempF)
  const setF = isFixed ? waterTempF : withinRange(wantedF, method, brewer)
  const lacksF = setF - boiling.hottestF
  const grindFor = (rule: NamedAdjustment['rule'], degrees: number, causeFor: (insteadOf: string) => string) => {
    if (degrees === 0) return []
    const insteadOf: 'hotter' | 'cooler' = degrees > 0 ? 'hotter' : 'cooler'
    const indexShift = (-degrees / DEGREES_PER_POINT) * indexPerPoint(method)
    return [{ rule, indexShift, insteadOf, cause: causeFor(insteadOf) }]
  }
  const machine = brewer?.heat ? `Your ${fullName(brewer)}` : 'The machine'
  return [
    ...rest,
    ...(heat === 'kettle'
      ? []
      : grindFor('machine', wantedF - setF, insteadOf =>
          isFixed
            ? `${machine} heats its own water, so the grind does it`
            : `${machine} brews no ${insteadOf} than this, so the grind does the rest`,
        )),
    ...(isHeatedFurther(method) || lacksF < TASTED_F
      ? []
      : grindFor('altitude', lacksF, () => notHotEnough(boiling.altitudeMeters))),
  ]
}

/** The temperature nearest to this that can be set. */
export function withinRange(waterTempF: number, method: BaseRecipe['method'], brewer: Brewer | undefined) {
  const { minF, maxF } = heatRangeOf(method, brewer)
  return clamp(waterTempF, minF, maxF)
}
