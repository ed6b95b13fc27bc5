import * as v from 'valibot'

/** From one setting of a dial to another. */
export interface Span {
  min: number
  max: number
}

export const SettingRange = v.pipe(
  v.object({
    min: v.number(),
    max: v.number(),
    label: v.pipe(v.string(), v.description('The range as the device shows it.')),
  }),
  v.description('Real positions of the dial, in plain numeric order.'),
)
export type SettingRange = v.InferOutput<typeof SettingRange>
