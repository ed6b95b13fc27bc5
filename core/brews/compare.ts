import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { curveThrough } from '../grind/curve.ts'
import { coarserSign, dialOf } from '../grind/dial.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { hundredths } from '../rounding.ts'
import { type BrewPorts, foundBrew, grinderIn } from './brews.ts'
import type { BrewId, BrewLog, Comparison } from './model.ts'
import { calibratedEquipmentOf, presentBrew } from './present.ts'
import { coachedDrinker } from './who-drank.ts'

export async function compareBrew({ id }: v.InferOutput<typeof BrewId>, ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([
    foundBrew(ports.brews.byId(person.id, id), id),
    calibratedEquipmentOf(person, ports),
  ])
  const [before] = await ports.brews.before(person.id, brew, 1, coachedDrinker(brew))
  const currentBrew = presentBrew(brew, equipment)
  const previousBrew = before ? presentBrew(before, equipment) : null
  return {
    comparison: {
      currentBrew,
      previousBrew,
      deltas: deltasBetween(currentBrew, previousBrew, grinderIn(brew, equipment)),
    },
  }
}

/** What changed from one brew to the next; null if either lacks the figure. */
function deltasBetween(current: BrewLog, previous: BrewLog | null, grinder?: AnyGrinder): Comparison['deltas'] {
  return {
    ratio: change(current.ratio, previous?.ratio),
    grind: change(current.grindIndex, previous?.grindIndex),
    grindClicks: grinder && previous ? clicksBetween(current, previous, grinder) : null,
    water: change(current.waterGrams, previous?.waterGrams),
    brewTime: change(current.brewTimeSeconds, previous?.brewTimeSeconds),
  }
}

/**
 * In steps of the current brew's grinder. A brew on another grinder is converted through the index.
 */
function clicksBetween(current: BrewLog, previous: BrewLog, grinder: AnyGrinder) {
  if (current.grindSetting === null || current.grindIndex === null || previous.grindIndex === null) return null
  const dial = dialOf(grinder)
  const before =
    previous.grinderId === current.grinderId && previous.grindSetting !== null
      ? previous.grindSetting
      : dial.nearest(curveThrough(grinder.references).settingAt(previous.grindIndex))
  return rounded((coarserSign(grinder) * (current.grindSetting - before)) / dial.step)
}

const change = (now: number | null, before: number | null | undefined) =>
  now === null || before == null ? null : rounded(now - before)

/** Differences of hundredths and tenths, without floating-point noise. The sum turns -0 into 0. */
const rounded = (difference: number) => hundredths(difference) + 0
