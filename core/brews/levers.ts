import { baseRecipes } from '../adaptation/base.ts'
import { basketDecides } from '../adaptation/portion.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import type { MethodId } from '../grind/methods.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { doseFor, waterOf } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import { type Belief, believe, type Taste } from './belief.ts'
import { type Aim, aimFrom } from './coach.ts'
import type { ExtractionFeedback } from './model.ts'

export interface BrewedCup {
  method: MethodId
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: OwnGrinder | null
  daysOffRoast: number | null
  extractionFeedback: ExtractionFeedback | null
}

/** The brews of one bag, oldest first; the last is the one to learn from. */
export type Bag = readonly [BrewedCup, ...BrewedCup[]]

export interface Change {
  change: 'grind' | 'temperature' | 'dose' | 'water' | 'preparation'
  advice: string
  grindSetting?: number
  grindLabel?: string
  waterTempF?: number
  doseGrams?: number
  waterGrams?: number
}

/** One lever moved: the change, what the earlier cups say for it, and how likely the next cup is then right. */
export interface Move extends Change {
  because?: string
  chance: number
}

/** How a lever was off in a cup, in the drinker's word; null when it was right, undefined when nothing was said. */
export type Complaint = { said: 1 | -1; word: string } | null | undefined

/** Sour and bitter at once are no word on the grind: the bed was uneven. */
export function grindComplaint({ extractionFeedback }: BrewedCup): Complaint {
  const { sour, bitter, harsh, balanced } = extractionFeedback ?? {}
  if (sour && (bitter || harsh)) return
  if (sour) return { said: 1, word: 'sour' }
  if (bitter || harsh) return { said: -1, word: bitter ? 'bitter' : 'harsh' }
  return balanced ? null : undefined
}

export function ratioComplaint({ extractionFeedback }: BrewedCup): Complaint {
  const { watery, strong, balanced } = extractionFeedback ?? {}
  if (watery && strong) return
  if (watery) return { said: 1, word: 'watery' }
  if (strong) return { said: -1, word: 'strong' }
  return balanced ? null : undefined
}

/** In points: half of what can be told, less teaches nothing. */
const LEAST_STEP = 1

/** Or why the grind cannot be moved. */
export function moveGrind(
  bag: Bag,
  complaint: NonNullable<Complaint>,
  belief: Belief,
): Move | 'no-dial' | 'dial-ends' | 'nothing-between' {
  const { method, grinder, grindSetting, waterTempF } = lastOf(bag)
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return 'no-dial'
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const perPoint = indexPerPoint(method)
  const settingOf = (place: number) => dial.nearest(curve.settingAt(place * perPoint))
  const labelAt = (place: number) => labelOf(grinder, settingOf(place))
  const at = curve.indexAt(grindSetting) / perPoint
  const coarser = grinder.finerIsHigher ? -1 : 1
  const next = dial.move(grindSetting, -complaint.said * coarser)
  if (next === grindSetting) return 'dial-ends'
  const aim = aimFrom(
    tastedIn(bag, { complaintOf: grindComplaint, complaint }, grindPlace),
    belief.grind ?? at,
    Math.max(LEAST_STEP, Math.abs(curve.indexAt(next) / perPoint - at)),
  )
  const aimed = settingOf(aim.to)
  const to = Math.sign(aimed - grindSetting) === Math.sign(next - grindSetting) ? aimed : next
  // Once the water has been changed and it is off as before, the next click is all that is left.
  const tried = bag.some(cup => cup.grindSetting === grindSetting && cup.waterTempF !== waterTempF)
  if (aim.between !== undefined && settingOf(aim.between) === to && !tried) return 'nothing-between'
  const direction = complaint.said > 0 ? 'finer' : 'coarser'
  const grindLabel = labelOf(grinder, to)
  const clicks = Math.abs(to - grindSetting)
  const howFar =
    grinder.unit === 'clicks' && Number.isInteger(clicks) ? `${clicks} ${clicks === 1 ? 'click' : 'clicks'} ` : ''
  const ground = curve.indexAt(to) / perPoint
  return {
    change: 'grind',
    chance: belief.chanceAt({ grind: ground, ratio: ratioPlace(lastOf(bag)) }),
    advice: `Grind ${howFar}${direction}: ${grindLabel} instead of ${labelOf(grinder, grindSetting)}.`,
    grindSetting: to,
    grindLabel,
    ...told(bag, {
      complaintOf: grindComplaint,
      complaint,
      aim,
      at,
      to: ground,
      direction,
      labelAt,
      label: grindLabel,
    }),
  }
}

/** Nobody drinks it weaker or stronger than this, against the method's own ratio. */
const RATIOS = { min: 0.6, max: 1.6 }

/** The dose moves and the water stays; where a basket decides the dose, the water moves. */
export function moveRatio(
  bag: Bag,
  complaint: NonNullable<Complaint>,
  belief: Belief,
): Move | 'not-weighed' | 'at-the-end' {
  const { method, doseGrams, waterGrams } = lastOf(bag)
  if (doseGrams === null || waterGrams === null) return 'not-weighed'
  const base = baseRecipes[method].ratio
  const at = pointsOf(waterGrams / doseGrams)
  const aim = aimFrom(
    tastedIn(bag, { complaintOf: ratioComplaint, complaint }, ratioPlace),
    belief.ratio ?? at,
    LEAST_STEP,
  )
  const ratio = Math.min(RATIOS.max * base, Math.max(RATIOS.min * base, ratioAt(aim.to)))
  if (Math.sign(pointsOf(ratio) - at) !== -complaint.said) return 'at-the-end'
  const labelAt = (place: number) => `1:${tenths(ratioAt(place))}`
  const chance = belief.chanceAt({ grind: grindPlace(lastOf(bag)), ratio: pointsOf(ratio) })
  const step = {
    complaintOf: ratioComplaint,
    complaint,
    aim,
    at,
    direction: complaint.said > 0 ? 'stronger' : 'lighter',
    labelAt,
  }
  if (basketDecides(method)) {
    const water = waterOf(doseGrams, ratio)
    return {
      change: 'water',
      chance,
      advice: `Use ${water} g of water instead of ${waterGrams} g for the same ${doseGrams} g of coffee.`,
      waterGrams: water,
      ...told(bag, { ...step, to: pointsOf(water / doseGrams), label: `${water} g of water` }),
    }
  }
  const dose = doseFor(waterGrams, ratio)
  return {
    change: 'dose',
    chance,
    advice: `Use ${dose} g of coffee instead of ${doseGrams} g for the same ${waterGrams} g of water.`,
    doseGrams: dose,
    ...told(bag, { ...step, to: pointsOf(waterGrams / dose), label: `${dose} g of coffee` }),
  }
}

/** Two points are as far as can be tasted: two index points, or 4 % of the ratio. */
const pointsOf = (ratio: number) => Math.log(ratio) / Math.log(1.02)
const ratioAt = (place: number) => 1.02 ** place

const ratioPlace = ({ doseGrams, waterGrams }: BrewedCup) =>
  doseGrams === null || waterGrams === null ? undefined : pointsOf(waterGrams / doseGrams)

/** On whatever grinder: the index is the same. Espresso tastes half a point of it as others do a whole one. */
function grindPlace({ method, grinder, grindSetting }: BrewedCup) {
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return
  return curveThrough(grinder.references).indexAt(grindSetting) / indexPerPoint(method)
}

const indexPerPoint = (method: MethodId) => (method === 'espresso' ? 0.5 : 1)

/** What all cups of a bag together say of the drinker's best. */
export const beliefFrom = (bag: Bag): Belief =>
  believe(
    bag.map(cup => {
      const [grind, ratio] = [grindComplaint(cup), ratioComplaint(cup)]
      return {
        grind: tasteOf(grindPlace(cup), grind, ratio),
        ratio: tasteOf(ratioPlace(cup), ratio, grind),
      }
    }),
  )

/** A lever that nobody named says something only beside the other one. */
function tasteOf(at: number | undefined, said: Complaint, ofOther: Complaint): Taste | undefined {
  if (at === undefined || (said === undefined && !ofOther)) return
  return { at, said: said?.said ?? 0 }
}

/** The cups that say something of a lever; the last one does, in its own word or in one for the other lever. */
function tastedIn(bag: Bag, { complaintOf, complaint }: Pick<Step, 'complaintOf' | 'complaint'>, place: Place) {
  return bag.flatMap((cup, n) => {
    const at = place(cup)
    const said = n === bag.length - 1 ? complaint : complaintOf(cup)
    return at === undefined || said === undefined ? [] : [{ at, said: said?.said ?? 0 }]
  }) as [Taste, ...Taste[]]
}

type Place = (cup: BrewedCup) => number | undefined

interface Step {
  complaintOf: (cup: BrewedCup) => Complaint
  complaint: NonNullable<Complaint>
  aim: Aim
  at: number
  to: number
  direction: string
  labelAt: (place: number) => string
  label: string
}

/** What the earlier cups say for a step, where they say something. */
function told(bag: Bag, step: Step): Pick<Move, 'because'> {
  const { aim, at, to, complaint, direction, labelAt, label } = step
  const word = capital(complaint.word)
  const other = bag.map(step.complaintOf).findLast(earlier => earlier && earlier.said !== complaint.said)?.word
  if (other && aim.between !== undefined) {
    const both = `${capital(other)} at ${labelAt(aim.between)}, ${complaint.word} at ${labelAt(at)}`
    return { because: `${both}: between the two, ${label}` }
  }
  if (other) return { because: `${word} now, ${other} before: a step ${direction}, ${label}` }
  if (aim.times === 1) return {}
  const longer = aim.last !== undefined && Math.abs(to - at) > Math.abs(at - aim.last) + DUST
  const often = aim.times === 2 ? 'twice' : `${aim.times} times`
  return { because: `${word} ${often}: ${longer ? 'a longer step' : 'further'} ${direction}, ${label}` }
}

/** Less than any step, in points. */
const DUST = 0.01

export const lastOf = (bag: Bag) => bag[bag.length - 1] as BrewedCup
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
