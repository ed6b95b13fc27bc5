import * as v from 'valibot'
import { brewedStyle, unusualStyle } from '../adaptation/styles.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { rangeLabelOf } from '../grind/notation.ts'
import { SettingRange } from '../grind/range.ts'
import { exactRatio, ratioInWords } from '../ratio.ts'
import { tenths } from '../rounding.ts'
import { methodInWords } from './brewed-cup.ts'
import { beyondChance, chanceOfRanks, chanceOfSpan } from './chance.ts'
import type { StoredBrew } from './model.ts'

const streakMilestones = [3, 7, 14, 30, 100]

const coffee = v.pipe(v.string(), v.description('The name of the coffee this is about.'))

export const Insight = v.variant('type', [
  v.object({ type: v.literal('streak_milestone'), message: v.string(), days: v.picklist(streakMilestones) }),
  v.object({
    type: v.literal('grind_sweet_spot'),
    message: v.string(),
    coffee,
    method: v.picklist(methodIds),
    style: brewedStyle,
    ratedBrews: v.number(),
    bestBrews: v.number(),
    grindIndex: v.pipe(
      v.object({ min: v.number(), max: v.number() }),
      v.description('Where the best brews were ground.'),
    ),
    setting: v.object({ grinderId: v.number(), range: SettingRange, label: v.string() }),
  }),
  v.object({
    type: v.literal('ratio_preference'),
    message: v.string(),
    coffee,
    method: v.picklist(methodIds),
    style: brewedStyle,
    ratedBrews: v.number(),
    bestBrews: v.number(),
    bestRatio: v.pipe(v.number(), v.description('Water to coffee, the mean of the best brews.')),
    otherRatio: v.number(),
    prefers: v.picklist(['stronger', 'lighter']),
  }),
])
export type Insight = v.InferOutput<typeof Insight>

/** The brews that insights are drawn from, newest first. */
export interface RatedBrew
  extends Pick<
    StoredBrew,
    'coffeeProfileId' | 'style' | 'technique' | 'grinderId' | 'grindSetting' | 'grindIndex' | 'doseGrams' | 'waterGrams'
  > {
  /** The bag, which identifies a coffee that is not in the catalog. */
  bagId: number | null
  /** The name of the coffee or the bag. A brew without one says nothing about a coffee. */
  coffeeName: string | null
  method: MethodId
  rating: number
}

type GrinderOf = (id: number) => (AnyGrinder & { id: number }) | undefined

/** At most two, the least likely by chance first. */
export function insightsFrom(brews: readonly RatedBrew[], streak: number, grinderOf: GrinderOf): Insight[] {
  return [streakMilestone(streak), grindSweetSpot(brews, grinderOf), ratioPreference(brews)]
    .filter(insight => insight !== undefined)
    .slice(0, 2)
}

/** On the day a milestone is reached, and the next day until another brew. */
function streakMilestone(days: number): Insight | undefined {
  if (!streakMilestones.includes(days)) return
  return { type: 'streak_milestone', message: `You’ve brewed ${days} days in a row.`, days }
}

/**
 * Groups by coffee, method, style and technique: what suits one coffee says nothing about another, nor
 * a hot cup about an iced one.
 */
const brewedAlike = ({ coffeeProfileId, bagId, method, style, technique }: RatedBrew) =>
  `${coffeeProfileId ?? `bag ${bagId}`} ${method} ${unusualStyle(style)} ${technique}`

/**
 * Where the best brews of one coffee, method and style were ground on a grinder, if they are closer
 * together than by chance.
 */
export function grindSweetSpot(brews: readonly RatedBrew[], grinderOf: GrinderOf): Insight | undefined {
  const ground = brews.flatMap(({ grindIndex, grindSetting, grinderId, coffeeName, ...brew }) =>
    grindIndex === null || grindSetting === null || grinderId === null || coffeeName === null
      ? []
      : [{ ...brew, grindIndex, grindSetting, grinderId, coffeeName }],
  )
  const findings = groupsOf(ground, brew => `${brewedAlike(brew)} ${brew.grinderId}`).flatMap(all => {
    const grinder = grinderOf((all[0] as (typeof all)[number]).grinderId)
    const { best, rest } = partedByRating(all)
    if (!grinder || best.length < 2) return []
    const spot = rangeOf(best.map(({ grindIndex }) => grindIndex))
    const indices = all.map(({ grindIndex }) => grindIndex)
    return [{ grinder, all, best, rest, spot, chance: chanceOfSpan(indices, best.length, spot.max - spot.min) }]
  })
  const holdsBad = ({ rest, spot: { min, max } }: (typeof findings)[number]) =>
    rest.some(({ rating, grindIndex }) => rating <= BAD_RATING && grindIndex >= min && grindIndex <= max)
  const found = beyondChance(findings, UNLIKELY).find(finding => !holdsBad(finding))
  if (!found) return
  const { grinder, all, best, spot } = found
  const brew = all[0] as (typeof all)[number]
  const { method, coffeeName } = brew
  const range = rangeOf(best.map(({ grindSetting }) => grindSetting))
  const label = rangeLabelOf(grinder, range)
  return {
    type: 'grind_sweet_spot',
    message: `Your ${best.length} best-rated ${methodInWords(brew)} brews of ${coffeeName}, out of ${all.length}, were ground at ${label} on your ${fullName(grinder)}.`,
    coffee: coffeeName,
    method,
    style: unusualStyle(brew.style),
    ratedBrews: all.length,
    bestBrews: best.length,
    grindIndex: spot,
    setting: { grinderId: grinder.id, range: { ...range, label }, label },
  }
}

/**
 * Nobody can taste a smaller difference: half a step of strength (core/taste/strength.ts). Our
 * choice.
 */
const TELLING_DIFFERENCE = 0.03

/**
 * Whether the best brews of one coffee, method and style were stronger or lighter than the rest,
 * more than by chance.
 */
export function ratioPreference(brews: readonly RatedBrew[]): Insight | undefined {
  const measured = brews.flatMap(brew =>
    brew.doseGrams === null || brew.waterGrams === null || brew.coffeeName === null
      ? []
      : [{ ...brew, coffeeName: brew.coffeeName, ratio: exactRatio(brew.doseGrams, brew.waterGrams) }],
  )
  const findings = groupsOf(measured, brewedAlike).flatMap(all => {
    const { best, rest } = partedByRating(all)
    // A single cup is no preference, however many were better or worse.
    if (best.length < 2 || rest.length < 2) return []
    const [ratios, others] = [best, rest].map(brews => brews.map(({ ratio }) => ratio)) as [number[], number[]]
    const means = { bestRatio: meanOf(ratios), otherRatio: meanOf(others) }
    return [{ all, best, ...means, chance: chanceOfRanks(ratios, others) }]
  })
  const found = beyondChance(findings, UNLIKELY).find(
    ({ bestRatio, otherRatio }) => Math.abs(bestRatio / otherRatio - 1) >= TELLING_DIFFERENCE,
  )
  if (!found) return
  const { all, best, bestRatio, otherRatio } = found
  const brew = all[0] as (typeof all)[number]
  const { method, coffeeName } = brew
  const prefers = bestRatio < otherRatio ? 'stronger' : 'lighter'
  return {
    type: 'ratio_preference',
    message: `You like ${coffeeName} ${prefers}: your ${best.length} best-rated ${methodInWords(brew)} brews, out of ${all.length}, averaged ${ratioInWords(bestRatio)}, the others ${ratioInWords(otherRatio)}.`,
    coffee: coffeeName,
    method,
    style: unusualStyle(brew.style),
    ratedBrews: all.length,
    bestBrews: best.length,
    bestRatio: tenths(bestRatio),
    otherRatio: tenths(otherRatio),
    prefers,
  }
}

/** Fewer rated brews say nothing. */
const ENOUGH_BREWS = 4
/**
 * The probability, over everything that was looked for, below which a finding does not count as
 * chance.
 */
const UNLIKELY = 0.1
const GOOD_RATING = 4
export const BAD_RATING = 2

/** The groups with enough brews, the largest first. */
function groupsOf<T extends RatedBrew>(brews: readonly T[], group: (brew: T) => string) {
  return [...Map.groupBy(brews, group).values()]
    .filter(brews => brews.length >= ENOUGH_BREWS)
    .sort((one, other) => other.length - one.length)
}

/** Those rated well; if all are, those with five stars. */
function partedByRating<T extends RatedBrew>(brews: readonly T[]) {
  const edge = brews.every(({ rating }) => rating >= GOOD_RATING) ? GOOD_RATING + 1 : GOOD_RATING
  return { best: brews.filter(({ rating }) => rating >= edge), rest: brews.filter(({ rating }) => rating < edge) }
}

const rangeOf = (numbers: readonly number[]) => ({ min: Math.min(...numbers), max: Math.max(...numbers) })
const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
