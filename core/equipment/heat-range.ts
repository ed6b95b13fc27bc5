import { BOILING_F } from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { deviceFor } from './drive.ts'
import type { Machine } from './model.ts'

interface HeatRange {
  minF: number
  maxF: number
}

/**
 * Espresso temperatures for a machine that can be set to anything. Our choice, from common
 * practice.
 */
const ESPRESSO: HeatRange = { minF: 190, maxF: 205 }
const ANY: HeatRange = { minF: 32, maxF: BOILING_F }

/**
 * How far a machine with the trait `few_degrees` can be adjusted either way, in F. So it is with the
 * Barista Express and the Infuser; the others have a few levels, which we assume span as much.
 */
const NARROW_F = 4

type Heated = Pick<Machine, 'defaultWaterTempF' | 'heat' | 'drive' | 'hasLid' | 'traits'>

/** The water temperatures available with this machine, or with the usual device of the method. */
export function heatRangeOf(method: MethodId, machine: Heated | undefined): HeatRange {
  const { heat } = deviceFor(method, machine)
  if (heat === 'fixed' && machine) return { minF: machine.defaultWaterTempF, maxF: machine.defaultWaterTempF }
  const range = method === 'espresso' && heat === 'settable' ? ESPRESSO : ANY
  if (!machine?.traits?.includes('few_degrees')) return range
  const within = (degrees: number) => clamp(machine.defaultWaterTempF + degrees, range.minF, range.maxF)
  return { minF: within(-NARROW_F), maxF: within(NARROW_F) }
}

/**
 * The closest that this machine comes to the temperature of a recipe by somebody else. The bounds
 * of our own advice for espresso do not apply to it.
 */
export const closestSettable = (waterTempF: number, method: MethodId, machine: Heated | undefined) => {
  if (!machine || !(machine.heat === 'fixed' || machine.traits?.includes('few_degrees'))) return waterTempF
  const { minF, maxF } = heatRangeOf(method, machine)
  return clamp(waterTempF, minF, maxF)
}
