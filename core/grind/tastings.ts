import { Fault } from '../errors.ts'
import { type CalibrationReference, calibrate, MOST_REFERENCES } from './calibrate.ts'
import { chartMethods, methodById } from './methods.ts'
import type { Grinder } from './model.ts'
import { fullName } from './name.ts'
import { labelOf } from './notation.ts'
import { positionOn } from './position.ts'

/**
 * Adds a new tasting. Earlier ones that contradict it are dropped: those of the same method and the
 * oldest first.
 */
export function withNewest<T extends CalibrationReference>(
  grinder: Grinder,
  tasted: readonly T[],
  newest: CalibrationReference,
): (T | CalibrationReference)[] {
  const isSame = ({ grindIndex }: T) => grindIndex === newest.grindIndex
  const before = [...tasted.filter(isSame), ...tasted.filter(one => !isSame(one))].slice(1 - MOST_REFERENCES)
  const first = before.findIndex((_, at) => fits(grinder, [...before.slice(at), newest]))
  if (first >= 0) return [...before.slice(first), newest]
  if (fits(grinder, [newest])) return [newest]
  throw new Fault(
    'invalid',
    `${labelOf(grinder, newest.setting)} is far from where a ${fullName(grinder)} grinds for ${brewedIn(newest)}, about ${positionOn(grinder, newest.grindIndex).label}. Check the method and the dial. If you’ve adjusted the burrs, the zero point may have moved.`,
  )
}

/** What was brewed. For tastings from before the method was stored, all methods with this grind. */
export const brewedIn = ({ method, grindIndex: index }: CalibrationReference) =>
  method
    ? methodById[method].name
    : chartMethods
        .filter(({ grindIndex }) => grindIndex.target === index)
        .map(({ name }) => name)
        .join(' or ') || 'a grind between methods'

function fits(grinder: Grinder, references: readonly CalibrationReference[]) {
  try {
    calibrate(grinder, references)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}
