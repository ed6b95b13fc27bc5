import * as v from 'valibot'
import { type ExtractionFeedback, whenBrewed } from '../brews/model.ts'
import { faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenSetting } from '../grind/given.ts'
import { lookUp } from '../lookup.ts'
import { tenths } from '../rounding.ts'
import { fahrenheitOf } from '../temperature.ts'
import { loggedTaste, saidTastes } from './brew-in-short.ts'
import { calledInput } from './called.ts'
import { coffeeInput } from './own-coffees.ts'
import { drinkersInput } from './own-drinkers.ts'
import { grinderInput, styleInput } from './own-gear.ts'

/** A brew of theirs: its id, or the last one. */
export const brewOrLast = v.union(
  [field.id, v.pipe(field.boundedWord('must be the id of a brew, or last'), v.literal('last', 'must be last'))],
  'must be the id of a brew, or last',
)

const taste = v.pipe(
  v.array(
    field.choiceAs(word => lookUp(synonyms, word.trim().toLowerCase()) ?? word.trim().toLowerCase(), saidTastes),
    'must be a list of words',
  ),
  v.maxLength(saidTastes.length, `must have at most ${saidTastes.length} words`),
  v.description(
    'How it tasted, as they said it: "a bit sour" is ["sour"], thin or watery is weak, too strong is strong, good is balanced. Leave it out if they didn’t say.',
  ),
)

/** Other words that people use for these. */
const synonyms: Record<string, string> = {
  watery: 'weak',
  thin: 'weak',
  astringent: 'harsh',
  dry: 'harsh',
  good: 'balanced',
  great: 'balanced',
  'just right': 'balanced',
}

/** An identical call otherwise counts as the same one sent twice. */
export const oneMore = v.optional(
  v.pipe(field.flag, v.description('Send true if this is one more, identical to the one you sent a moment ago.')),
)

export const LogMyBrew = v.object({
  doseGrams: v.optional(v.pipe(field.doseGrams, v.description('Coffee in: "15 in" is 15.'))),
  waterGrams: v.optional(
    v.pipe(field.waterGrams, v.description('Water, or the yield of an espresso: "250 out" is 250.')),
  ),
  setting: v.optional(v.pipe(GivenSetting, v.description('Where the grinder was, as its dial shows it: 22, "2.5.1".'))),
  waterTempC: v.optional(
    v.pipe(field.number(0, 100), v.description('Water temperature in Celsius. Send this or waterTempF.')),
  ),
  waterTempF: v.optional(
    v.pipe(field.waterTempF, v.description('Water temperature in Fahrenheit. Send this or waterTempC.')),
  ),
  brewTimeSeconds: v.optional(v.pipe(field.brewTimeSeconds, v.description('"2:50" is 170.'))),
  taste: v.optional(taste),
  rating: v.optional(v.pipe(field.rating, v.description('Stars, 1 to 5. Only if they gave any.'))),
  notes: v.optional(v.pipe(field.longText, v.description('What else they said about it, in their words.'))),
  coffee: coffeeInput,
  brewer: calledInput(
    'The brewer or method as they call it: "v60", "aeropress go". Send "espresso" if they describe a shot, such as 18 in, 36 out. Default: as they brewed last.',
  ),
  grinder: grinderInput,
  style: styleInput,
  drinker: drinkersInput,
  tdsPercent: v.optional(field.tdsPercent),
  again: oneMore,
  brewedAt: v.optional(whenBrewed),
  brew: v.optional(
    v.pipe(
      brewOrLast,
      v.description(
        'Only to add taste, rating or notes to a brew that is already logged: its id, or "last". No new brew is logged then.',
      ),
    ),
  ),
})
export type ToldBrew = v.InferOutput<typeof LogMyBrew>

/** In Fahrenheit. Undefined if they said neither. */
export function temperatureSaid({ waterTempC, waterTempF }: ToldBrew): number | undefined {
  if (waterTempC === undefined) return waterTempF
  const fahrenheit = tenths(fahrenheitOf(waterTempC))
  if (waterTempF !== undefined && Math.abs(waterTempF - fahrenheit) > 1)
    throw faultAt(['waterTempC'], 'and waterTempF disagree; send only one.')
  return fahrenheit
}

export const feedbackSaid = ({ taste }: Pick<ToldBrew, 'taste'>): ExtractionFeedback | null =>
  taste === undefined || taste.length === 0
    ? null
    : Object.fromEntries(taste.map(word => [loggedTaste(word), true as const]))

/** Whether the same tastes are marked as true in both. */
export const tastesAlike = (one: ExtractionFeedback | null, other: ExtractionFeedback | null) => {
  const toldIn = (feedback: ExtractionFeedback | null) =>
    Object.entries(feedback ?? {})
      .flatMap(([word, isSo]) => (isSo ? [word] : []))
      .sort()
      .join()
  return toldIn(one) === toldIn(other)
}
