import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import type { Dialled } from './model.ts'
import { labelOf } from './notation.ts'

/** The nearest real position for an index, as number and label. */
export function placeOn(grinder: Dialled, grindIndex: number) {
  const setting = dialOf(grinder).nearest(curveThrough(grinder.references).settingAt(grindIndex))
  return { setting, label: labelOf(grinder, setting) }
}

/** The settings from one index to another, rounded outward to real steps and held to the dial. */
export function rangeOn(grinder: Dialled, lowIndex: number, highIndex: number) {
  const { settingAt } = curveThrough(grinder.references)
  const { atMost, atLeast } = dialOf(grinder)
  const [one, other] = [settingAt(lowIndex), settingAt(highIndex)]
  return { min: atMost(Math.min(one, other)), max: atLeast(Math.max(one, other)) }
}
