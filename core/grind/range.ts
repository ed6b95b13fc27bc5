import * as v from 'valibot'
import type { GrinderDial } from './model.ts'
import { rangeLabelOf } from './notation.ts'
import { type SettingSpan, spanAround, spanOn } from './position.ts'

export const SettingRange = v.pipe(
  v.object({
    min: v.number(),
    max: v.number(),
    label: v.pipe(v.string(), v.description('The range as the device shows it.')),
  }),
  v.description('Real positions of the dial, in plain numeric order.'),
)
export type SettingRange = v.InferOutput<typeof SettingRange>

/** The settings from one index to another; see `spanOn`. */
export const rangeOn = (grinder: GrinderDial, lowIndex: number, highIndex: number) =>
  labelled(grinder, spanOn(grinder, lowIndex, highIndex))

/** The settings that an index may correspond to; see `spanAround`. */
export const rangeAround = (grinder: GrinderDial, grindIndex: number, uncertainty: number) =>
  labelled(grinder, spanAround(grinder, grindIndex, uncertainty))

export const labelled = (grinder: GrinderDial, span: SettingSpan): SettingRange => ({
  ...span,
  label: rangeLabelOf(grinder, span),
})
