import { adapt } from '../adaptation/adapt.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import type { Move } from './move.ts'
import { grindTo, isFarOut, wayTo } from './move-grind.ts'

/** Back to the recipe's grind, for a cup that was ground far outside the band; null for any other. */
export function backIntoBand(bag: CupsOfBag): Omit<Move, 'chance'> | null {
  const cup = lastOf(bag)
  const { grinder, grindSetting } = cup
  // If the recipe's grind was tried before, the cup is off for another reason.
  if (!grinder || grindSetting === null || !bag.every(isFarOut)) return null
  const to = recipeSetting(cup, grinder)
  if (to === grindSetting || isFarOut({ ...cup, grindSetting: to })) return null
  const direction = wayTo(to, grindSetting, grinder)
  return {
    ...grindTo(to, grindSetting, grinder),
    direction,
    because: `${labelOf(grinder, grindSetting)} is far ${direction === 'coarser' ? 'finer' : 'coarser'} than this brewer wants, so start again from the setting of its recipe`,
  }
}

/** The setting of the recipe for this roast. */
function recipeSetting({ method, style, roastLevel, brewer }: BrewedCup, grinder: AnyGrinder) {
  const { grindSetting } = adapt(
    { method, ...(style && { style }), ...(roastLevel && { roastLevel }), ...(brewer && { brewer }) },
    grinder,
  )
  return grindSetting
}
