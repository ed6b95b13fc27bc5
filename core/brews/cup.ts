import type { Brewer } from '../adaptation/base.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { indexPerPoint, type MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { exactRatio } from '../recipes/ratio.ts'
import { type Belief, believe, type LeverName, type Taste } from './belief.ts'
import type { ExtractionFeedback } from './model.ts'

export interface BrewedCup {
  method: MethodId
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: AnyGrinder | null
  /** Where it is known what it was brewed in. */
  brewer?: Pot | undefined
  daysOffRoast: number | null
  extractionFeedback: ExtractionFeedback | null
}

export type Pot = Pick<Brewer, 'brand' | 'model' | 'minWaterGrams' | 'maxWaterGrams'>

/** The brews of one bag, oldest first; the last is the one to learn from. */
export type CupsOfBag = readonly [BrewedCup, ...BrewedCup[]]

export const lastOf = (bag: CupsOfBag) => bag[bag.length - 1] as BrewedCup

/** The earlier cups that were ground as the last one, on its grinder. */
export function groundAs(bag: CupsOfBag): readonly BrewedCup[] {
  const { grinder, grindSetting } = lastOf(bag)
  if (!grinder || grindSetting === null) return []
  return bag.slice(0, -1).filter(cup => cup.grindSetting === grindSetting && cup.grinder?.slug === grinder.slug)
}

/** How a lever was off in a cup, in the drinker's word; null when it was right, undefined when nothing was said. */
export type Complaint = { said: 1 | -1; word: string } | null | undefined

/** Both ways at once are no word on a lever: sour and bitter, and the bed was uneven. */
export function complaintOn(lever: LeverName, { extractionFeedback }: BrewedCup): Complaint {
  const [up, down] = words[lever].map(some => some.find(word => extractionFeedback?.[word]))
  if (up && down) return
  if (up) return { said: 1, word: up }
  if (down) return { said: -1, word: down }
  return extractionFeedback?.balanced ? null : undefined
}

/** What is said of each where it is too far up, and too far down. */
const words = {
  grind: [['sour'], ['bitter', 'harsh']],
  ratio: [['watery'], ['strong']],
} as const satisfies Record<LeverName, unknown>

/** Where a lever stood, in points: two are as far as can be tasted, two index points or 4 % of the ratio. */
export function leverPlace(lever: LeverName, cup: BrewedCup): number | undefined {
  const { method, grinder, grindSetting, doseGrams, waterGrams } = cup
  if (lever === 'ratio')
    return doseGrams === null || waterGrams === null ? undefined : pointsOf(exactRatio(doseGrams, waterGrams))
  // On whatever grinder: the index is the same.
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return
  return curveThrough(grinder.references).indexAt(grindSetting) / indexPerPoint(method)
}

export const pointsOf = (ratio: number) => Math.log(ratio) / Math.log(1.02)
export const ratioAt = (place: number) => 1.02 ** place

/** What all cups of a bag together say of the drinker's best. */
export const beliefFrom = (bag: CupsOfBag): Belief =>
  believe(bag.map(cup => ({ grind: tasteIn('grind', cup), ratio: tasteIn('ratio', cup) })))

/** A lever that nobody named says something only beside the other one. */
function tasteIn(lever: LeverName, cup: BrewedCup): Taste | undefined {
  const [at, said] = [leverPlace(lever, cup), complaintOn(lever, cup)]
  if (at === undefined || (said === undefined && !complaintOn(otherThan(lever), cup))) return
  return { at, said: said?.said ?? 0 }
}

export const otherThan = (lever: LeverName): LeverName => (lever === 'grind' ? 'ratio' : 'grind')
