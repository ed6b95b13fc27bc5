import * as v from 'valibot'
import { DialedGrind, dialIn, finestForMoka, reachesTurkish, turkishIndex } from '../dial/dial-in.ts'
import { presentReasons, reasonFields } from '../dial/reason.ts'
import { hottestWaterF } from '../equipment/boiling.ts'
import { type Device, deviceFor, heats } from '../equipment/drive.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import { finestAdvised } from '../grind/advised.ts'
import { dialOf } from '../grind/dial.ts'
import { methodIds } from '../grind/methods.ts'
import { type AnyGrinder, allConfidences, onScale } from '../grind/model.ts'
import { positionOn } from '../grind/position.ts'
import { confidenceIn, Suits, suitsMethod } from '../grind/suits.ts'
import { grindTimeFactor, mostPointsCoarser, shorterSteep, toGrain } from '../recipes/brew-time.ts'
import { Steps } from '../recipes/steps.ts'
import { type AskedAmounts, settledAmounts } from './asked-amounts.ts'
import {
  type BaseRecipe,
  type Brewer,
  baseOf,
  baseSeconds,
  boundsFor,
  isFixed,
  madeBy,
  shotTime,
  stepsFor,
  waterParts,
} from './base.ts'
import { noteFor } from './base-steps.ts'
import { altitudeReasons, pressureReasons, restReasons, steepReasons } from './conditions.ts'
import { inOwnHeat, withinRange } from './own-heat.ts'
import { type Portion, portionOf } from './portion.ts'
import { firstPourGrams, pouredForTaste } from './pour-parts.ts'
import {
  adjustmentReason,
  beyondReasons,
  dialReasons,
  machineReasons,
  nudgeReasons,
  type Stage,
  volumeReasons,
} from './reasons.ts'
import { type Adjustment, adjustmentsFor, type Circumstances, grinds } from './rules.ts'
import { BrewStyle, presentStyle, styleFields, styleFor, stylesFor, typicalFor } from './styles.ts'
import { asSameDrink } from './technique-base.ts'
import { Typical } from './typical.ts'

export const AdaptedRecipe = v.object({
  method: v.picklist(methodIds),
  styles: v.pipe(v.array(BrewStyle), v.description('The styles this brewer can do, the usual one first.')),
  doseGrams: v.number(),
  waterGrams: v.pipe(
    v.number(),
    v.description('All the water of one batch, including ice and bypass; for espresso, what’s in the cup.'),
  ),
  ...styleFields,
  ratio: v.number(),
  batches: v.pipe(v.number(), v.description('How many times to brew this: more than once if the brewer is too small.')),
  waterTempF: v.pipe(
    v.number(),
    v.description('If `heat` is fixed, the temperature the machine uses; it can’t be set.'),
  ),
  heat: v.picklist(heats),
  brewTimeSeconds: v.pipe(v.number(), v.description('For one batch, from the first water on.')),
  ...DialedGrind.entries,
  suits: Suits,
  confidence: v.pipe(
    v.picklist(allConfidences),
    v.description(
      'How sure this setting is: low if the grinder doesn’t suit the method or its dial ends too soon, and never high if it’s an estimate.',
    ),
  ),
  steps: v.pipe(Steps, v.description('What to do when; for one batch.')),
  note: v.nullable(v.string()),
  typical: Typical,
  ...reasonFields('One line for each reason why the recipe differs from its base.'),
})
export type AdaptedRecipe = v.InferOutput<typeof AdaptedRecipe>

/** Amounts that are not given are those of the base. */
export interface WantedBrew extends Circumstances, AskedAmounts {
  brewer?: Brewer | undefined
  altitudeMeters?: number | null | undefined
  /** A technique to start from, instead of the usual recipe of the method and style. */
  technique?: BaseRecipe | undefined
}

/** The base recipe for this machine, changed by every rule that applies, with its grind on this dial. */
export function adapt(asked: WantedBrew, grinder: AnyGrinder, grindNudgeSteps = 0): AdaptedRecipe {
  const { method, brewer: machine } = asked
  const style = styleFor(method, asked.style, machine)
  const unscaled = asked.technique ?? baseOf(method, style)
  const base = madeBy(machine, unscaled)
  const brewer = boundsFor(base, machine)
  const wanted = { ...asked, style, brewer }
  const device = deviceFor(method, brewer)
  const filterType = wanted.filterType ?? brewer?.filterType
  const hottestF = hottestWaterF(method, device.heat, wanted.altitudeMeters)
  const adjustments = inOwnHeat(adjustmentsFor({ ...wanted, filterType }), base, brewer, {
    hottestF,
    altitudeMeters: wanted.altitudeMeters,
  })
  // The recipe after no rule, after the first, … after all: the differences are what each rule changed.
  const isTooHot = setTempF(adjustments, base, brewer) > hottestF
  const stages = [...adjustments.keys(), adjustments.length].map(count =>
    stageAfter(adjustments.slice(0, count), base, wanted, grinder, isTooHot ? hottestF : Infinity),
  )
  const { portion, ratio, volumeGrams, waterTempF, grindIndex } = stages.at(-1) as (typeof stages)[number]
  const dialed = dialIn(grinder, grindIndex, {
    nudgeSteps: grindNudgeSteps,
    method,
    sourceUncertainty: grinds(method) ? base.grindDoubt : undefined,
  })
  const isOutOfReach = method === 'turkish' && !reachesTurkish(grinder)
  const { grindSetting: at, grindLabel: label } = dialed
  const grind = isOutOfReach ? { ...dialed, reachable: false, grindRange: { min: at, max: at, label } } : dialed
  const { reachable } = grind
  const suits = isOutOfReach ? 'no' : suitsMethod(grinder, method)
  const unnudged = positionOn(grinder, grindIndex)
  const stepsTaken = Math.round(Math.abs(grind.grindSetting - unnudged.setting) / dialOf(grinder).step)
  // A dark roast that misses a point or two is still coarse enough for cold brew.
  const steep = method === 'cold_brew' && !reachable ? shorterSteep(base.grindIndex - grind.grindIndex) : 1
  const timed = (water: Pick<Portion, 'waterGrams' | 'ratio'>, share = steep) =>
    toGrain(share * brewTime(unscaled, device, water, grind.grindIndex))
  const brewTimeSeconds = timed(portion)
  const { iceGrams, bypassGrams } = waterParts(base, portion.waterGrams)
  return {
    method,
    style,
    styles: stylesFor(method, machine).map(presentStyle),
    ...portion,
    iceGrams,
    bypassGrams,
    waterTempF,
    // If water boils below the machine's lowest setting, there is nothing to set.
    heat: hottestF < heatRangeOf(method, brewer).minF ? 'fixed' : device.heat,
    brewTimeSeconds,
    ...grind,
    suits,
    confidence: confidenceIn(grinder, {
      method,
      suits,
      reachable,
      isEstimate: grind.extrapolated || method === 'turkish',
    }),
    steps: stepsFor(
      { ...pouredForTaste(unscaled, sumOf(adjustments, 'pouredRicher')), waterTempF },
      { ...portion, brewTimeSeconds },
      brewer,
      filterType,
    ),
    note: asked.technique ? null : noteFor(method, style, device),
    typical: typicalFor(method, style),
    ...presentReasons([
      ...machineReasons({ usual: unscaled, base }, portion, brewer, volumeGrams !== undefined),
      ...adjustments.flatMap((adjustment, at) =>
        adjustmentReason(
          adjustment,
          { before: stages[at] as Stage, after: stages[at + 1] as Stage },
          { method, grinder },
        ),
      ),
      ...restReasons(wanted),
      ...(isTooHot
        ? altitudeReasons(wanted.altitudeMeters, hottestF, base.waterTempF)
        : pressureReasons(wanted.altitudeMeters, waterTempF)),
      ...volumeReasons({
        volumeGrams,
        portion,
        base,
        brewer,
        ratio,
        times: { usual: timed(base), now: brewTimeSeconds },
      }),
      ...nudgeReasons({ method, grinder }, grindNudgeSteps, stepsTaken, [
        { grindSetting: unnudged.setting, grindIndex },
        { grindSetting: grind.grindSetting, grindIndex: grind.grindIndex },
      ]),
      ...(stepsTaken === 0 ? [] : beyondReasons(method, { asked: grindIndex, nudged: grind.grindIndex })),
      ...dialReasons(method, grinder, { reachable, nearest: unnudged.setting, setting: at }),
      ...steepReasons({ usual: timed(portion, 1), now: brewTimeSeconds }),
    ]),
  }
}

function stageAfter(
  adjustments: readonly Adjustment[],
  base: BaseRecipe,
  wanted: WantedBrew,
  grinder: AnyGrinder,
  ceilingF: number,
) {
  const { method, brewer } = wanted
  const byRules = adjustments.reduce((product, { ratioFactor = 1 }) => product * ratioFactor, base.ratio)
  const ratioByRule = wanted.technique ? asSameDrink(wanted.technique, byRules) : byRules
  const { ratio, doseGrams, volumeGrams } = settledAmounts(wanted, base, ratioByRule, brewer)
  const portion = portionOf(base, ratio, brewer, volumeGrams, doseGrams)
  // A grind that earlier brews led to stays, however fast it is.
  const mostCoarser = method === 'espresso' && !wanted.leftOff ? mostPointsCoarser(portion.ratio) : Infinity
  const byRule = base.grindIndex + Math.min(sumOf(adjustments, 'indexShift'), mostCoarser)
  const finest = method === 'moka' ? finestForMoka(grinder) : finestAdvised(grinder, method)
  // A drinker whose own brews ended finer than that stays there.
  const floor = Math.min(finest, wanted.leftOff?.grindIndex ?? Infinity)
  const grindIndex = grinds(method) ? onScale(Math.max(floor, byRule)) : turkishIndex(grinder)
  return {
    grindIndex,
    setting: positionOn(grinder, grindIndex).setting,
    waterTempF: Math.min(ceilingF, setTempF(adjustments, base, brewer)),
    ratio,
    volumeGrams,
    portion,
    firstPourGrams: firstPourGrams(base, sumOf(adjustments, 'pouredRicher'), portion.waterGrams),
  }
}

const sumOf = (adjustments: readonly Adjustment[], lever: 'indexShift' | 'tempShiftF' | 'pouredRicher') =>
  adjustments.reduce((total, adjustment) => total + (adjustment[lever] ?? 0), 0)

/** What the rules ask for, within what the machine can be set to; water may boil below that. */
function setTempF(adjustments: readonly Adjustment[], base: BaseRecipe, brewer: Brewer | undefined) {
  const known = adjustments.find(({ waterTempF }) => waterTempF !== undefined)?.waterTempF
  const askedF = known ?? base.waterTempF + sumOf(adjustments, 'tempShiftF')
  return deviceFor(base.method, brewer).heat === 'settable' ? withinRange(askedF, base.method, brewer) : askedF
}

/** The time follows the grind and the volume, each within its own bound; for espresso, the grind and the ratio. */
function brewTime(
  base: BaseRecipe,
  { drive }: Device,
  { waterGrams, ratio }: Pick<Portion, 'waterGrams' | 'ratio'>,
  grindIndex: number,
) {
  const finer = base.grindIndex - grindIndex
  if (base.method === 'espresso') return shotTime(base, ratio, finer)
  const seconds = baseSeconds(base, drive, waterGrams)
  return isFixed(base, 'time') ? seconds : seconds * grindTimeFactor(base.flow.timedAs, finer)
}
