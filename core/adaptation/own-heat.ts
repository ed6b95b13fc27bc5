import { deviceFor } from '../equipment/drive.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import { indexPerPoint } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { clamp } from '../numbers.ts'
import type { BaseRecipe, Brewer } from './base.ts'
import { notHotEnough, TASTED_F } from './conditions.ts'
import type { NamedAdjustment } from './rules.ts'

/** This many degrees taste like one point of grind; our choice. */
const DEGREES_PER_POINT = 4

/** Their water only starts at that temperature, and the flame heats it further. */
const isHeatedFurther = (method: BaseRecipe['method']) => method === 'moka' || method === 'turkish'

/**
 * If the temperature cannot be set, or not that far, or water boils below it, the grind makes up
 * for hotter or cooler water. Espresso changes by half as much, as it does for the roast: a whole
 * point would pull a dark roast in 18 seconds. If earlier brews led to a grind, it was found at the
 * actual temperature, so nothing has to be made up for.
 */
export function inOwnHeat(
  adjustments: readonly NamedAdjustment[],
  { method, waterTempF }: Pick<BaseRecipe, 'method' | 'waterTempF'>,
  brewer: Brewer | undefined,
  boiling: { hottestF: number; altitudeMeters?: number | null | undefined },
): NamedAdjustment[] {
  const { heat } = deviceFor(method, brewer)
  const isFixed = heat === 'fixed'
  const settable = isFixed
    ? adjustments.map(({ tempShiftF: _, waterTempF: __, ...adjustment }) => adjustment)
    : [...adjustments]
  if (adjustments.some(({ rule }) => rule === 'left-off')) return settable
  const wantedF = adjustments.reduce((sum, { tempShiftF = 0 }) => sum + tempShiftF, waterTempF)
  const setF = isFixed ? waterTempF : withinRange(wantedF, method, brewer)
  const lacksF = Math.min(wantedF, setF) - boiling.hottestF
  // Water that boils below the machine's temperature may already be as cool as the recipe asks for.
  const tooHotF = Math.max(0, Math.min(setF, boiling.hottestF) - wantedF)
  const unmetF = heat === 'kettle' ? 0 : Math.max(0, wantedF - setF) - tooHotF
  // Decaf asks for a finer grind and cooler water. The part of its finer grind that hotter water
  // undoes belongs to the same change.
  const decafF = adjustments.find(({ rule }) => rule === 'decaf')?.tempShiftF ?? 0
  const undoneF = Math.max(Math.min(0, unmetF), decafF)
  const standIn = (degrees: number) => (-degrees / DEGREES_PER_POINT) * indexPerPoint(method)
  const rest = settable.map(adjustment => {
    if (adjustment.rule !== 'decaf') return adjustment
    const indexShift = (adjustment.indexShift ?? 0) + standIn(undoneF)
    return { ...adjustment, indexShift, ...(undoneF !== 0 && indexShift === 0 && { cancelsOut: true as const }) }
  })
  const grindFor = (rule: NamedAdjustment['rule'], degrees: number, causeFor: (insteadOf: string) => string) => {
    if (degrees === 0) return []
    const insteadOf: 'hotter' | 'cooler' = degrees > 0 ? 'hotter' : 'cooler'
    return [{ rule, indexShift: standIn(degrees), insteadOf, cause: causeFor(insteadOf) }]
  }
  const machine = brewer?.heat ? `Your ${fullName(brewer)}` : 'The machine'
  return [
    ...rest,
    ...grindFor('machine', unmetF - undoneF, insteadOf =>
      isFixed
        ? `${machine} heats its own water, so we adjust the grind`
        : `${machine} can’t brew any ${insteadOf} than this, so we adjust the grind`,
    ),
    ...(isHeatedFurther(method) || lacksF < TASTED_F
      ? []
      : grindFor('altitude', lacksF, () => notHotEnough(boiling.altitudeMeters))),
  ]
}

/** The closest temperature that can be set. */
export function withinRange(waterTempF: number, method: BaseRecipe['method'], brewer: Brewer | undefined) {
  const { minF, maxF } = heatRangeOf(method, brewer)
  return clamp(waterTempF, minF, maxF)
}
