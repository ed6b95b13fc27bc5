import * as v from 'valibot'
import { faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import { capital } from '../names.ts'
import { tenths } from '../rounding.ts'

export const stepActions = [
  'bloom',
  'pour',
  'stir',
  'swirl',
  'press',
  'plunge',
  'invert',
  'steep',
  'wait',
  'drain',
  'heat',
  'start',
  'stop',
  'serve',
  'rinse',
  'preheat',
] as const

/**
 * One step of a brew. `toGrams` is what the scale shows afterwards: all the water so far, not only
 * this pour.
 */
const Step = field.object({
  atSeconds: v.pipe(
    field.integer(0, field.LONGEST_BREW_SECONDS),
    v.description('From the first water on; anything before it, such as rinsing, is at 0.'),
  ),
  action: field.choice(stepActions),
  toGrams: v.nullish(v.pipe(field.waterGrams, v.description('All the water so far.'))),
  note: v.nullish(field.text(0, 300)),
})
export const Steps = v.pipe(v.array(Step, 'must be a list'), v.maxLength(30, 'must have at most 30 steps'))
export type Steps = v.InferOutput<typeof Steps>

/** Whether a step comes before the timer starts. */
export const comesBefore = ({ action }: Pick<Steps[number], 'action'>) => action === 'rinse' || action === 'preheat'

/** Heat or a pump moves the water here, whatever a step is called. */
const movedByItself: readonly MethodId[] = ['turkish', 'espresso', 'moka', 'siphon', 'drip']

const isByHand = ({ action }: Steps[number]) => action === 'bloom' || action === 'pour'

/**
 * The pours that a person follows on a scale. Water that goes in all at once, as into a French
 * press, is not one of them.
 */
export function poursBy(method: MethodId, steps: Steps): Steps {
  if (movedByItself.includes(method)) return []
  let before = 0
  const pours = steps.filter(step => {
    if (step.toGrams == null || step.toGrams <= before || !isByHand(step)) return false
    before = step.toGrams
    return true
  })
  return pours.length > 1 ? pours : []
}

/** For example "Pour to 150 g", "Heat 150 g of water" or "Stop at 36 g". */
export function stepInWords(step: Steps[number], grams: (amount: number) => string) {
  const { action, toGrams } = step
  if (toGrams == null) return capital(action)
  if (isByHand(step)) return `${capital(action)} to ${grams(toGrams)}`
  const water = `${grams(toGrams)} of water`
  return withWater[action]?.(water) ?? `${capital(action)} at ${grams(toGrams)}`
}

/**
 * Actions that use all of the water at the start. For any other, the words give the scale's
 * reading.
 */
const withWater: Partial<Record<Steps[number]['action'], (water: string) => string>> = {
  heat: water => `Heat ${water}`,
  start: water => `Start with ${water}`,
  stir: water => `Stir into ${water}`,
  steep: water => `Steep in ${water}`,
}

interface WaterAndTime {
  waterGrams: number | null
  brewTimeSeconds: number | null
}

/** Steps must advance in time and water, and end with the brew. */
export function refuseOddSteps(steps: Steps | null | undefined, { waterGrams, brewTimeSeconds }: WaterAndTime) {
  let [seconds, grams] = [0, 0]
  for (const [at, { atSeconds, toGrams }] of (steps ?? []).entries()) {
    if (atSeconds < seconds)
      throw faultAt(['steps', at, 'atSeconds'], `must not be before the step above it, at ${seconds} s.`)
    if (brewTimeSeconds != null && atSeconds > brewTimeSeconds)
      throw faultAt(['steps', at, 'atSeconds'], `must not be after the brew ends, at ${brewTimeSeconds} s.`)
    if (toGrams != null && toGrams < grams)
      throw faultAt(['steps', at, 'toGrams'], `must be at least ${grams} g: it counts all the water so far.`)
    if (toGrams != null && waterGrams != null && toGrams > waterGrams + WEIGHED_GRAMS)
      throw faultAt(['steps', at, 'toGrams'], `must be at most ${waterGrams} g, the recipe’s water.`)
    ;[seconds, grams] = [atSeconds, toGrams ?? grams]
  }
}

/**
 * The steps of a revised recipe: those given, or else the previous ones, scaled to the new water
 * and time.
 */
export function revisedSteps(
  given: Steps | null | undefined,
  before: WaterAndTime & { steps: Steps | null },
  after: WaterAndTime,
) {
  if (given === undefined) return before.steps && scaleSteps(before.steps, before, after)
  return checkedSteps(given, after)
}

/** Null when there are none. */
export function checkedSteps(steps: Steps | null | undefined, brew: WaterAndTime): Steps | null {
  refuseOddSteps(steps, brew)
  return steps && steps.length > 0 ? steps : null
}

/** The same steps for different water and time. */
export function scaleSteps(steps: Steps, from: WaterAndTime, to: WaterAndTime): Steps {
  const byWater = from.waterGrams && to.waterGrams ? to.waterGrams / from.waterGrams : 1
  const byTime = from.brewTimeSeconds && to.brewTimeSeconds ? to.brewTimeSeconds / from.brewTimeSeconds : 1
  const end = to.brewTimeSeconds ?? Infinity
  const times = steps.map(({ atSeconds }) => Math.min(Math.round(atSeconds * byTime), end))
  const fives = byTime !== 1 && end % 5 === 0 ? inFives(steps, byTime) : times
  const seconds = (fives.at(-1) ?? 0) > end ? times : fives
  return steps.map(({ atSeconds, toGrams, ...step }, at) => ({
    atSeconds: seconds[at] ?? atSeconds,
    ...step,
    ...(toGrams != null && {
      toGrams: pouredGrams(toGrams * byWater, toGrams === from.waterGrams, to.waterGrams ?? Infinity),
    }),
  }))
}

/**
 * Rounds to five seconds, which people can follow on a timer. Steps that rounding would merge stay
 * five seconds apart.
 */
function inFives(steps: Steps, byTime: number): number[] {
  const times: number[] = []
  for (const [at, { atSeconds }] of steps.entries()) {
    const before = times[at - 1] ?? 0
    const isApart = at > 0 && atSeconds !== steps[at - 1]?.atSeconds
    times.push(Math.max(5 * Math.round((atSeconds * byTime) / 5), isApart ? before + 5 : before))
  }
  return times
}

/** The last pour ends at the recipe's water; earlier ones are in whole grams. */
const pouredGrams = (grams: number, isAll: boolean, waterGrams: number) =>
  isAll ? waterGrams : Math.min(waterGrams, grams < 10 ? tenths(grams) : Math.round(grams))

/** As much as rounding on a scale explains. */
const WEIGHED_GRAMS = 1
