import * as v from 'valibot'
import { thousandths } from '../rounding.ts'

/** What may move a recipe, each a rule of its own. */
const ruleNames = [
  'machine',
  'left-off',
  'roast',
  'strength',
  'taste',
  'palate',
  'filter',
  'bean-age',
  'volume',
  'nudge',
  'grinder',
  'calibration',
  'dial',
] as const
export type RuleName = (typeof ruleNames)[number]

const by = v.optional(v.number())

/** Why a recipe is as it is: the sentence, and the same as figures, for who tells it in other units or words. */
export const Reason = v.object({
  rule: v.picklist(ruleNames),
  changes: v.pipe(
    v.object({
      grindSetting: by,
      grindIndex: by,
      waterTempF: by,
      doseGrams: by,
      waterGrams: by,
      ratio: by,
      brewTimeSeconds: by,
      batches: by,
    }),
    v.description('By how much each figure has moved, above 0 is more; empty where the reason moved none.'),
  ),
  text: v.string(),
})
export type Reason = v.InferOutput<typeof Reason>
type Changes = Reason['changes']

/** The reasons of a reply: `reasons` are the sentences alone, `why` the same with their figures. */
export const presentReasons = (why: readonly Reason[]) => ({ reasons: why.map(({ text }) => text), why: [...why] })

export const reasonFields = (description: string) => ({
  reasons: v.pipe(v.array(v.string()), v.description(description)),
  why: v.pipe(v.array(Reason), v.description('The same reasons as figures.')),
})

/** What differs between two sets of figures, free of what binary fractions leave behind. */
export function changesBetween(before: Changes, after: Changes): Changes {
  const names = Object.keys(after) as (keyof Changes)[]
  return Object.fromEntries(
    names.flatMap(name => {
      const change = thousandths((after[name] ?? 0) - (before[name] ?? 0))
      return change === 0 ? [] : [[name, change]]
    }),
  )
}
