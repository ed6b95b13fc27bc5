import { type Brewer, baseRecipes } from '../adaptation/base.ts'
import { basketDecides } from '../adaptation/portion.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { indexPerPoint, type MethodId } from '../grind/methods.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { shiftInWords, stepWord } from '../grind/shift.ts'
import { capital } from '../names.ts'
import { exactDose, exactRatio, exactWater, ratioInWords } from '../recipes/ratio.ts'
import { tenths } from '../rounding.ts'
import { type Belief, believe, type Taste } from './belief.ts'
import { type LeverStep, stepOn } from './coach.ts'
import type { ExtractionFeedback } from './model.ts'

export interface BrewedCup {
  method: MethodId
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: OwnGrinder | null
  /** Where it is known what it was brewed in. */
  brewer?: Pot | undefined
  daysOffRoast: number | null
  extractionFeedback: ExtractionFeedback | null
}

type Pot = Pick<Brewer, 'brand' | 'model' | 'minWaterGrams' | 'maxWaterGrams'>

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

/** Or why the grind cannot be moved. */
export function moveGrind(
  bag: Bag,
  complaint: NonNullable<Complaint>,
  belief: Belief,
): Move | 'no-dial' | 'at-the-end' | 'nothing-between' {
  const { method, grinder, grindSetting, waterTempF } = lastOf(bag)
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return 'no-dial'
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const perPoint = indexPerPoint(method)
  const placeOf = (setting: number) => curve.indexAt(setting) / perPoint
  const settingAt = (place: number) => curve.settingAt(place * perPoint)
  const along = -complaint.said * (grinder.finerIsHigher ? -1 : 1)
  const others: number[] = []
  for (let at = grindSetting, to = dial.move(at, along); to !== at; at = to, to = dial.move(at, along)) others.push(to)
  const [grind, ratio] = [placeOf(grindSetting), ratioPlace(lastOf(bag))]
  const tried = new Set([waterTempF, ...groundAs(bag).map(cup => cup.waterTempF)]).size
  const canHeat = tried < MOST_HEATS && heatAfter(lastOf(bag), complaint.said) !== null
  const step = stepOn(
    { setting: grindSetting, others, placeOf, settingAt },
    tastedIn(bag, { complaintOf: grindComplaint, complaint }, grindPlace),
    belief('grind'),
    canHeat ? (tried > 1 ? 'tried' : 'untried') : 'not-to-be-set',
  )
  if (typeof step === 'string') return step
  const { to } = step
  const direction = complaint.said > 0 ? 'finer' : 'coarser'
  const grindLabel = labelOf(grinder, to)
  const isCounted = stepWord(grinder) === 'click' && Number.isInteger(to - grindSetting)
  return {
    change: 'grind',
    chance: belief('grind', ratio)(placeOf(to)),
    advice: `Grind ${isCounted ? shiftInWords(grinder, to - grindSetting) : direction}: ${grindLabel} instead of ${labelOf(grinder, grindSetting)}.`,
    grindSetting: to,
    grindLabel,
    ...reasonFor(bag, {
      complaintOf: grindComplaint,
      complaint,
      step,
      at: grind,
      direction,
      labelAt: place => labelOf(grinder, dial.nearest(settingAt(place))),
      label: grindLabel,
    }),
  }
}

/** The earlier cups that were ground as the last one, on its grinder. */
export function groundAs(bag: Bag): readonly BrewedCup[] {
  const { grinder, grindSetting } = lastOf(bag)
  if (!grinder || grindSetting === null) return []
  return bag.slice(0, -1).filter(cup => cup.grindSetting === grindSetting && cup.grinder?.slug === grinder.slug)
}

/** Nobody drinks it weaker or stronger than this, against the method's own ratio. */
const RATIOS = { min: 0.6, max: 1.6 }

/** The dose moves and the water stays; where a basket decides the dose, the water moves. */
export function moveRatio(
  bag: Bag,
  complaint: NonNullable<Complaint>,
  belief: Belief,
): Move | 'not-weighed' | 'at-the-end' | 'pot-ends' {
  const { method, doseGrams, waterGrams, brewer } = lastOf(bag)
  if (doseGrams === null || waterGrams === null) return 'not-weighed'
  const base = baseRecipes[method].ratio
  const byWater = basketDecides(method)
  const ratioWith = (grams: number) => (byWater ? exactRatio(doseGrams, grams) : exactRatio(grams, waterGrams))
  const placeOf = (grams: number) => pointsOf(ratioWith(grams))
  const settingAt = (place: number) =>
    byWater ? exactWater(doseGrams, ratioAt(place)) : exactDose(waterGrams, ratioAt(place))
  const setting = byWater ? waterGrams : doseGrams
  const along = complaint.said * (byWater ? -1 : 1)
  const others: number[] = []
  for (let to = tenths(setting + 0.1 * along); to > 0; to = tenths(to + 0.1 * along)) {
    if (ratioWith(to) < RATIOS.min * base || ratioWith(to) > RATIOS.max * base) break
    if (byWater && brewer && isBeyond(brewer, to, along)) break
    others.push(to)
  }
  if (others.length === 0 && byWater && brewer && isBeyond(brewer, setting + 0.1 * along, along)) return 'pot-ends'
  const [grind, ratio] = [grindPlace(lastOf(bag)), placeOf(setting)]
  const step = stepOn(
    { setting, others, placeOf, settingAt },
    tastedIn(bag, { complaintOf: ratioComplaint, complaint }, ratioPlace),
    belief('ratio'),
    'not-to-be-set',
  )
  if (typeof step === 'string') return 'at-the-end'
  const { to } = step
  const label = byWater ? `${to} g of water` : `${to} g of coffee`
  return {
    chance: belief('ratio', grind)(placeOf(to)),
    ...(byWater
      ? {
          change: 'water',
          advice: `Use ${to} g of water instead of ${waterGrams} g for the same ${doseGrams} g of coffee.`,
          waterGrams: to,
        }
      : {
          change: 'dose',
          advice: `Use ${to} g of coffee instead of ${doseGrams} g for the same ${waterGrams} g of water.`,
          doseGrams: to,
        }),
    ...reasonFor(bag, {
      complaintOf: ratioComplaint,
      complaint,
      step,
      at: ratio,
      direction: complaint.said > 0 ? 'stronger' : 'lighter',
      labelAt: place => ratioInWords(ratioAt(place)),
      label,
    }),
  }
}

/** More than the pot holds, or less than it brews. */
const isBeyond = ({ minWaterGrams, maxWaterGrams }: Pot, waterGrams: number, along: number) =>
  along > 0 ? waterGrams > (maxWaterGrams ?? Infinity) : waterGrams < (minWaterGrams ?? 0)

/** Two points are as far as can be tasted: two index points, or 4 % of the ratio. */
const pointsOf = (ratio: number) => Math.log(ratio) / Math.log(1.02)
const ratioAt = (place: number) => 1.02 ** place

const ratioPlace = ({ doseGrams, waterGrams }: BrewedCup) =>
  doseGrams === null || waterGrams === null ? undefined : pointsOf(exactRatio(doseGrams, waterGrams))

/** On whatever grinder: the index is the same. */
function grindPlace({ method, grinder, grindSetting }: BrewedCup) {
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return
  return curveThrough(grinder.references).indexAt(grindSetting) / indexPerPoint(method)
}

/**
 * Whether the water's heat is the drinker's to set: a drip machine or a moka pot heats as it does, cold is cold, and of an
 * espresso machine we know it where the temperature was logged.
 */
export const heatIsSet = ({ method, waterTempF }: BrewedCup) =>
  method === 'espresso' ? waterTempF !== null : !['drip', 'moka', 'cold_brew'].includes(method)

const HEAT_STEP_F = 4
/** Below this, hot water hardly extracts; above the other, it boils. */
const BREWING_F = { min: 175, max: 212 }
/** Whom so many temperatures of one grind did not please, another grind may. */
const MOST_HEATS = 4

/** The water for the next cup, a step hotter or cooler; null where it is not to be set, or already as far as it goes. */
export function heatAfter(cup: BrewedCup, said: 1 | -1): number | null {
  if (!heatIsSet(cup)) return null
  const fromF = cup.waterTempF ?? baseRecipes[cup.method].waterTempF
  const waterTempF = Math.round(Math.min(BREWING_F.max, Math.max(BREWING_F.min, fromF + said * HEAT_STEP_F)))
  return Math.sign(waterTempF - fromF) === said ? waterTempF : null
}

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
function tastedIn(
  bag: Bag,
  { complaintOf, complaint }: Pick<Said, 'complaintOf' | 'complaint'>,
  placeOf: (cup: BrewedCup) => number | undefined,
) {
  return bag.flatMap((cup, n): Taste[] => {
    const at = placeOf(cup)
    const said = n === bag.length - 1 ? complaint : complaintOf(cup)
    return at === undefined || said === undefined ? [] : [{ at, said: said?.said ?? 0 }]
  })
}

interface Said {
  complaintOf: (cup: BrewedCup) => Complaint
  complaint: NonNullable<Complaint>
  step: LeverStep
  at: number
  direction: string
  labelAt: (place: number) => string
  label: string
}

/** What the earlier cups say for a step, where they say something. */
function reasonFor(bag: Bag, said: Said): Pick<Move, 'because'> {
  const { step, at, complaint, direction, labelAt, label } = said
  const word = capital(complaint.word)
  const other = bag.map(said.complaintOf).findLast(earlier => earlier && earlier.said !== complaint.said)?.word
  if (other && step.between !== undefined) {
    const both = `${capital(other)} at ${labelAt(step.between)}, ${complaint.word} at ${labelAt(at)}`
    return { because: `${both}: between the two, ${label}` }
  }
  if (other) return { because: `${word} now, ${other} before: a step ${direction}, ${label}` }
  if (step.times === 1) return {}
  const often = step.times === 2 ? 'twice' : `${step.times} times`
  const alike = bag.map(said.complaintOf).filter(earlier => earlier?.said === complaint.said)
  const words = [...new Set(alike.slice(-step.times).map(earlier => earlier?.word))].sort().join(' or ')
  return { because: `${capital(words)} ${often}: ${step.longer ? 'a longer step' : 'further'} ${direction}, ${label}` }
}

export const lastOf = (bag: Bag) => bag[bag.length - 1] as BrewedCup
