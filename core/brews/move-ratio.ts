import { baseRecipes } from '../adaptation/base.ts'
import { basketDecides } from '../adaptation/portion.ts'
import { exactDose, exactRatio, exactWater, ratioInWords } from '../recipes/ratio.ts'
import { tenths } from '../rounding.ts'
import type { Belief } from './belief.ts'
import { type CupsOfBag, lastOf, type Pot, pointsOf, ratioAt } from './cup.ts'
import { type Move, moveAlong, type Wrong } from './move.ts'

/** Nobody drinks it weaker or stronger than this, against the method's own ratio. */
const RATIOS = { min: 0.6, max: 1.6 }

/** The dose moves and the water stays; where a basket decides the dose, the water moves. */
export function moveRatio(
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
): Move | 'not-weighed' | 'at-the-end' | 'pot-ends' {
  const { method, doseGrams, waterGrams, brewer } = lastOf(bag)
  if (doseGrams === null || waterGrams === null) return 'not-weighed'
  const base = baseRecipes[method].ratio
  const byWater = basketDecides(method)
  const ratioWith = (grams: number) => (byWater ? exactRatio(doseGrams, grams) : exactRatio(grams, waterGrams))
  const setting = byWater ? waterGrams : doseGrams
  const along = wrong.said * (byWater ? -1 : 1)
  const others: number[] = []
  for (let to = tenths(setting + 0.1 * along); to > 0; to = tenths(to + 0.1 * along)) {
    if (ratioWith(to) < RATIOS.min * base || ratioWith(to) > RATIOS.max * base) break
    if (byWater && brewer && isBeyond(brewer, to, along)) break
    others.push(to)
  }
  if (others.length === 0 && byWater && brewer && isBeyond(brewer, setting + 0.1 * along, along)) return 'pot-ends'
  const move = moveAlong(
    {
      name: 'ratio',
      setting,
      others,
      placeOf: grams => pointsOf(ratioWith(grams)),
      settingAt: place => (byWater ? exactWater(doseGrams, ratioAt(place)) : exactDose(waterGrams, ratioAt(place))),
      heat: 'not-to-be-set',
      direction: wrong.said > 0 ? 'stronger' : 'lighter',
      labelAt: place => ratioInWords(ratioAt(place)),
      labelOf: grams => `${grams} g of ${byWater ? 'water' : 'coffee'}`,
    },
    bag,
    wrong,
    belief,
  )
  if (typeof move === 'string') return 'at-the-end'
  const { to, ...moved } = move
  return byWater
    ? {
        change: 'water',
        advice: `Use ${to} g of water instead of ${waterGrams} g for the same ${doseGrams} g of coffee.`,
        waterGrams: to,
        ...moved,
      }
    : {
        change: 'dose',
        advice: `Use ${to} g of coffee instead of ${doseGrams} g for the same ${waterGrams} g of water.`,
        doseGrams: to,
        ...moved,
      }
}

/** More than the pot holds, or less than it brews. */
const isBeyond = ({ minWaterGrams, maxWaterGrams }: Pot, waterGrams: number, along: number) =>
  along > 0 ? waterGrams > (maxWaterGrams ?? Infinity) : waterGrams < (minWaterGrams ?? 0)
