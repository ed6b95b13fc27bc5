import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn } from './complaint.ts'
import { leverPlace } from './cup.ts'
import type { Wrong } from './move.ts'

/**
 * Whether a change of grind or heat leads to a cup whose taste is known: one that was sour although
 * it was as fine and as hot, or bitter although it was as coarse and as cool. A cup that a milder one
 * contradicts was a slip.
 */
export function isKnownOff(bag: CupsOfBag, { said }: Pick<Wrong, 'said'>, change: Partial<BrewedCup>) {
  const next = { ...lastOf(bag), ...change }
  const saying = (word: 1 | -1) => bag.filter(cup => complaintOn('grind', cup)?.said === word)
  const isSlip = (cup: BrewedCup) =>
    saying(said > 0 ? -1 : 1).some(other => isAsFar(cup, other, said) && isSameRatio(cup, other))
  return saying(said).some(cup => isAsFar(cup, next, said) && isSameRatio(cup, next) && !isSlip(cup))
}

/** Whether a cup extracts as much as another or more; for -1, as much or less. */
function isAsFar(cup: BrewedCup, other: BrewedCup, said: 1 | -1) {
  const [at, otherAt] = [cup, other].map(one => leverPlace('grind', one))
  const [heat = 0, otherHeat = 0] = [cup, other].map(one => one.waterTempF ?? undefined)
  return at !== undefined && otherAt !== undefined && said * (otherAt - at) >= 0 && said * (heat - otherHeat) >= 0
}

/** The same in either direction. */
export const isKnownOffEitherWay = (bag: CupsOfBag, change: Partial<BrewedCup>) =>
  isKnownOff(bag, { said: 1 }, change) || isKnownOff(bag, { said: -1 }, change)

const isSameRatio = (...cups: [BrewedCup, BrewedCup]) => {
  const [ratio = 0, otherRatio = 0] = cups.map(cup => leverPlace('ratio', cup))
  return Math.abs(ratio - otherRatio) < 1
}
