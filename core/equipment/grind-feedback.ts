import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'
import { curveThrough } from '../grind/curve.ts'
import { coarserSign, dialOf } from '../grind/dial.ts'
import { grinderOf } from '../grind/find.ts'
import { ConvertGrindSetting } from '../grind/grinders.ts'
import { GivenMethod, type MethodId, methodById } from '../grind/methods.ts'
import { feedbacks, type Grinder } from '../grind/model.ts'
import { settingOn } from '../grind/notation.ts'
import { DUST, thousandths } from '../rounding.ts'
import type { Grinders } from './equipment.ts'

export const GiveGrindFeedback = v.pipe(
  v.object({
    grinder: ConvertGrindSetting.entries.from,
    setting: ConvertGrindSetting.entries.setting,
    feedback: field.choice(feedbacks),
    method: v.optional(GivenMethod),
    grindIndex: v.optional(field.grindIndex),
  }),
  v.forward(
    v.partialCheck(
      [['method'], ['grindIndex']],
      ({ method, grindIndex }) => method !== undefined || grindIndex !== undefined,
      'must say what was brewed, or grindIndex what was wanted',
    ),
    ['method'],
  ),
)

/** What people said about one setting of a grinder, and how many of them. */
export interface SettingFeedback {
  setting: number
  feedback: (typeof feedbacks)[number]
  method: MethodId | null
  /** Says more than the method where both are there. */
  grindIndex: number | null
  count: number
}

export interface GrindFeedback {
  keep: (voice: Omit<SettingFeedback, 'count'> & { grinderId: number; now: Date }) => Promise<void>
  /** All that was said about a grinder, by its id. */
  voices: () => Promise<ReadonlyMap<number, readonly SettingFeedback[]>>
}

export async function giveGrindFeedback(
  { grinder: slug, setting, feedback, method, grindIndex }: v.InferOutput<typeof GiveGrindFeedback>,
  { grinders, grindFeedback, clock }: { grinders: Grinders; grindFeedback: GrindFeedback; clock: Clock },
) {
  const grinder = grinderOf(grinders, slug)
  await grindFeedback.keep({
    grinderId: grinder.id,
    setting: thousandths(settingOn(grinder, setting)),
    feedback,
    method: method ?? null,
    grindIndex: grindIndex ?? null,
    now: clock(),
  })
  return { success: true as const, message: 'Thank you; this helps to put the curve of your grinder right.' }
}

export interface Verdict {
  voices: number
  /** How many voices the published curve bears out. */
  agree: number
  /** To add to every published setting, in whole steps. */
  suggestedShift: number
  /** How many voices the shifted curve would bear out. */
  agreeShifted: number
  /** Enough voices, and more of them for another curve than for this one. */
  disagrees: boolean
}

/** Our choice: fewer voices than this may be one person with one coffee. */
const ENOUGH_VOICES = 5
/** Our choice: nobody tastes less than this many index points. */
const TASTED_POINTS = 1.5

/**
 * Where a grinder's users and its curve disagree. Each voice bears out the curves of some shifts: JUST_RIGHT those that
 * have the setting within the band, TOO_FINE those whose band goes coarser than it, TOO_COARSE finer. The suggested
 * shift bears out the most voices, and of several it is the smallest.
 */
export function verdictOn(grinder: Grinder, voices: readonly SettingFeedback[]): Verdict {
  const { step } = dialOf(grinder)
  const sign = coarserSign(grinder)
  const wishes = voices.map(voice => ({ count: voice.count, ...shiftsWished(grinder, voice, sign) }))
  const agreeing = (shift: number) =>
    wishes.reduce((sum, { low, high, count }) => sum + (low - DUST <= shift && shift <= high + DUST ? count : 0), 0)
  const ends = wishes.flatMap(({ low, high }) => [
    Math.ceil(low / step - DUST) * step,
    Math.floor(high / step + DUST) * step,
  ])
  const shift = ends
    .filter(Number.isFinite)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
    .reduce((best, end) => (agreeing(end) > agreeing(best) ? end : best), 0)
  const total = voices.reduce((sum, { count }) => sum + count, 0)
  return {
    voices: total,
    agree: agreeing(0),
    suggestedShift: shift === 0 ? 0 : thousandths(sign * shift),
    agreeShifted: agreeing(shift),
    disagrees: total >= ENOUGH_VOICES && shift !== 0,
  }
}

/** The shifts, counted towards coarse, that a voice would be content with. */
function shiftsWished(grinder: Grinder, { setting, feedback, method, grindIndex }: SettingFeedback, sign: number) {
  const { settingAt } = curveThrough(grinder.references)
  const { step, min } = dialOf(grinder)
  const stepsTo = (index: number) => (sign * (settingAt(index) - min)) / step
  const { low, high } = bandOf(method, grindIndex)
  // Rounded outward to whole steps, as people see the band on a chart.
  const finest = sign * min + Math.floor(stepsTo(low) + DUST) * step
  const coarsest = sign * min + Math.ceil(stepsTo(high) - DUST) * step
  const tried = sign * setting
  if (feedback === 'TOO_FINE') return { low: tried + step - coarsest, high: Number.POSITIVE_INFINITY }
  if (feedback === 'TOO_COARSE') return { low: Number.NEGATIVE_INFINITY, high: tried - step - finest }
  return { low: tried - coarsest, high: tried - finest }
}

function bandOf(method: MethodId | null, grindIndex: number | null) {
  if (grindIndex !== null) return { low: grindIndex - TASTED_POINTS, high: grindIndex + TASTED_POINTS }
  return method ? methodById[method].grindIndex : { low: 0, high: 100 }
}
