import { adapt } from '../adaptation/adapt.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { flowOf } from './brew-clock.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { extractionAgainstTarget } from './extraction.ts'
import type { NextStep } from './model.ts'
import { backToSetting, settingLabel } from './move-grind.ts'
import { farOut } from './reach.ts'
import { judgementOf } from './said.ts'

/**
 * A cup that was ground far outside the band goes back to a setting that was good, or else to the
 * recipe's, whatever it tasted of. Null for any other, and where the grind cannot be the cause.
 */
export function backIntoBand(bag: CupsOfBag): NextStep | null {
  const cup = lastOf(bag)
  const { grinder } = cup
  const far = farOut(cup)
  const good = bag.findLast(one => judgementOf(one) === 'good' && one.grinder?.slug === grinder?.slug)
  // If cups like this were good, or extract well, this dial differs from others.
  if (!grinder || !far || (good && farOut(good)) || extractionAgainstTarget(cup) === 'within') return null
  const back = backToSetting(cup, good ?? { ...cup, grindSetting: recipeSetting(cup, grinder) })
  // The recipe of a dial that ends before its band may lie further out. A choked cup is not ground
  // finer, and a shot that gushes not coarser.
  if (!back || back.direction === far || flowOf(cup) === (far === 'coarser' ? 'slow' : 'fast')) return null
  const reason = `${settingLabel(cup)} is far ${far} than this brewer wants`
  return good
    ? { ...back, advice: `Go back to ${back.grindLabel}.`, reason: `${reason}, and ${back.grindLabel} was just right` }
    : { ...back, advice: `Go back to the recipe’s ${back.grindLabel}.`, reason }
}

/** The setting of the recipe for this roast. */
function recipeSetting({ method, style, planned, roastLevel, brewer }: BrewedCup, grinder: AnyGrinder) {
  const { grindSetting } = adapt(
    {
      method,
      ...(style && { style }),
      ...(roastLevel && { roastLevel }),
      ...(brewer && { brewer }),
      technique: planned,
    },
    grinder,
  )
  return grindSetting
}
