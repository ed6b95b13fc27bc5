import * as v from 'valibot'
import { capital } from '../names.ts'
import { clamp } from '../numbers.ts'
import { advisedDial } from './advised.ts'
import { curveThrough } from './curve.ts'
import { dialOf, stepFrom, stepWord } from './dial.ts'
import { drinkName, type MethodId, methodById } from './methods.ts'
import type { AnyGrinder, GrinderDial } from './model.ts'
import { fullName } from './name.ts'
import { labelOf } from './notation.ts'
import { reaches } from './position.ts'

/** How well a grinder suits a method. */
export const Suits = v.pipe(
  v.picklist(['yes', 'coarse', 'no']),
  v.description(
    'Whether this grinder suits the method: yes; coarse: its steps are large for it; no: too large for espresso, not fine enough for Turkish, or its maker says not to.',
  ),
)
export type Suits = v.InferOutput<typeof Suits>

/**
 * Espresso is dialled in step by step, so the number of steps within its band counts. The bounds
 * are our choice.
 */
const ENOUGH_STEPS = 10
const TOO_FEW_STEPS = 4

export function suitsMethod(grinder: AnyGrinder, method: MethodId): Suits {
  if (grinder.notFor?.includes(method)) return 'no'
  // Turkish is ground below the scale, by the end of the dial.
  if (method !== 'espresso') return method !== 'turkish' && stepsPast(grinder, method) ? 'coarse' : 'yes'
  if (grinder.step === null || grinder.stepless) return 'yes'
  const steps = espressoSteps(grinder)
  return steps >= ENOUGH_STEPS ? 'yes' : steps > TOO_FEW_STEPS ? 'coarse' : 'no'
}

/**
 * How well a setting is known: poorly where the dial, or what we advise of it, ends before or the
 * grinder does not suit the method, and never well where it is only an estimate.
 */
export function confidenceIn(
  grinder: AnyGrinder,
  { method, suits, reachable, isEstimate }: { method: MethodId; suits: Suits; reachable: boolean; isEstimate: boolean },
) {
  const { confidence } = grinder
  if (suits === 'no' || !reachable || (method === 'turkish' && endsBeforeTurkish(grinder))) return 'low'
  return isEstimate && confidence === 'high' ? 'medium' : confidence
}

/**
 * What to know before using this grinder for a method, in one sentence; undefined when there is
 * nothing to say.
 */
export function cautionFor(grinder: AnyGrinder, method: MethodId): string | undefined {
  const name = fullName(grinder)
  if (grinder.notFor?.includes(method))
    return `${grinder.brand} doesn’t recommend the ${grinder.model} for ${drinkName(method)}`
  const fit = suitsMethod(grinder, method)
  if (fit === 'no')
    return isFineEnd(grinder)
      ? `The ${name}’s dial doesn’t go fine enough for espresso`
      : `The steps of the ${name} are too large to dial in espresso`
  if (fit === 'coarse' && method !== 'espresso')
    return `Coarse steps here: the ${name} has none within the usual grind for ${drinkName(method)}`
  if (fit === 'coarse') return `Coarse steps here: one ${stepWord(grinder)} changes a lot, so adjust the yield as well`
  return method === 'espresso' && isFineEnd(grinder) ? `The ${name} only just reaches espresso` : undefined
}

/**
 * What to know about a setting for Turkish, which is ground by the fine end of a dial: that it is as
 * fine as we would go, and what is said of that end.
 */
export function fineEndCautions(grinder: AnyGrinder, setting: number): string[] {
  const isEnd = stepFrom(turkishDial(grinder), setting, -1) === setting
  const note = fineEndNote(grinder)
  return [
    ...(isEnd ? [`${labelOf(grinder, setting)} is as fine as we’d go on this dial`] : []),
    ...(note ? [capital(note)] : []),
  ]
}

/** Whether the usual Turkish grind lies past what we advise. */
const endsBeforeTurkish = (grinder: AnyGrinder) => !reaches(turkishDial(grinder), methodById.turkish.grindIndex.target)

const turkishDial = (grinder: AnyGrinder) => advisedDial(grinder, 'turkish', Infinity)

/** The part of a grinder's notes that says where its burrs touch, or where to stop before they do. */
const fineEndNote = ({ notes }: AnyGrinder) => notes.split(/[.;](?:\s+|$)/).find(part => FINE_END.test(part))
const FINE_END =
  /burrs (touch|do not touch|rub)|burrs that touch|zero point|where zero is|(not|never) (to )?(turn|go|grind)/i

/** Whether a setting is the last published one of a dial that turns further. */
export const isLastPublished = (grinder: GrinderDial, setting: number) =>
  grinder.turnsFurther === true && setting === dialOf(grinder).max

/** The same as a sentence in two parts; undefined for any other setting. */
export function furtherInWords(grinder: AnyGrinder, setting: number) {
  if (!isLastPublished(grinder, setting)) return
  const end = `Published settings for the ${fullName(grinder)} end at ${labelOf(grinder, setting)}`
  return { end, advice: 'its dial turns further, so go coarser from there by taste' }
}

/** The caution beside a setting for a method, if one is known; null: nothing. */
export function cautionAt(
  grinder: AnyGrinder,
  method: MethodId | undefined,
  { setting, reachable }: { setting: number; reachable: boolean },
): string | null {
  const further = reachable ? undefined : furtherInWords(grinder, setting)
  const caution = method && cautionFor(grinder, method)
  const atEnd = method === 'turkish' && reachable ? fineEndCautions(grinder, setting) : []
  if (atEnd.length > 0) return [...(caution ? [caution] : []), ...atEnd].join('. ')
  return caution ?? (further ? `${further.end}, but ${further.advice}` : null)
}

/** The steps of the dial within the espresso band, as far as the dial reaches. */
function espressoSteps(grinder: GrinderDial) {
  const { low, high } = methodById.espresso.grindIndex
  const { settingAt } = curveThrough(grinder.references)
  const { min, max, step } = dialOf(grinder)
  const [one, other] = [low, high].map(index => clamp(settingAt(index), min, max)) as [number, number]
  return Math.floor(Math.abs(one - other) / step + ROUNDING)
}

/** Whether a dial that goes further both ways has no step within the band of a method. */
function stepsPast(grinder: GrinderDial, method: MethodId) {
  const { low, high } = methodById[method].grindIndex
  const { settingAt, indexAt } = curveThrough(grinder.references)
  const { atMost, reaches } = dialOf(grinder)
  const ends = [low, high].map(settingAt)
  const index = indexAt(atMost(Math.max(...ends)))
  return ends.every(reaches) && (index < low - ROUNDING || index > high + ROUNDING)
}

/** Published points are rounded to two decimals. */
const ROUNDING = 0.05

/** Whether the fine end of the dial is within the espresso band. */
const isFineEnd = (grinder: GrinderDial) =>
  !dialOf(grinder).reaches(curveThrough(grinder.references).settingAt(methodById.espresso.grindIndex.low))
