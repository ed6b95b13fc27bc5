import { beansTrouble } from '../coffees/rest.ts'
import { deviceFor } from '../equipment/drive.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import type { MethodId } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { capital } from '../names.ts'
import { clamp } from '../numbers.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn, coolestFor, factIn, hottestFor, plannedTempF } from './complaint.ts'
import { groundAs } from './cup.ts'
import { isKnownOff, isKnownOffEitherWay } from './known-off.ts'
import type { ReasonedChange } from './model.ts'
import type { Wrong } from './move.ts'
import { stepsTaken } from './run.ts'

/**
 * Less cannot be tasted: 87 and 93 C could not be told apart at equal strength and extraction
 * (Batali 2020).
 */
const HEAT_STEP_F = 4
/** Heat does not improve stale beans. Our choice. */
const mostHeatSteps = (cup: BrewedCup) => (beansTrouble(cup) === 'stale' ? 1 : 2)

/**
 * Whether the drinker can set the water's temperature: never in a pot on the stove or for cold
 * brew; otherwise as the machine says, or as is usual for the method.
 */
export const canSetTemperature = ({ method, canSetTemperature }: BrewedCup) =>
  !isNeverSet.has(method) && (canSetTemperature ?? !heatsItsOwnWater.has(method))

const isNeverSet: ReadonlySet<MethodId> = new Set(['moka', 'turkish', 'cold_brew'])
const heatsItsOwnWater: ReadonlySet<MethodId> = new Set(['espresso', 'drip', 'siphon'])

/** The water hotter or cooler; null if that is not possible, or was off the other way. */
export function changeHeat(
  bag: CupsOfBag,
  run: readonly BrewedCup[],
  { said }: Wrong,
  reason: string,
): ReasonedChange | null {
  const cup = lastOf(bag)
  if (!canSetTemperature(cup)) return null
  const fromF = Math.min(hottestFor(cup), tempOf(cup))
  // Water that was far off goes to the recipe's temperature, not there by one step.
  const isFarOff = ['cold', 'hot'].includes(factIn(cup) ?? '')
  const steps = [1, 2].map(step => Math.round(fromF + step * said * HEAT_STEP_F))
  const untried = steps.find(to => !isKnownOff(bag, { said }, { waterTempF: to }))
  const waterTempF = isFarOff ? Math.round(plannedTempF(cup)) : untried
  if (waterTempF === undefined || clamp(waterTempF, coolestFor(cup), hottestFor(cup)) !== waterTempF) return null
  if (stepsTaken(run, one => one.waterTempF ?? undefined, said) >= mostHeatSteps(cup)) return null
  const wasOffThere = groundAs(bag).some(
    one => complaintOn('grind', one)?.said === -said && said * ((one.waterTempF ?? fromF) - fromF) > 0,
  )
  return wasOffThere || isKnownOff(bag, { said: said > 0 ? -1 : 1 }, { waterTempF })
    ? null
    : { ...brewAt(waterTempF, said), reason }
}

const tempOf = (cup: BrewedCup) => cup.waterTempF ?? plannedTempF(cup)

/**
 * For example "we would not brew espresso above 205 F", if a machine that can be set has no step
 * left; else null.
 */
export function heatEndInWords(cup: BrewedCup, { said }: Wrong) {
  const { method, brewer } = cup
  if (!canSetTemperature(cup) || deviceFor(method, brewer).heat !== 'settable') return null
  const next = tempOf(cup) + said * HEAT_STEP_F
  if (said > 0 ? next <= hottestFor(cup) : next >= coolestFor(cup)) return null
  const end = said > 0 ? 'maxF' : 'minF'
  const { [end]: endF } = heatRangeOf(method, brewer)
  if (brewer && endF !== heatRangeOf(method, undefined)[end])
    return said > 0
      ? `your ${fullName(brewer)} can’t brew hotter than ${endF} F`
      : `your ${fullName(brewer)} can’t brew cooler than ${endF} F`
  return method === 'espresso' ? `we would not brew espresso ${said > 0 ? 'above' : 'below'} ${endF} F` : null
}

/**
 * If the same grind was off the other way with much hotter or cooler water, a temperature between
 * the two.
 */
export function heatBetween(bag: CupsOfBag, { said, word }: Wrong): ReasonedChange | null {
  const { waterTempF: from } = lastOf(bag)
  if (from === null || !canSetTemperature(lastOf(bag))) return null
  const there = groundAs(bag).findLast(
    cup => complaintOn('grind', cup)?.said === -said && said * ((cup.waterTempF ?? from) - from) >= HEAT_STEP_F,
  )
  if (!there?.waterTempF) return null
  const waterTempF = Math.round((from + there.waterTempF) / 2)
  if (clamp(waterTempF, coolestFor(lastOf(bag)), hottestFor(lastOf(bag))) !== waterTempF) return null
  if (isKnownOffEitherWay(bag, { waterTempF })) return null
  const between = [
    { taste: complaintOn('grind', there)?.word ?? '', waterTempF: there.waterTempF },
    { taste: word, waterTempF: from },
  ]
  const both = between.map(({ taste, waterTempF }) => `${taste} at ${waterTempF} F`).join(', ')
  return { ...brewAt(waterTempF, said), reason: `${capital(both)}: go between the two`, between }
}

/** Whether this grind was brewed at only one temperature, and another is possible. */
export const heatIsUntried = (bag: CupsOfBag, wrong: Wrong) =>
  groundAs(bag).every(cup => cup.waterTempF === lastOf(bag).waterTempF) && changeHeat(bag, [], wrong, '') !== null

export function brewAt(waterTempF: number, said: 1 | -1) {
  const direction = said > 0 ? ('hotter' as const) : ('cooler' as const)
  return { change: 'temperature' as const, direction, advice: `Brew ${direction}, at ${waterTempF} F.`, waterTempF }
}
