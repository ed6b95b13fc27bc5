import { settingsThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import type { GrinderDial } from './model.ts'
import { labelOf, rangeLabelOf } from './notation.ts'
import type { SettingRange } from './range.ts'

const labelled = (grinder: GrinderDial, min: number, max: number): SettingRange => ({
  min,
  max,
  label: rangeLabelOf(grinder, { min, max }),
})

/** The nearest real position for an index. */
export const settingFor = (grinder: GrinderDial, grindIndex: number) =>
  dialOf(grinder).nearest(settingsThrough(grinder.references)(grindIndex))

/** The nearest real position for an index, as number and label. */
export function placeOn(grinder: GrinderDial, grindIndex: number) {
  const setting = settingFor(grinder, grindIndex)
  return { setting, label: labelOf(grinder, setting) }
}

/** The settings from one index to another, rounded outward to real steps and held to the dial. */
export function rangeOn(grinder: GrinderDial, lowIndex: number, highIndex: number): SettingRange {
  const settingAt = settingsThrough(grinder.references)
  const { atMost, atLeast } = dialOf(grinder)
  const [one, other] = [settingAt(lowIndex), settingAt(highIndex)]
  return labelled(grinder, atMost(Math.min(one, other)), atLeast(Math.max(one, other)))
}

/** Where the true setting for an index lies, so many points to either side; beyond the dial, the dial's end alone. */
export function rangeAround(grinder: GrinderDial, grindIndex: number, uncertainty: number): SettingRange {
  const setting = settingFor(grinder, grindIndex)
  if (!reaches(grinder, grindIndex)) return labelled(grinder, setting, setting)
  return rangeOn(grinder, grindIndex - uncertainty, grindIndex + uncertainty)
}

/** Whether the dial gets to an index, give or take the rounding to a step. */
export const reaches = (grinder: GrinderDial, grindIndex: number) =>
  dialOf(grinder).reaches(settingsThrough(grinder.references)(grindIndex))
