import * as v from 'valibot'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { thousandths } from '../rounding.ts'
import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { type AnyGrinder, MOST_SETTING, roundedIndex } from './model.ts'
import { LONGEST_SETTING, settingOn, settingRead } from './notation.ts'

/** A setting as people enter it: 24, "24 clicks", "2.5", or what the dial shows. */
export const GivenSetting = v.union(
  [
    field.number(-MOST_SETTING, MOST_SETTING),
    v.pipe(
      field.boundedText(LONGEST_SETTING),
      v.trim(),
      field.noLongerThan(LONGEST_SETTING),
      v.regex(leadingNumber(), 'must be a number, or text that starts with a number, such as "24 clicks"'),
      v.check(given => Math.abs(numberIn(given)) <= MOST_SETTING, `must be from ${-MOST_SETTING} to ${MOST_SETTING}`),
    ),
  ],
  'must be a number, or text that starts with a number, such as "24 clicks"',
)
export type GivenSetting = v.InferOutput<typeof GivenSetting>

export interface GroundSetting {
  grindSetting: number
  /** The text as it was entered, if it was text. */
  grindSettingText: string | null
  grindIndex: number
}

/**
 * Reads a setting on its grinder's dial. A setting that the dial does not have is a fault that
 * describes the dial.
 */
export function groundOn(grinder: AnyGrinder, given: GivenSetting): GroundSetting {
  const grindSetting = thousandths(settingOnDial(grinder, given))
  return {
    grindSetting,
    grindSettingText: textOf(given),
    grindIndex: indexAt(grinder, grindSetting),
  }
}

/**
 * A setting as it is stored: on its grinder's dial, or only a number when the grinder is unknown.
 */
export function settingIn(given: GivenSetting, grinder: AnyGrinder | undefined): GroundSetting | NoIndex
export function settingIn(
  given: GivenSetting | null,
  grinder: AnyGrinder | undefined,
): GroundSetting | NoIndex | NoSetting
export function settingIn(given: GivenSetting | null, grinder: AnyGrinder | undefined) {
  if (given === null) return { grindSetting: null, grindSettingText: null, grindIndex: null }
  if (grinder) return groundOn(grinder, given)
  return { grindSetting: numberIn(given), grindSettingText: textOf(given), grindIndex: null }
}

type NoIndex = Omit<GroundSetting, 'grindIndex'> & { grindIndex: null }
type NoSetting = Record<keyof GroundSetting, null>

/** The number in a setting for an unknown grinder. */
function numberIn(given: number | string) {
  return Number.parseFloat(String(given))
}

/** The index for a number on the dial; null when it is off the dial. */
export const indexOnDial = (grinder: AnyGrinder, setting: number) =>
  dialOf(grinder).holds(setting) ? indexAt(grinder, setting) : null

/**
 * Reads a setting noted elsewhere. Undefined when it is not in the dial's notation. It may be off
 * the dial.
 */
export const notedOnDial = (grinder: AnyGrinder, noted: GivenSetting) =>
  isStepOf(grinder, noted) ? noted : settingRead(grinder, String(noted))

/** Reads the dial's notation if possible, else the number at the start of the text. */
const settingOnDial = (grinder: AnyGrinder, given: GivenSetting) =>
  shownOn(grinder, settingRead(grinder, String(given)) === undefined ? numberIn(given) : given)

/** Reads only what the dial shows. Anything else is a fault that describes the dial. */
export function shownOn(grinder: AnyGrinder, given: GivenSetting): number {
  if (isStepOf(grinder, given)) return given
  try {
    return thousandths(settingOn(grinder, given))
  } catch (error) {
    // Name the field as the input does.
    if (error instanceof Fault && error.code === 'invalid' && error.field)
      throw faultAt(['grindSetting'], error.field.complaint)
    throw error
  }
}

/**
 * A number that is a step of the dial stands for itself, so that our own replies can be sent back.
 * Otherwise, 5.2 on an Ode is two clicks past 5.
 */
const isStepOf = (grinder: AnyGrinder, given: GivenSetting): given is number =>
  typeof given === 'number' && dialOf(grinder).isStep(given)

const textOf = (given: GivenSetting) => (typeof given === 'string' ? given : null)

const indexAt = (grinder: AnyGrinder, setting: number) =>
  roundedIndex(curveThrough(grinder.references).indexAt(setting))

/** Excludes machine notation such as 1e9 and 0x10, where the leading digits are not the number. */
function leadingNumber() {
  return /^(?![+-]?[\d.]+[exEX][+-]?\d)[+-]?(\d|\.\d)/
}
