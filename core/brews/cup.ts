import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { indexPerPoint } from '../grind/methods.ts'
import { exactRatio } from '../ratio.ts'
import { type Belief, believe, type LeverName, type Taste } from './belief.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn, factIn } from './complaint.ts'

/** The earlier cups with the same grind as the last one, on its grinder. */
export function groundAs(bag: CupsOfBag): readonly BrewedCup[] {
  const { grinder, grindSetting } = lastOf(bag)
  if (!grinder || grindSetting === null) return []
  return bag.slice(0, -1).filter(cup => cup.grindSetting === grindSetting && cup.grinder?.slug === grinder.slug)
}

/**
 * The position of a lever in points. Two are the least that can be tasted: two index points or 4 %
 * of the ratio.
 */
export function leverPlace(lever: LeverName, cup: BrewedCup): number | undefined {
  const { method, grinder, grindSetting, doseGrams, waterGrams } = cup
  if (lever === 'ratio')
    return doseGrams === null || waterGrams === null ? undefined : pointsOf(exactRatio(doseGrams, waterGrams))
  // Works for any grinder, because the index is the same.
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return
  return curveThrough(grinder.references).indexAt(grindSetting) / indexPerPoint(method)
}

export const pointsOf = (ratio: number) => Math.log(ratio) / Math.log(1.02)
export const ratioAt = (place: number) => 1.02 ** place

/** What all cups of a bag together say about the drinker's best. */
export const beliefFrom = (bag: readonly BrewedCup[]): Belief =>
  believe(bag.map(cup => ({ grind: tasteIn('grind', cup), ratio: tasteIn('ratio', cup) })))

/** A lever that was not named says something only if the other one was. */
function tasteIn(lever: LeverName, cup: BrewedCup): Taste | undefined {
  // If something was measured, the strength was not asked about.
  if (lever === 'ratio' && factIn(cup)) return
  const [at, said] = [leverPlace(lever, cup), complaintOn(lever, cup)]
  if (at === undefined || (said === undefined && !complaintOn(otherThan(lever), cup))) return
  return { at, said: said?.said ?? 0 }
}

export const otherThan = (lever: LeverName): LeverName => (lever === 'grind' ? 'ratio' : 'grind')
