import * as v from 'valibot'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { clamp } from '../numbers.ts'
import { millionths } from '../rounding.ts'
import { type Curve, curveThrough } from './curve.ts'
import { coarserSign, dialOf } from './dial.ts'
import { GivenMethod, methodById } from './methods.ts'
import { type AnyGrinder, FiveReferences, feedbacks, type Grinder } from './model.ts'
import { fullName } from './name.ts'
import { labelOf, settingOn } from './notation.ts'

export const CalibrationReference = field.object({
  grindIndex: v.pipe(
    v.number('must be a number'),
    v.minValue(0, 'must be from 0 to 100'),
    v.maxValue(100, 'must be from 0 to 100'),
  ),
  setting: v.number('must be a number'),
  feedback: v.picklist(feedbacks, `must be one of ${feedbacks.join(', ')}`),
  method: v.optional(v.pipe(GivenMethod, v.description('What was brewed, for reference; the index is what counts.'))),
})
export type CalibrationReference = v.InferOutput<typeof CalibrationReference>

/** A reference and when it was tasted: an instant in the past, or else now. */
const DatedReference = field.object({
  ...CalibrationReference.entries,
  tastedAt: v.optional(
    v.pipe(
      field.boundedWord('must be a time such as 2026-11-15T08:30:00Z'),
      v.isoTimestamp('must be a time such as 2026-11-15T08:30:00Z'),
      v.maxLength(40, 'must be a time such as 2026-11-15T08:30:00Z'),
      v.check(time => !Number.isNaN(Date.parse(time)), 'must be a time such as 2026-11-15T08:30:00Z'),
    ),
  ),
})

export const MOST_REFERENCES = 50

export const CalibrationReferences = v.pipe(
  v.array(DatedReference, 'must be a list of { grindIndex, setting, feedback }'),
  v.minLength(1, 'must hold at least one reference'),
  v.maxLength(MOST_REFERENCES, `must hold at most ${MOST_REFERENCES} references`),
)

export const Calibration = v.object({
  references: FiveReferences,
  shift: v.pipe(v.number(), v.description('own setting = stretch x published setting + shift')),
  stretch: v.number(),
})
export type Calibration = v.InferOutput<typeof Calibration>

export const withCalibration = (grinder: Grinder, { references }: Pick<Calibration, 'references'>): AnyGrinder => ({
  ...grinder,
  references,
  calibrated: true,
})

/**
 * An owner's own curve: the smallest change to the published one that satisfies what they tasted.
 * JUST_RIGHT pins the curve; TOO_FINE and TOO_COARSE bound it, one step away from the setting that
 * was tried. The curve is shifted and, with two pins at least 20 index points apart, also
 * stretched. It keeps its five points and its direction.
 */
export function calibrate(grinder: Grinder, references: readonly CalibrationReference[]): Calibration {
  const sign = coarserSign(grinder)
  const demands = references.map(reference => demandOf(grinder, reference, sign))
  for (const demand of demands) refuseFarMove(grinder, demand, sign)
  const opposed = oppositesIn(demands)
  if (opposed) throw contradiction(grinder, opposed)
  const stretch = stretchable(references) ? leastChange(grinder, demands) : 1
  const { give, pair } = shortfall(demands, stretch)
  if (give > 1) throw contradiction(grinder, pair)
  const shift = sign * shiftFor(grinder, demands, stretch, give)
  const moved = grinder.references.map(({ grindIndex, setting }) => ({
    grindIndex,
    setting: millionths(stretch * setting + shift),
  }))
  return {
    references: moved as unknown as Calibration['references'],
    shift: millionths(shift),
    stretch: millionths(stretch),
  }
}

const MIN_STRETCH = 0.7
const MAX_STRETCH = 1.4
const STRETCH_NEEDS_POINTS = 20

/**
 * Our choice. Nobody can taste a smaller difference in index points, so pins that disagree may be
 * missed by this much.
 */
const PIN_GIVE_POINTS = 1.5

/**
 * What one reference requires of the owner's curve, in settings counted towards coarse: at
 * `published`, between `low` and `high`. When references disagree, each may be missed by up to
 * `give`; if that is not enough, they contradict each other.
 */
interface Demand {
  reference: CalibrationReference
  published: number
  tried: number
  low: number
  high: number
  give: number
}

function demandOf(grinder: Grinder, reference: CalibrationReference, sign: number): Demand {
  const { grindIndex, feedback } = reference
  const tried = sign * settingOn(grinder, reference.setting)
  const { step } = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const published = sign * curve.settingAt(grindIndex)
  if (feedback === 'TOO_FINE')
    return { reference, published, tried, low: tried + step, high: Infinity, give: 0.75 * step }
  if (feedback === 'TOO_COARSE')
    return { reference, published, tried, low: -Infinity, high: tried - step, give: 0.75 * step }
  return { reference, published, tried, low: tried, high: tried, give: pinGive(curve, grindIndex) }
}

const pinGive = ({ settingAt }: Curve, grindIndex: number) =>
  Math.abs(settingAt(grindIndex + PIN_GIVE_POINTS) - settingAt(grindIndex - PIN_GIVE_POINTS)) / 2

/** A larger difference means another grinder, another method, or a mistake. */
export const FARTHEST_POINTS = 25

/**
 * Refuses a reference that is too far off. The message shows what it would mean for a V60, which is
 * easiest to judge.
 */
function refuseFarMove(grinder: Grinder, { reference, published, low, high }: Demand, sign: number) {
  const shift = Math.max(low - published, Math.min(0, high - published))
  const curve = curveThrough(grinder.references)
  const points = Math.abs(curve.indexAt(sign * (published + shift)) - reference.grindIndex)
  if (points <= FARTHEST_POINTS) return
  const { name, grindIndex } = methodById.v60
  const [now, then] = [curve.settingAt(grindIndex.target), curve.settingAt(grindIndex.target) + sign * shift]
  const dial = dialOf(grinder)
  const moved = dial.reaches(then) ? labelOf(grinder, dial.nearest(then)) : 'beyond the dial'
  throw new Fault(
    'invalid',
    `references: ${wordsFor(grinder, reference)} would move the curve of the ${fullName(grinder)} by ${Math.round(points)} points, and a ${name} from ${labelOf(grinder, dial.nearest(now))} to ${moved}. Taste again, or leave that reference out.`,
  )
}

/**
 * Two references for the same index that contradict each other: for example, one setting is just
 * right while a coarser one is too fine.
 */
function oppositesIn(demands: readonly Demand[]) {
  for (const lower of demands)
    for (const upper of demands)
      if (lower.reference.grindIndex === upper.reference.grindIndex && isOpposed(lower, upper)) return [lower, upper]
}

/** `lower` asks for this setting or coarser, `upper` for this or finer, and both cannot be true. */
const isOpposed = (lower: Demand, upper: Demand) =>
  lower.reference.feedback !== upper.reference.feedback &&
  lower.reference.feedback !== 'TOO_COARSE' &&
  upper.reference.feedback !== 'TOO_FINE' &&
  upper.tried <= lower.tried

function stretchable(references: readonly CalibrationReference[]) {
  const pins = references.filter(({ feedback }) => feedback === 'JUST_RIGHT').map(({ grindIndex }) => grindIndex)
  return Math.max(...pins) - Math.min(...pins) >= STRETCH_NEEDS_POINTS
}

/**
 * How far the demands must be relaxed for some shift to meet them all, and the two that conflict
 * most.
 */
function shortfall(demands: readonly Demand[], stretch: number) {
  let worst: { give: number; pair: readonly Demand[] } = { give: 0, pair: [] }
  for (const lower of demands)
    for (const upper of demands) {
      if (lower === upper || lower.low === -Infinity || upper.high === Infinity) continue
      const apart = lower.low - upper.high - stretch * (lower.published - upper.published)
      const give = apart / (lower.give + upper.give)
      if (give > worst.give) worst = { give, pair: [lower, upper] }
    }
  return worst
}

/** The smallest shift, averaged over the five points, that meets the demands. */
function shiftFor(grinder: Grinder, demands: readonly Demand[], stretch: number, give: number) {
  const low = Math.max(...demands.map(demand => demand.low - demand.give * give - stretch * demand.published))
  const high = Math.min(...demands.map(demand => demand.high + demand.give * give - stretch * demand.published))
  const mean = coarseward(grinder).reduce((sum, setting) => sum + setting, 0) / 5
  return clamp((1 - stretch) * mean, low, high)
}

/**
 * Ternary search: the change is convex in the stretch, and relaxing a demand costs more than any
 * change.
 */
function leastChange(grinder: Grinder, demands: readonly Demand[]) {
  const settings = coarseward(grinder)
  const span = (settings[4] as number) - (settings[0] as number)
  const cost = (stretch: number) => {
    const { give } = shortfall(demands, stretch)
    const shift = shiftFor(grinder, demands, stretch, give)
    const change = settings.reduce((sum, setting) => sum + ((shift + (stretch - 1) * setting) / span) ** 2, 0)
    return 1e6 * give + change
  }
  let [low, high] = [MIN_STRETCH, MAX_STRETCH]
  for (let round = 0; round < 120; round++) {
    const third = (high - low) / 3
    if (cost(low + third) <= cost(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}

const coarseward = ({ references, finerIsHigher }: Grinder) =>
  references.map(({ setting }) => (finerIsHigher ? -setting : setting))

function contradiction(grinder: Grinder, pair: readonly Demand[]) {
  const [one, other] = pair.map(({ reference }) => wordsFor(grinder, reference))
  return new Fault(
    'invalid',
    `references contradict each other on the ${fullName(grinder)}: ${one} and ${other} can’t both be right. Taste again and leave one out.`,
  )
}

const wordsFor = (grinder: Grinder, { feedback, setting, grindIndex }: CalibrationReference) =>
  `${feedback} at ${labelOf(grinder, setting)} for index ${grindIndex}`
