import type { RoastLevel } from '../coffees/roast.ts'
import { doseCeiling } from '../equipment/dose-ceiling.ts'
import { type Drive, deviceFor } from '../equipment/drive.ts'
import type { Machine } from '../equipment/model.ts'
import { BOILING_F } from '../fields.ts'
import { baseAmounts } from '../grind/base-amounts.ts'
import { type MethodId, methodById, methodIds } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { exactRatio } from '../ratio.ts'
import { type Amounts, amountsFor, fullGramsOf, mostDoseFor, ratioOf, wholeWaterOf } from '../recipes/arithmetic.ts'
import { secondsFor, shotSeconds, toGrain, volumeTimeFactor } from '../recipes/brew-time.ts'
import { comesBefore, type Steps, scaleSteps } from '../recipes/steps.ts'
import { tenths } from '../rounding.ts'
import { type BrewedIn, baseStepsFor } from './base-steps.ts'
import { withFigures } from './step-notes.ts'
import { type StyleFigures, type StyleId, styleFigures } from './style-figures.ts'
import { usualStyle } from './styles.ts'
import type { Technique } from './technique.ts'

/** The starting point of every recipe by rule. */
export interface BaseRecipe extends Amounts {
  /** That of the method, not rounded: everything else is calculated from it. */
  ratio: number
  method: MethodId
  style: StyleId
  waterTempF: number
  brewTimeSeconds: number
  grindIndex: number
  flow: WaterFlow
  steps: Steps
  /** A technique is its steps, on any brewer. Without them, the steps follow from the brewer. */
  ownSteps?: Steps
  /** In index points: how far off the grind may be because it was only given in words. */
  grindDoubt?: number
  /** How much hotter its author brews each roast; left out: as usual. */
  hotterByRoastF?: Readonly<Record<RoastLevel, number>>
  /** What makes a technique itself: no rule moves these. */
  fixed?: Technique['fixed']
  /** The filter that a technique is ground for, if that is not the usual one. */
  groundFor?: Technique['groundFor']
  /** Whether a technique says itself how hot its water is. */
  isOwnTemp?: boolean
  /** What its author says that parts of the pours decide. */
  pourParts?: Technique['pourParts']
}

/** Where the water of a recipe goes, as shares of the total. */
interface WaterFlow {
  iceShare: number
  /** Added to the cup. */
  bypassShare: number
  /** The most that the brewer holds at once. */
  heldShare: number
  /** The method whose time it grows like. */
  timedAs: MethodId
}
type BaseFigures = Omit<BaseRecipe, 'steps'>

/** What a recipe needs to know about its machine. */
export type Brewer = Pick<
  Machine,
  | 'slug'
  | 'brand'
  | 'model'
  | 'defaultWaterTempF'
  | 'heat'
  | 'drive'
  | 'minWaterGrams'
  | 'maxWaterGrams'
  | 'doseGrams'
  | 'valveGrams'
  | 'hasLid'
  | 'filterType'
  | 'traits'
> & {
  /** The most coffee it takes at once; `boundsFor` fills it in. */
  maxDoseGrams?: number | undefined
}

const HOUR = 3600

/** Fahrenheit and seconds, counted from 278 published guides (typical.ts); what they leave open is our choice. */
export const baseRecipes: Readonly<Record<MethodId, BaseRecipe>> = {
  espresso: recipe('espresso', 200, 28),
  moka: recipe('moka', 212, 195),
  aeropress: recipe('aeropress', 194, 120),
  v60: recipe('v60', 201, 180),
  kalita: recipe('kalita', 203, 200),
  chemex: recipe('chemex', 203, 250),
  drip: recipe('drip', 201, 330),
  clever: recipe('clever', 203, 220),
  siphon: recipe('siphon', 199, 150),
  french_press: recipe('french_press', 203, 240),
  cold_brew: recipe('cold_brew', 68, 17 * HOUR),
  turkish: recipe('turkish', 150, 150),
}

const otherBases = new Map(
  methodIds.flatMap(method =>
    Object.entries(styleFigures[method] ?? {}).map(([style, figures]) => [
      `${method} ${style}`,
      inStyle(method, style as StyleId, figures),
    ]),
  ),
)

/** The base recipe of a method in one of its styles; by default in the usual one. */
export const baseOf = (method: MethodId, style: StyleId | null | undefined): BaseRecipe =>
  otherBases.get(`${method} ${style}`) ?? baseRecipes[method]

/** How much of the water is ice and how much is added to the cup, in whole grams; the rest is poured. */
export function waterParts({ flow: { iceShare, bypassShare } }: Pick<BaseRecipe, 'flow'>, waterGrams: number) {
  const part = (share: number) => (share === 0 ? null : Math.round(share * waterGrams))
  const [iceGrams, bypassGrams] = [part(iceShare), part(bypassShare)]
  const apart = (iceGrams ?? 0) + (bypassGrams ?? 0)
  return { iceGrams, bypassGrams, pouredGrams: apart === 0 ? waterGrams : tenths(waterGrams - apart) }
}

/** The steps of a method on a brewer, where one is known, for a recipe that has none of its own. */
export const usualSteps = (method: MethodId, ...brew: StepsAsked): Steps => stepsFor(baseRecipes[method], ...brew)

type StepsAsked = [
  brew: { waterGrams: number; brewTimeSeconds: number | null; doseGrams?: number | null | undefined },
  brewer?: Brewer | undefined,
  filterType?: BrewedIn['filterType'],
]

/** The steps of a base recipe for other water and another time. */
export function stepsFor(base: BaseFigures, ...[brew, brewer, filterType]: StepsAsked): Steps {
  const from = { ...base, waterGrams: waterParts(base, base.waterGrams).pouredGrams }
  const { pouredGrams, ...apart } = waterParts(base, brew.waterGrams)
  const brewedIn = {
    ...deviceFor(base.method, brewer),
    filterType: filterType ?? brewer?.filterType,
    traits: brewer?.traits ?? [],
  }
  const brewTimeSeconds = brew.brewTimeSeconds ?? base.brewTimeSeconds
  const byTime = brewTimeSeconds / base.brewTimeSeconds
  const unscaled = base.ownSteps
    ? withFigures(
        rinsedFor(brewedIn.filterType, base.ownSteps, () => baseStepsFor(from, brewedIn, apart)),
        brew.waterGrams / base.waterGrams,
        byTime,
        isFixed(base, 'time'),
      )
    : baseStepsFor(from, brewedIn, apart)
  const steps = isFixed(base, 'time')
    ? scaleSteps(
        byClock(unscaled, brewTimeSeconds - base.brewTimeSeconds),
        { ...from, brewTimeSeconds: null },
        { waterGrams: pouredGrams, brewTimeSeconds },
      )
    : scaleSteps(unscaled, from, { waterGrams: pouredGrams, brewTimeSeconds })
  if (isFixed(base, 'pours')) return steps
  const usualDoseGrams = (base.doseGrams * brew.waterGrams) / base.waterGrams
  return bloomedFor((brew.doseGrams ?? usualDoseGrams) / usualDoseGrams, steps, pouredGrams)
}

/** From this step on the water sets the pace, in a machine, a boiler or the bed, and not the clock. */
const takesItsTime = ({ action }: Steps[number]) => action === 'start' || action === 'heat' || action === 'drain'

/** Steps keep their times, except those after the water, which come later or sooner with it. */
function byClock(steps: Steps, longerSeconds: number): Steps {
  const last = steps.findLastIndex(takesItsTime)
  return steps.map((step, at) =>
    last < 0 || at <= last ? step : { ...step, atSeconds: step.atSeconds + longerSeconds },
  )
}

/** There is no paper to rinse in a brewer with a filter of metal or cloth: it is prepared as usual. */
function rinsedFor(filterType: BrewedIn['filterType'], steps: Steps, usual: () => Steps): Steps {
  const isOfPaper = ({ action, note }: Steps[number]) => action === 'rinse' && /paper/i.test(note ?? '')
  if (!filterType || filterType === 'paper' || !steps.some(isOfPaper)) return steps
  const prepared = usual().find(comesBefore)
  return steps.flatMap(step => (isOfPaper(step) ? (prepared ?? []) : step))
}

/** Whether no rule may move this of a technique. */
export function isFixed({ fixed = [] }: { fixed?: BaseRecipe['fixed'] }, figure: Technique['fixed'][number]) {
  return fixed.includes(figure)
}

/** The bloom wets the coffee, so it follows the dose; at most two fifths of the water, so that later pours remain. */
function bloomedFor(moreCoffee: number, steps: Steps, pouredGrams: number): Steps {
  if (moreCoffee === 1) return steps
  return steps.map(step =>
    step.action === 'bloom' && step.toGrams != null
      ? { ...step, toGrams: Math.round(Math.min(step.toGrams * moreCoffee, Math.max(step.toGrams, 0.4 * pouredGrams))) }
      : step,
  )
}

/** The base recipe as this machine makes it: in its own amounts, at its own temperature. */
export const baseFor = (method: MethodId, machine: Brewer | undefined, style = usualStyle(method)): BaseRecipe =>
  madeBy(machine, baseOf(method, style))

/** A base recipe as this machine makes it. */
export function madeBy(machine: Brewer | undefined, base: BaseRecipe): BaseRecipe {
  const brewer = boundsFor(base, machine)
  if (!brewer) return base
  const { doseGrams, waterGrams, ratio } = fittedTo(base, brewer)
  const { drive } = deviceFor(base.method, brewer)
  const brewTimeSeconds = ownSeconds(base, drive, { waterGrams, ratio })
  const scaled = { ...base, doseGrams, waterGrams, brewTimeSeconds, waterTempF: heatFor(base, brewer) }
  return { ...scaled, steps: stepsFor(base, scaled, brewer) }
}

/** How long these amounts take at the base's own grind. */
const ownSeconds = (base: BaseRecipe, drive: Drive, { waterGrams, ratio }: { waterGrams: number; ratio: number }) =>
  toGrain(base.method === 'espresso' ? shotTime(base, ratio, 0) : baseSeconds(base, drive, waterGrams))

/** How long a method takes with these amounts, for a recipe that does not say. */
export const usualSeconds = (
  method: MethodId,
  amounts: { waterGrams: number; ratio: number },
  brewer?: Brewer | undefined,
): number => ownSeconds(baseRecipes[method], deviceFor(method, brewer).drive, amounts)

/** A base that is pulled faster or slower than usual, such as a turbo shot, stays so. */
export const shotTime = (base: BaseRecipe, ratio: number, pointsFiner: number) =>
  isFixed(base, 'time')
    ? base.brewTimeSeconds
    : (base.brewTimeSeconds * shotSeconds(ratio, pointsFiner)) / shotSeconds(base.ratio, 0)

/** How long a base recipe takes with this much water at its own grind: water takes time to run through the brewer. */
export function baseSeconds(base: BaseRecipe, drive: Drive, waterGrams: number): number {
  const method = base.flow.timedAs
  const { pouredGrams: fromGrams } = waterParts(base, base.waterGrams)
  const { pouredGrams } = waterParts(base, waterGrams)
  if (base.ownSteps) {
    const seconds = base.brewTimeSeconds * volumeTimeFactor(method, fromGrams, pouredGrams)
    if (!isFixed(base, 'time')) return seconds
    const last = base.ownSteps.findLast(takesItsTime)
    return last ? Math.max(seconds, last.atSeconds) : base.brewTimeSeconds
  }
  return secondsFor({ ...base, method, waterGrams: fromGrams }, drive, pouredGrams)
}

/** A machine that differs from the method's temperature differs by as much in a style with another temperature. */
export function heatFor(
  { method, waterTempF, isOwnTemp = false }: BaseRecipe,
  { heat, defaultWaterTempF = baseRecipes[method].waterTempF }: Partial<Pick<Brewer, 'heat' | 'defaultWaterTempF'>>,
) {
  // The flame below a siphon cannot be set by degrees, but its author waits for a temperature.
  if (isOwnTemp && (heat !== 'fixed' || method === 'siphon')) return waterTempF
  if (heat === 'fixed') return defaultWaterTempF
  const usual = baseRecipes[method].waterTempF
  return waterTempF === usual ? defaultWaterTempF : Math.min(BOILING_F, waterTempF + defaultWaterTempF - usual)
}

/** The brewer with its bounds for the coffee and for all the water of a style, of which it may hold only a part at once. */
export function boundsFor(
  base: Pick<BaseRecipe, 'method' | 'flow'> & Partial<Pick<BaseRecipe, 'doseGrams' | 'ratio' | 'fixed'>>,
  machine: Brewer | undefined,
): Brewer | undefined {
  if (!machine) return undefined
  const { method, flow } = base
  const maxDoseGrams = machine.maxDoseGrams ?? doseCeiling(method, machine)
  const brewer = { ...machine, maxDoseGrams, doseGrams: basketTaken(base, machine) }
  const { iceShare, bypassShare, heldShare } = flow
  const pouredShare = 1 - iceShare - bypassShare
  if (pouredShare === 1 && heldShare === 1) return brewer
  const { minWaterGrams: min, maxWaterGrams: max } = brewer
  const most = max && Math.floor(max / heldShare)
  return {
    ...brewer,
    minWaterGrams: min && Math.min(Math.ceil(min / pouredShare), most ?? Infinity),
    maxWaterGrams: most,
  }
}

/**
 * The coffee that a basket takes; of a shot that keeps its ratio, no more than the machine has the water for.
 * A portafilter takes another basket for a technique that keeps its dose: machines come with a single one, too.
 */
function basketTaken(
  { method, doseGrams, ratio, fixed }: Parameters<typeof boundsFor>[0],
  { doseGrams: basket, maxWaterGrams, drive }: Brewer,
) {
  if (basket && drive === 'pump' && doseGrams !== undefined && isFixed({ fixed }, 'dose'))
    return { min: doseGrams, max: doseGrams }
  if (!basket || !maxWaterGrams || ratio === undefined || method !== 'espresso' || !isFixed({ fixed }, 'ratio'))
    return basket
  const max = mostDoseFor(maxWaterGrams, ratio)
  return max < basket.min ? basket : { ...basket, max: Math.min(basket.max, max) }
}

/** The water nearest to this that the machine takes. */
export const heldBy = ({ minWaterGrams, maxWaterGrams }: Brewer, waterGrams: number) =>
  clamp(waterGrams, minWaterGrams ?? 0, maxWaterGrams ?? Infinity)

/** The most water of this ratio that the machine takes at once: it may run out of room for the coffee first. */
export const mostWater = ({ maxWaterGrams, maxDoseGrams = Infinity }: Brewer, ratio: number) =>
  Math.min(maxWaterGrams ?? Infinity, fullGramsOf(maxDoseGrams, ratio))

/** The dose nearest to this that the basket takes; without a basket, this dose. */
export const inBasket = ({ doseGrams: basket }: Brewer, doseGrams: number) =>
  basket ? clamp(doseGrams, basket.min, basket.max) : doseGrams

/**
 * A basket decides the dose and the water follows; without one the dose follows the water. An
 * espresso basket gets the usual dose if it takes that, and otherwise the middle of what it takes. A moka pot decides both: its basket is filled level, the middle of what it takes,
 * and its boiler up to the valve.
 */
function fittedTo({ method, doseGrams, waterGrams, ratio, ownSteps }: BaseRecipe, brewer: Brewer): Amounts {
  const { doseGrams: basket } = brewer
  if (!basket) return amountsFor(heldBy(brewer, Math.min(waterGrams, mostWater(brewer, ratio))), ratio)
  const isPot = method === 'moka'
  // What an author published may fill a basket to the rim.
  const isUsual = !isPot && (ownSteps !== undefined || (basket.min <= doseGrams && doseGrams <= basket.max))
  const dose = isUsual ? inBasket(brewer, doseGrams) : tenths((basket.min + basket.max) / 2)
  const water = (isPot && brewer.valveGrams) || heldBy(brewer, wholeWaterOf(dose, ratio))
  return { doseGrams: dose, waterGrams: water, ratio: ratioOf(dose, water) }
}

function recipe(method: MethodId, waterTempF: number, brewTimeSeconds: number): BaseRecipe {
  const grindIndex = methodById[method].grindIndex.target
  return inStyle(method, usualStyle(method), { ...baseAmounts[method], waterTempF, brewTimeSeconds, grindIndex })
}

function inStyle(method: MethodId, style: StyleId, figures: Omit<StyleFigures, 'typical' | 'note'>): BaseRecipe {
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds, grindIndex } = figures
  const { iceShare = 0, bypassShare = 0, timedAs = method } = figures
  const { heldShare = 1 - iceShare - bypassShare } = figures
  const ratio = exactRatio(doseGrams, waterGrams)
  const amounts = { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex }
  const base = { method, style, ...amounts, flow: { iceShare, bypassShare, heldShare, timedAs } }
  return { ...base, steps: stepsFor(base, base) }
}
