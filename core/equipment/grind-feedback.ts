import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
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
      'is required unless you send grindIndex',
    ),
    ['method'],
  ),
)

/** What people said about one setting of a grinder, and how many of them said it. */
export interface SettingFeedback {
  setting: number
  feedback: (typeof feedbacks)[number]
  method: MethodId | null
  /** More precise than the method when both are known. */
  grindIndex: number | null
  count: number
}

export interface GrindFeedback {
  /** `userId` is undefined if nobody was signed in. */
  keep: (
    voice: Omit<SettingFeedback, 'count'> & { grinderId: number; userId: number | undefined; now: Date },
  ) => Promise<void>
  /** All feedback, by grinder id. */
  voices: () => Promise<ReadonlyMap<number, readonly SettingFeedback[]>>
}

export async function giveGrindFeedback(
  { grinder: slug, setting, feedback, method, grindIndex }: v.InferOutput<typeof GiveGrindFeedback>,
  { grinders, grindFeedback, clock }: { grinders: Grinders; grindFeedback: GrindFeedback; clock: Clock },
  person?: Person,
) {
  const grinder = grinderOf(grinders, slug)
  await grindFeedback.keep({
    grinderId: grinder.id,
    setting: thousandths(settingOn(grinder, setting)),
    feedback,
    method: method ?? null,
    grindIndex: grindIndex ?? null,
    userId: person?.id,
    now: clock(),
  })
  return { success: true as const, message: 'Thank you. This helps us improve your grinder’s curve.' }
}

export interface Verdict {
  voices: number
  /** How many people the published curve agrees with. */
  agree: number
  /** To add to every published setting, in whole steps. */
  suggestedShift: number
  /** How many people the shifted curve would agree with. */
  agreeShifted: number
  /**
   * Whether there is enough feedback, and a shifted curve fits more of it than the published one.
   */
  disagrees: boolean
}

/** Our choice. Less feedback may come from one person with one coffee. */
const ENOUGH_VOICES = 5
/** Our choice. Nobody can taste a smaller difference in index points. */
const TASTED_POINTS = 1.5

/**
 * Where a grinder's users disagree with its curve. Each piece of feedback fits certain shifts of
 * the curve: JUST_RIGHT fits those that put the setting within the band, TOO_FINE those that put
 * the band's coarse end beyond it, TOO_COARSE the opposite. The suggested shift fits the most
 * feedback; among several, it is the smallest.
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

/** The shifts, positive towards coarse, that a piece of feedback fits. */
function shiftsWished(grinder: Grinder, { setting, feedback, method, grindIndex }: SettingFeedback, sign: number) {
  const { settingAt } = curveThrough(grinder.references)
  const { step, min } = dialOf(grinder)
  const stepsTo = (index: number) => (sign * (settingAt(index) - min)) / step
  const { low, high } = bandOf(method, grindIndex)
  // Rounded outward to whole steps, as charts show the band.
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
