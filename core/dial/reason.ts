import * as v from 'valibot'
import { thousandths } from '../rounding.ts'

/** The rules that can change a recipe. */
const ruleNames = [
  'roaster',
  'votes',
  'machine',
  'left-off',
  'roast',
  'decaf',
  'strength',
  'taste',
  'palate',
  'filter',
  'bean-age',
  'altitude',
  'volume',
  'nudge',
  'grinder',
  'calibration',
  'dial',
] as const
export type RuleName = (typeof ruleNames)[number]

const by = v.optional(v.number())

/**
 * Why a recipe is as it is: a sentence, and the same in figures, for clients that use other units
 * or words.
 */
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
  cause: v.pipe(v.nullable(v.string()), v.description('What caused it; null if only the text says.')),
  effects: v.pipe(
    v.array(
      v.object({
        text: v.string(),
        figure: v.pipe(
          v.optional(v.picklist(['waterTempF', 'grindSetting'])),
          v.description('Which of `changes` it describes.'),
        ),
        value: v.pipe(v.optional(v.number()), v.description('The resulting figure, if the text names it.')),
      }),
    ),
    v.description('What it did, part by part.'),
  ),
  text: v.string(),
})
export type Reason = v.InferOutput<typeof Reason>
type Changes = Reason['changes']
export type Effect = Reason['effects'][number]

/** For example "Dark roast: 4 F cooler, coarser". */
export const reasonBy = (rule: RuleName, changes: Changes, cause: string, ...effects: (Effect | string)[]): Reason => {
  const parts = effects.map(effect => (typeof effect === 'string' ? { text: effect } : effect))
  return { rule, changes, cause, effects: parts, text: `${cause}: ${parts.map(({ text }) => text).join(', ')}` }
}

/** A reason whose sentence does not have a cause and effects. */
export const plainReason = (rule: RuleName, changes: Changes, text: string): Reason => ({
  rule,
  changes,
  cause: null,
  effects: [{ text }],
  text,
})

/** The reasons in a reply: `reasons` has the sentences only, `why` adds the figures. */
export const presentReasons = (why: readonly Reason[]) => ({ reasons: why.map(({ text }) => text), why: [...why] })

export const reasonFields = (description: string) => ({
  reasons: v.pipe(v.array(v.string()), v.description(description)),
  why: v.pipe(v.array(Reason), v.description('The same reasons as figures.')),
})

/** The differences between two sets of figures, without floating-point noise. */
export function changesBetween(before: Changes, after: Changes): Changes {
  const names = Object.keys(after) as (keyof Changes)[]
  return Object.fromEntries(
    names.flatMap(name => {
      const change = thousandths((after[name] ?? 0) - (before[name] ?? 0))
      return change === 0 ? [] : [[name, change]]
    }),
  )
}
