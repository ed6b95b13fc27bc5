import { settingsThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import type { GrinderDial } from './model.ts'
import { labelOf } from './notation.ts'

/** From one setting of a dial to another. */
export interface SettingSpan {
  min: number
  max: number
}

/** The nearest real position for an index. */
export const settingFor = (grinder: GrinderDial, grindIndex: number) =>
  dialOf(grinder).nearest(settingsThrough(grinder.references)(grindIndex))

/** The same, as number and label. */
export function positionOn(grinder: GrinderDial, grindIndex: number) {
  const setting = settingFor(grinder, grindIndex)
  return { setting, label: labelOf(grinder, setting) }
}

/**
 * The settings from one index to another, rounded outward to real steps and limited to the dial.
 */
export function spanOn(grinder: GrinderDial, lowIndex: number, highIndex: number): SettingSpan {
  const settingAt = settingsThrough(grinder.references)
  const { atMost, atLeast } = dialOf(grinder)
  const [one, other] = [settingAt(lowIndex), settingAt(highIndex)]
  return { min: atMost(Math.min(one, other)), max: atLeast(Math.max(one, other)) }
}

/**
 * The settings that the index may correspond to, given the uncertainty in points; past the end of
 * the dial, only that end.
 */
export function spanAround(grinder: GrinderDial, grindIndex: number, uncertainty: number): SettingSpan {
  const setting = settingFor(grinder, grindIndex)
  if (!reaches(grinder, grindIndex)) return { min: setting, max: setting }
  return spanOn(grinder, grindIndex - uncertainty, grindIndex + uncertainty)
}

/** Whether the dial reaches an index, allowing for rounding to a step. */
export const reaches = (grinder: GrinderDial, grindIndex: number) =>
  dialOf(grinder).reaches(settingsThrough(grinder.references)(grindIndex))
