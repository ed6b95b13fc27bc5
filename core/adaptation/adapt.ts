import * as v from 'valibot'
import { Fault } from '../errors.ts'
import { dialOf } from '../grind/dial.ts'
import { type MethodId, methodById, methodIds } from '../grind/methods.ts'
import { type OwnGrinder, onScale } from '../grind/model.ts'
import { placeOn } from '../grind/place.ts'
import { amountsFor } from '../recipes/arithmetic.ts'
import { type BaseRecipe, baseRecipes } from './base.ts'
import { DialedGrind, dialIn, outOfReach } from './dial-in.ts'
import { type Adjustment, grinds, rules, type Wishes } from './rules.ts'

export const AdaptedRecipe = v.object({
  method: v.picklist(methodIds),
  doseGrams: v.number(),
  waterGrams: v.number(),
  ratio: v.number(),
  waterTempF: v.number(),
  brewTimeSeconds: v.number(),
  ...DialedGrind.entries,
  reasons: v.pipe(
    v.array(v.string()),
    v.description('One line for each thing that moved the recipe away from its base.'),
  ),
})
export type AdaptedRecipe = v.InferOutput<typeof AdaptedRecipe>

/** The method's base recipe, moved by every rule that applies, with its grind on this dial. */
export function adapt(wishes: Wishes, grinder: OwnGrinder, grindNudgeSteps = 0): AdaptedRecipe {
  const base = baseRecipes[wishes.method]
  const adjustments = rules.flatMap(rule => rule(wishes) ?? [])
  const grindIndex = targetIndex(base, adjustments)
  const grind = dialIn(grinder, grindIndex, { nudgeSteps: grindNudgeSteps })
  const unnudged = placeOn(grinder, grindIndex)
  const stepsTaken = Math.abs(grind.grindSetting - unnudged.setting) / dialOf(grinder).step
  return {
    method: wishes.method,
    ...amounts(base, adjustments, wishes.volumeGrams ?? base.waterGrams),
    waterTempF: Math.min(BOILING_F, base.waterTempF + sum(adjustments, 'tempShiftF')),
    brewTimeSeconds: brewTime(base, grind.grindIndex, product(adjustments, 'timeFactor')),
    ...grind,
    reasons: [
      ...adjustments.map(adjustment => adjustment.reason),
      ...nudgeReason(grindNudgeSteps, Math.round(stepsTaken)),
      ...dialReasons(wishes.method, grinder, grind.reachable, unnudged.label),
    ],
  }
}

/** The index before it meets a dial. */
export function targetIndex(base: BaseRecipe, adjustments: readonly Adjustment[]): number {
  return grinds(base.method) ? onScale(base.grindIndex + sum(adjustments, 'indexShift')) : base.grindIndex
}

export function amounts(base: BaseRecipe, adjustments: readonly Adjustment[], waterGrams: number) {
  const wanted = base.ratio * product(adjustments, 'ratioFactor')
  const made = amountsFor(waterGrams, wanted)
  if (made.doseGrams > MAX_DOSE_GRAMS)
    throw new Fault(
      'invalid',
      `volumeGrams must be at most ${Math.floor(MAX_DOSE_GRAMS * wanted)} for ${methodById[base.method].name}; you asked for ${waterGrams}.`,
    )
  return made
}

/** Finer is slower, within the method's band. */
export function brewTime(base: BaseRecipe, grindIndex: number, factor = 1): number {
  const finerBy = base.grindIndex - grindIndex
  const seconds = base.brewTimeSeconds * factor * (1 + SLOWER_PER_POINT(base.method) * finerBy)
  const [shortest, longest] = base.brewTimeBand
  const grain = TIME_GRAIN(base.brewTimeSeconds)
  return Math.min(longest, Math.max(shortest, Math.round(seconds / grain) * grain))
}

const BOILING_F = 212
export const MAX_DOSE_GRAMS = 1000
/** Part of the brew time for an index point; our choice. A puck of espresso feels a point far more than a filter bed. */
const SLOWER_PER_POINT = (method: MethodId) => (method === 'espresso' ? 0.05 : 0.015)
/** As people time it: seconds for a shot, fives for a filter, quarters of an hour for a night. */
const TIME_GRAIN = (seconds: number) => (seconds < 60 ? 1 : seconds < 3600 ? 5 : 900)

const sum = (adjustments: readonly Adjustment[], lever: 'indexShift' | 'tempShiftF') =>
  adjustments.reduce((total, adjustment) => total + (adjustment[lever] ?? 0), 0)

const product = (adjustments: readonly Adjustment[], lever: 'ratioFactor' | 'timeFactor') =>
  adjustments.reduce((total, adjustment) => total * (adjustment[lever] ?? 1), 1)

function nudgeReason(steps: number, stepsTaken: number): string[] {
  if (steps === 0) return []
  const count = stepsTaken === 1 ? '1 step' : `${stepsTaken} steps`
  const end = stepsTaken < Math.abs(steps) ? ', where the dial ends' : ''
  return [`Your nudge: ${count} ${steps > 0 ? 'coarser' : 'finer'}${end}`]
}

function dialReasons(method: MethodId, grinder: OwnGrinder, reachable: boolean, nearestLabel: string): string[] {
  const name = methodById[method].name
  if (!reachable) return [outOfReach(grinder, `the grind for ${name}`, nearestLabel)]
  if (!grinds(method)) return [`${name} is ground finer than the grind index goes: as fine as your grinder can`]
  return []
}
