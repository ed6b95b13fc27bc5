import * as v from 'valibot'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { type OwnGrinder, onScale } from './model.ts'
import { settingOn } from './notation.ts'

/** A number, or text that begins with one: 24, "24 clicks", "2.5.1". */
export const GivenSetting = v.union(
  [field.number(-1000, 10_000), v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(/^[+-]?(\d|\.\d)/))],
  issue =>
    typeof issue.input === 'string'
      ? 'must begin with a number, such as "24 clicks", and have at most 100 characters'
      : 'must be a number, or text such as "24 clicks"',
)
export type GivenSetting = v.InferOutput<typeof GivenSetting>

/** A setting as it is stored: the number, the text it came as, and what it is on the grind index. */
export interface ReadSetting {
  grindSetting: number
  grindSettingText: string | null
  /** Null where the grinder is not known. */
  grindIndex: number | null
}

/** Reads a setting by the grinder's own notation and holds it to the dial; without a grinder the number is all there is. */
export function readSetting(given: GivenSetting, grinder?: OwnGrinder): ReadSetting {
  const grindSetting = grinder ? settingOnDial(grinder, given) : leadingNumber(given)
  return {
    grindSetting,
    grindSettingText: typeof given === 'string' ? given : null,
    grindIndex: grinder ? indexOnDial(grinder, grindSetting) : null,
  }
}

/** The index of a number on the dial's scale, to the tenth; null off the dial. */
export function indexOnDial(grinder: OwnGrinder, setting: number): number | null {
  if (!dialOf(grinder).holds(setting)) return null
  return Math.round(10 * onScale(curveThrough(grinder.references).indexAt(setting))) / 10
}

function settingOnDial(grinder: OwnGrinder, given: GivenSetting): number {
  // A number that the dial has is that number, so that what we told may be sent back; "5.2" on an Ode is two clicks past 5.
  if (typeof given === 'number') return dialOf(grinder).isStep(given) ? given : settingOn(grinder, given)
  try {
    return settingOn(grinder, given)
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid') return settingOn(grinder, leadingNumber(given))
    throw error
  }
}

const leadingNumber = (given: GivenSetting) => Number.parseFloat(String(given))
