import { outOfReach } from '../dial/on-grinder.ts'
import { changesBetween, type Effect, plainReason, type Reason, reasonBy } from '../dial/reason.ts'
import { deviceFor } from '../equipment/drive.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf, stepWord } from '../grind/dial.ts'
import { drinkName, type MethodId, methodById } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { fullName, withArticle } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { reaches, settingFor } from '../grind/position.ts'
import { cautionFor, fineEndCautions } from '../grind/suits.ts'
import { capital } from '../names.ts'
import { gramsInWords } from '../ratio.ts'
import { wholeWaterOf } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import type { BaseRecipe, Brewer } from './base.ts'
import { comesWhole, isLimitedByDose, type Portion, timesInWords } from './portion.ts'
import { grinds, type NamedAdjustment } from './rules.ts'

/** A recipe in the making: what has been decided so far, on the dial and on the scale. */
export interface Stage {
  setting: number
  grindIndex: number
  waterTempF: number
  portion: Portion
  firstPourGrams?: number | undefined
}

/** What an adjustment really changed, in one line; none if it changed nothing. */
export function adjustmentReason(
  { rule, cause, indexShift = 0, insteadOf, cancelsOut, dilution = 0, keeps = [] }: NamedAdjustment,
  { before, after }: { before: Stage; after: Stage },
  { method, grinder }: { method: MethodId; grinder: AnyGrinder },
): Reason[] {
  const heat = tenths(after.waterTempF - before.waterTempF)
  const direction = `${indexShift > 0 ? 'coarser' : 'finer'}${insteadOf ? ` instead of ${insteadOf}` : ''}`
  const ground = grinds(method) ? after.grindIndex - before.grindIndex : 0
  const isGround = ground * indexShift > 0
  const moved: Effect[] = [
    ...(heat === 0
      ? []
      : [{ figure: 'waterTempF' as const, text: `${Math.abs(heat)} F ${heat > 0 ? 'hotter' : 'cooler'}` }]),
    ...(isGround && after.setting !== before.setting ? [{ figure: 'grindSetting' as const, text: direction }] : []),
    ...amountWords(before.portion, after.portion, method).map(text => ({ text })),
    ...(isGround || ground === 0 || after.setting === before.setting
      ? []
      : [
          {
            figure: 'grindSetting' as const,
            text: ground < 0 ? 'finer, or it would run too fast' : 'coarser, as a longer shot leaves time for it',
          },
        ]),
    ...(before.firstPourGrams === after.firstPourGrams || after.firstPourGrams === undefined
      ? []
      : [{ text: firstPourWords(before.firstPourGrams, after.firstPourGrams) }]),
    ...(dilution === 0
      ? []
      : [{ text: `add ${gramsInWords(Math.round(dilution * after.portion.waterGrams))} of hot water to the cup` }]),
  ]
  const isHeldBack = method === 'espresso' && indexShift > 0 && ground < indexShift
  const swallowed =
    isGround && after.setting === before.setting && !atEnd(grinder, after.setting)
      ? [isHeldBack ? TOO_FAST : `${direction}, but less than one ${stepWord(grinder)} of your dial`]
      : []
  const unmoved = [...swallowed, ...(cancelsOut ? [CANCELLED] : []), ...keeps.map(figure => `${KEPT} ${figure}`)]
  if (moved.length + unmoved.length === 0) return []
  const changes = changesBetween(stageFigures(before), stageFigures(after))
  const said = [...(moved.length === 0 ? [] : [moved.map(({ text }) => text).join(', ')]), ...unmoved]
  return [{ ...reasonBy(rule, changes, cause, ...moved, ...unmoved), text: `${cause}: ${said.join('; ')}` }]
}

/** How a figure that makes a technique itself is named where a rule would have moved it. */
const KEPT = 'this technique keeps its'

/** Where a rule would go coarser than a shot of that ratio can be ground. */
const TOO_FAST = 'no coarser, or it would run too fast'

/** On a machine that heats its own water. */
const CANCELLED = 'finer for the beans and coarser instead of cooler, so the grind stays'

/** Whether an effect only says what has not changed. */
export const saysUnmoved = (text: string) =>
  text.includes(', but less than one ') || text === CANCELLED || text === TOO_FAST || text.startsWith(KEPT)

const stageFigures = ({ setting, grindIndex, waterTempF, portion: { doseGrams, waterGrams, ratio } }: Stage) => ({
  grindSetting: setting,
  grindIndex,
  waterTempF,
  doseGrams,
  waterGrams,
  ratio,
})

/** Where the machine's own amounts and temperature differ from the method's. */
export function machineReasons(
  { usual, base }: { usual: BaseRecipe; base: BaseRecipe },
  { doseGrams }: Portion,
  brewer: Brewer | undefined,
  isAsked: boolean,
): Reason[] {
  if (!brewer) return []
  const name = fullName(brewer)
  const { doseGrams: basket } = brewer
  const isBelow = base.waterGrams < usual.waterGrams
  const heat = { waterTempF: base.waterTempF }
  const amounts = { doseGrams: base.doseGrams, waterGrams: base.waterGrams }
  return [
    ...(base.waterTempF === usual.waterTempF ? [] : [brewsAt(base, changesBetween(usual, heat), brewer)]),
    ...(base.method === 'moka' && base.waterGrams !== usual.waterGrams
      ? [
          reasonBy(
            'machine',
            changesBetween(usual, amounts),
            `${an(name)} is always brewed full`,
            basket && doseGrams !== base.doseGrams
              ? `its basket takes ${basket.min} to ${gramsInWords(basket.max)}`
              : `${gramsInWords(base.doseGrams)} fills the basket`,
            `${gramsInWords(base.waterGrams)} of water comes up to the valve`,
          ),
        ]
      : []),
    ...(basket && base.method !== 'moka' && base.doseGrams !== usual.doseGrams
      ? [
          reasonBy(
            'machine',
            changesBetween(usual, amounts),
            `The ${name}’s basket holds ${basket.min} to ${gramsInWords(basket.max)}`,
            `${gramsInWords(doseGrams)} of coffee`,
          ),
        ]
      : []),
    ...(!basket && !isAsked && base.waterGrams !== usual.waterGrams
      ? [
          reasonBy(
            'machine',
            changesBetween(usual, amounts),
            isBelow && base.waterGrams < (brewer.maxWaterGrams ?? Infinity)
              ? `The ${name} takes up to ${gramsInWords(brewer.maxDoseGrams ?? 0)} of coffee`
              : `The ${name} ${isBelow ? mostOf(base) : 'brews at least'} ${gramsInWords(base.waterGrams)}${isBelow ? '' : withIce(base)}`,
            `scaled from ${gramsInWords(usual.waterGrams)} of water`,
          ),
        ]
      : []),
  ]
}

/** The most water that it takes, in words, for a brewer that may hold only a part of it at once. */
export const mostOf = ({ flow }: Pick<BaseRecipe, 'flow'>) => (flow.heldShare === 1 ? 'holds' : 'makes up to')

/** The least water that a brewer takes runs through it; ice is extra. */
const withIce = ({ flow }: Pick<BaseRecipe, 'flow'>) => (flow.iceShare > 0 ? ' with the ice' : '')

/** A machine filled by hand says with what: a lever cools the water, a Turkish machine heats it from cold. */
function brewsAt({ method, waterTempF }: BaseRecipe, changes: Reason['changes'], brewer: Brewer): Reason {
  const cause = `The ${fullName(brewer)}`
  const { drive, heat } = deviceFor(method, brewer)
  if (drive === 'automatic' && method === 'turkish')
    return plainReason('machine', changes, `${cause} starts with cold water`)
  const isFilled = heat === 'kettle' || method === 'turkish'
  const usually = heat === 'fixed' ? '' : 'usually '
  const verb = `${usually}${isFilled ? 'starts with water at' : 'brews at'}`
  const text = `${verb} ${waterTempF} F`
  const effect = { figure: 'waterTempF' as const, value: waterTempF, text }
  return { rule: 'machine', changes, cause, effects: [effect], text: `${cause} ${text}` }
}

interface AskedVolume {
  volumeGrams: number | undefined
  portion: Portion
  base: BaseRecipe
  brewer: Brewer | undefined
  ratio: number
  times: { usual: number; now: number }
}

/** What follows from the amount that was asked for. */
export function volumeReasons({ volumeGrams, portion, base, brewer, ratio, times }: AskedVolume): Reason[] {
  const { doseGrams, waterGrams, batches } = portion
  if (volumeGrams === undefined) return heldReasons(portion, base, brewer, ratio)
  const more = batches - 1
  if (comesWhole(base.method, brewer)) {
    if (volumeGrams === waterGrams) return []
    const [drink, one] = base.method === 'espresso' ? ['espresso', 'shot'] : ['water', 'pot']
    const count = batches === 1 ? `one ${one}` : `${batches} ${one}s`
    return [
      reasonBy(
        'volume',
        changesBetween({}, { batches: more }),
        `${gramsInWords(volumeGrams)} of ${drink}`,
        `${count} of ${gramsInWords(waterGrams)}`,
      ),
    ]
  }
  const time =
    times.now === times.usual ? 'the same brew time' : times.now > times.usual ? 'a longer brew' : 'a shorter brew'
  const each = brewer && waterGrams === brewer.maxWaterGrams ? [] : [`${gramsInWords(waterGrams)} each`]
  const most = (brewer: Brewer) =>
    isLimitedByDose(brewer, volumeGrams, batches)
      ? `takes up to ${gramsInWords(brewer.maxDoseGrams ?? 0)} of coffee`
      : `${mostOf(base)} ${gramsInWords(brewer.maxWaterGrams ?? 0)}`
  return [
    ...(brewer && batches > 1
      ? [
          reasonBy(
            'machine',
            { batches: more },
            `${an(fullName(brewer))} ${most(brewer)}`,
            `brew it ${timesInWords(batches)}`,
            ...each,
          ),
        ]
      : []),
    ...(brewer && batches === 1 && waterGrams > volumeGrams
      ? [
          plainReason(
            'machine',
            changesBetween({ waterGrams: volumeGrams }, { waterGrams }),
            `${an(fullName(brewer))} brews at least ${gramsInWords(waterGrams)}${withIce(base)}; you asked for ${gramsInWords(volumeGrams)}`,
          ),
        ]
      : []),
    ...(waterGrams === base.waterGrams
      ? []
      : [
          reasonBy(
            'volume',
            changesBetween(
              { waterGrams: base.waterGrams, doseGrams: base.doseGrams, brewTimeSeconds: times.usual },
              { waterGrams, doseGrams, brewTimeSeconds: times.now },
            ),
            `${gramsInWords(waterGrams)} of water instead of ${gramsInWords(base.waterGrams)}`,
            `${gramsInWords(doseGrams)} of coffee`,
            time,
          ),
        ]),
  ]
}

export function nudgeReasons(
  { method, grinder }: { method: MethodId; grinder: AnyGrinder },
  steps: number,
  stepsTaken: number,
  [before, after]: [before: NudgedFigures, after: NudgedFigures],
): Reason[] {
  if (steps === 0) return []
  const way = steps > 0 ? 'coarser' : 'finer'
  const changes = changesBetween(before, after)
  const { grindSetting } = after
  const safe = atEnd(grinder, grindSetting) ? undefined : finestInWords(grinder, grindSetting, method)
  if (stepsTaken === 0)
    return [reasonBy('nudge', changes, 'Your nudge', `no ${way}, because ${safe ?? 'the dial ends here'}`)]
  const count = stepsTaken === 1 ? '1 step' : `${stepsTaken} steps`
  const end = stepsTaken < Math.abs(steps) ? [safe ?? 'where the dial ends'] : []
  return [reasonBy('nudge', changes, 'Your nudge', `${count} ${way}`, ...end)]
}

const finestInWords = (grinder: AnyGrinder, setting: number, method: MethodId) =>
  `${labelOf(grinder, setting)} is as fine as we recommend for ${drinkName(method)}`

interface NudgedFigures {
  grindSetting: number
  grindIndex: number
}

/** A nudge that leaves the grind that the method is brewed with. */
export function beyondReasons(method: MethodId, { asked, nudged }: { asked: number; nudged: number }): Reason[] {
  if (!grinds(method)) return []
  const { low, high } = methodById[method].grindIndex
  const isBeyond = nudged < Math.min(low, asked) || nudged > Math.max(high, asked)
  const way = nudged < low ? 'finer' : 'coarser'
  return isBeyond ? [plainReason('nudge', {}, `That is ${way} than people usually grind for ${drinkName(method)}`)] : []
}

export function dialReasons(
  method: MethodId,
  grinder: AnyGrinder,
  { reachable, nearest, setting }: { reachable: boolean; nearest: number; setting: number },
): Reason[] {
  const caution = cautionFor(grinder, method)
  const cautions = caution ? [plainReason('dial', {}, caution)] : []
  if (!grinds(method)) return [...cautions, ...turkishReasons(grinder, { reachable, nearest, setting })]
  if (!reachable) return [...cautions, outOfReach(grinder, missedGrind(grinder, method), nearest)]
  return cautions
}

function turkishReasons(
  grinder: AnyGrinder,
  { reachable, nearest, setting }: Parameters<typeof dialReasons>[2],
): Reason[] {
  // The data only says that the maker has a setting for Turkish, not which one.
  const listed = grinder.makerPublished.includes('turkish')
    ? [`${grinder.brand} lists Turkish for the ${grinder.model}, but we don’t know at which setting`]
    : []
  if (reachable)
    return [
      'Turkish is ground finer than our scale goes, so this setting is an estimate',
      ...listed,
      ...fineEndCautions(grinder, setting),
    ].map(text => plainReason('dial', {}, text))
  const cause = listed[0] ?? `The ${fullName(grinder)} is not fine enough for Turkish`
  // On a dial of few, large steps it would be coarser than its espresso.
  const { indexAt } = curveThrough(grinder.references)
  const isPastEspresso = indexAt(nearest) > indexAt(settingFor(grinder, methodById.espresso.grindIndex.target))
  return [
    isPastEspresso
      ? plainReason('dial', {}, cause)
      : reasonBy('dial', {}, cause, finestInWords(grinder, nearest, 'turkish')),
  ]
}

/** What a dial ends before: all of a method's band, its usual grind, or only that of these beans and wishes. */
function missedGrind(grinder: AnyGrinder, method: MethodId) {
  const { low, target, high } = methodById[method].grindIndex
  if (reaches(grinder, target)) return 'the grind of this recipe'
  const isPartlyReached = reaches(grinder, low) || reaches(grinder, high)
  return `${isPartlyReached ? 'the usual grind' : 'the grind'} for ${drinkName(method)}`
}

/** An espresso machine that gives less than the ratio asks for, or needs more. */
function heldReasons(
  { doseGrams, waterGrams }: Portion,
  { method }: BaseRecipe,
  brewer: Brewer | undefined,
  ratio: number,
): Reason[] {
  if (!brewer || method !== 'espresso') return []
  const wanted = wholeWaterOf(doseGrams, ratio)
  if (waterGrams === wanted) return []
  const name = an(fullName(brewer))
  const changes = changesBetween({ waterGrams: wanted }, { waterGrams })
  return [
    waterGrams < wanted
      ? reasonBy('machine', changes, `${name} holds ${gramsInWords(waterGrams)}`, 'no more fits')
      : plainReason('machine', changes, `${name} brews at least ${gramsInWords(waterGrams)}`),
  ]
}

function amountWords(before: Portion, after: Portion, method: MethodId): string[] {
  const dose = after.doseGrams - before.doseGrams
  const water = after.waterGrams - before.waterGrams
  if (dose > 0 && water < 0) return ['more coffee for less water']
  // Another number of batches moves both.
  if (dose !== 0 && water !== 0) {
    if (after.ratio === before.ratio) return []
    return [after.ratio < before.ratio ? 'a shorter ratio' : 'a longer ratio']
  }
  if (dose !== 0) return [dose > 0 ? 'more coffee for the same water' : 'less coffee for the same water']
  if (water === 0) return []
  if (method === 'espresso') return [water > 0 ? 'a longer shot' : 'a shorter shot']
  return [water > 0 ? 'more water for the same coffee' : 'less water for the same coffee']
}

const firstPourWords = (before = 0, after: number) =>
  `a ${after < before ? 'smaller' : 'bigger'} first pour, ${gramsInWords(after)}`

function atEnd(grinder: AnyGrinder, setting: number) {
  const { min, max } = dialOf(grinder)
  return setting === min || setting === max
}

const an = (name: string) => capital(withArticle(name))
