import * as v from 'valibot'
import { SettingRange } from '../grind/convert.ts'
import { type MethodId, methodById, methodIds } from '../grind/methods.ts'
import { fullName, type OwnGrinder } from '../grind/model.ts'
import { rangeLabelOf } from '../grind/notation.ts'
import { placeOn } from '../grind/place.ts'
import { tenths } from '../rounding.ts'
import type { StoredBrew } from './model.ts'

export const streakMilestones = [3, 7, 14, 30, 100]

/** Said only when it is so. */
export const Insight = v.variant('type', [
  v.object({ type: v.literal('streak_milestone'), message: v.string(), days: v.picklist(streakMilestones) }),
  v.object({
    type: v.literal('grind_sweet_spot'),
    message: v.string(),
    method: v.picklist(methodIds),
    ratedBrews: v.number(),
    bestBrews: v.number(),
    grindIndex: v.pipe(
      v.object({ min: v.number(), max: v.number() }),
      v.description('Where the best ones were ground.'),
    ),
    setting: v.optional(v.object({ grinderId: v.number(), range: SettingRange, label: v.string() })),
  }),
  v.object({
    type: v.literal('ratio_preference'),
    message: v.string(),
    method: v.picklist(methodIds),
    ratedBrews: v.number(),
    bestBrews: v.number(),
    bestRatio: v.pipe(v.number(), v.description('Water to coffee, the mean of the best ones.')),
    otherRatio: v.number(),
    prefers: v.picklist(['stronger', 'lighter']),
  }),
])
export type Insight = v.InferOutput<typeof Insight>

/** What the insights are drawn from, newest first. */
export interface RatedBrew
  extends Pick<StoredBrew, 'grinderId' | 'grindSetting' | 'grindIndex' | 'doseGrams' | 'waterGrams'> {
  method: MethodId
  rating: number
}

type GrinderOf = (id: number) => (OwnGrinder & { id: number }) | undefined

/** At most two, the rarest first. */
export function insightsFrom(brews: readonly RatedBrew[], streak: number, grinderOf: GrinderOf): Insight[] {
  return [streakMilestone(streak), grindSweetSpot(brews, grinderOf), ratioPreference(brews)]
    .filter(insight => insight !== undefined)
    .slice(0, 2)
}

/** On the day a milestone is reached, and the next until it is brewed on. */
function streakMilestone(days: number): Insight | undefined {
  if (!streakMilestones.includes(days)) return
  return { type: 'streak_milestone', message: `You have brewed ${days} days in a row.`, days }
}

/** The index range of the best-rated third of a method. A range as wide as that of all the brews is no spot. */
export function grindSweetSpot(brews: readonly RatedBrew[], grinderOf: GrinderOf): Insight | undefined {
  const ground = brews.flatMap(brew => (brew.grindIndex === null ? [] : [{ ...brew, grindIndex: brew.grindIndex }]))
  for (const [method, all] of byMethod(ground)) {
    const best = bestThird(all)
    if (!best) continue
    const spot = rangeOf(best.map(({ grindIndex }) => grindIndex))
    const whole = rangeOf(all.map(({ grindIndex }) => grindIndex))
    if (spot.max - spot.min >= whole.max - whole.min) continue
    const grinder = lastGrinder(all, grinderOf)
    const range = grinder && rangeOf([placeOn(grinder, spot.min).setting, placeOn(grinder, spot.max).setting])
    const label = grinder && range && rangeLabelOf(grinder, range)
    const place = spot.min === spot.max ? `index ${spot.min}` : `index ${spot.min} to ${spot.max}`
    const dial = label ? `, ${label} on your ${fullName(grinder)}` : ''
    return {
      type: 'grind_sweet_spot',
      message: `Your ${best.length} best of ${all.length} rated ${methodById[method].name} brews were ground at ${place}${dial}.`,
      method,
      ratedBrews: all.length,
      bestBrews: best.length,
      grindIndex: spot,
      ...(grinder && range && label && { setting: { grinderId: grinder.id, range, label } }),
    }
  }
}

/** Below this difference nobody tastes one: half a step of strength (core/adaptation/strength.ts). Our choice. */
const TELLING_DIFFERENCE = 0.03

/** Whether the best-rated third of a method was made stronger or lighter than the rest. */
export function ratioPreference(brews: readonly RatedBrew[]): Insight | undefined {
  const measured = brews.flatMap(brew =>
    brew.doseGrams === null || brew.waterGrams === null ? [] : [{ ...brew, ratio: brew.waterGrams / brew.doseGrams }],
  )
  for (const [method, all] of byMethod(measured)) {
    const best = bestThird(all)
    if (!best) continue
    const bestRatio = meanOf(best.map(({ ratio }) => ratio))
    const otherRatio = meanOf(all.filter(brew => !best.includes(brew)).map(({ ratio }) => ratio))
    if (Math.abs(bestRatio / otherRatio - 1) < TELLING_DIFFERENCE) continue
    const prefers = bestRatio < otherRatio ? 'stronger' : 'lighter'
    return {
      type: 'ratio_preference',
      message: `You like ${methodById[method].name} ${prefers}: your ${best.length} best of ${all.length} rated brews were 1:${tenths(bestRatio)} on average, the others 1:${tenths(otherRatio)}.`,
      method,
      ratedBrews: all.length,
      bestBrews: best.length,
      bestRatio: tenths(bestRatio),
      otherRatio: tenths(otherRatio),
      prefers,
    }
  }
}

/** Fewer rated brews than this say nothing. */
const ENOUGH_BREWS = 8

/** The methods with enough brews, the most brewed first. */
function byMethod<T extends RatedBrew>(brews: readonly T[]) {
  return [...Map.groupBy(brews, ({ method }) => method)]
    .filter(([, group]) => group.length >= ENOUGH_BREWS)
    .sort(([, one], [, other]) => other.length - one.length)
}

/**
 * The best-rated third, with those that were rated as well as the last of it. When that is more than half of all,
 * nothing stands out and there is none.
 */
function bestThird<T extends RatedBrew>(brews: readonly T[]): T[] | undefined {
  const ratings = brews.map(({ rating }) => rating).sort((one, other) => other - one)
  const edge = ratings[Math.ceil(brews.length / 3) - 1] ?? 0
  const best = brews.filter(({ rating }) => rating >= edge)
  return best.length <= brews.length / 2 ? best : undefined
}

function lastGrinder(brews: readonly RatedBrew[], grinderOf: GrinderOf) {
  const id = brews.find(({ grinderId }) => grinderId !== null)?.grinderId
  return id == null ? undefined : grinderOf(id)
}

const rangeOf = (numbers: readonly number[]) => ({ min: Math.min(...numbers), max: Math.max(...numbers) })
const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
