import { baseRecipes } from '../adaptation/base.ts'
import { capital } from '../names.ts'
import { clamp } from '../numbers.ts'
import { type BrewedCup, type CupsOfBag, complaintOn, groundAs, lastOf } from './cup.ts'
import type { ReasonedChange } from './model.ts'
import type { Wrong } from './move.ts'

/** The water a step hotter or cooler; null where it cannot be. */
export function changeHeat(cup: BrewedCup, wrong: Wrong, reason: string): ReasonedChange | null {
  const waterTempF = heatAfter(cup, wrong.said)
  return waterTempF === null ? null : { ...brewAt(waterTempF, wrong), reason }
}

/** The same grind was off the other way with hotter or cooler water: then between the two. */
export function heatBetween(bag: CupsOfBag, wrong: Wrong): ReasonedChange | null {
  const { said, word } = wrong
  const { waterTempF: from } = lastOf(bag)
  if (from === null || !heatIsSet(lastOf(bag))) return null
  const there = groundAs(bag).findLast(
    cup => complaintOn('grind', cup)?.said === -said && said * ((cup.waterTempF ?? from) - from) > 1,
  )
  if (!there?.waterTempF) return null
  const waterTempF = Math.round((from + there.waterTempF) / 2)
  const between = [
    { taste: complaintOn('grind', there)?.word ?? '', waterTempF: there.waterTempF },
    { taste: word, waterTempF: from },
  ]
  const both = between.map(({ taste, waterTempF }) => `${taste} at ${waterTempF} F`).join(', ')
  return {
    ...brewAt(waterTempF, wrong),
    reason: `${capital(both)}: between the two, ${waterTempF} F`,
    between,
  }
}

function brewAt(waterTempF: number, { said }: Wrong) {
  const direction = said > 0 ? ('hotter' as const) : ('cooler' as const)
  return { change: 'temperature' as const, direction, advice: `Brew ${direction}, at ${waterTempF} F.`, waterTempF }
}

/**
 * Whether the water's heat is the drinker's to set: a drip machine or a moka pot heats as it does, cold is cold, and of an
 * espresso machine we know it where the temperature was logged.
 */
const heatIsSet = ({ method, waterTempF }: BrewedCup) =>
  method === 'espresso' ? waterTempF !== null : !['drip', 'moka', 'cold_brew'].includes(method)

const HEAT_STEP_F = 4
/** Below this, hot water hardly extracts; above the other, it boils. */
const BREWING_F = { min: 175, max: 212 }

/** The water for the next cup, a step hotter or cooler; null where it is not to be set, or already as far as it goes. */
export function heatAfter(cup: BrewedCup, said: 1 | -1): number | null {
  if (!heatIsSet(cup)) return null
  const fromF = cup.waterTempF ?? baseRecipes[cup.method].waterTempF
  const waterTempF = Math.round(clamp(fromF + said * HEAT_STEP_F, BREWING_F.min, BREWING_F.max))
  return Math.sign(waterTempF - fromF) === said ? waterTempF : null
}
