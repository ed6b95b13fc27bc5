import type { Brewer } from '../adaptation/base.ts'
import { basketDecides } from '../adaptation/portion.ts'
import { exactDose, exactRatio, exactWater, ratioInWords } from '../ratio.ts'
import { tenths } from '../rounding.ts'
import type { Belief } from './belief.ts'
import { type BrewedCup, baseOfCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { pointsOf, ratioAt } from './cup.ts'
import type { ReasonedChange } from './model.ts'
import { type Move, moveAlong, type Wrong } from './move.ts'

/** Nobody drinks it weaker or stronger than this, against the ratio of the method and style. Our choice; espresso bends further. */
const RATIOS = { filter: { min: 0.75, max: 1.3 }, espresso: { min: 0.6, max: 1.6 } }
/** A ratio that is changed for the sake of the extraction: less is hardly tasted. Our choice. */
const EXTRACTION_STEP = 1.06

/** The dose moves and the water stays. An espresso basket decides the dose, so there the yield moves. */
export function moveRatio(
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
): Move | 'not-weighed' | 'at-the-end' | 'pot-decides' {
  const cup = lastOf(bag)
  const lever = ratioLever(cup)
  if (typeof lever === 'string') return lever
  const { setting, step, ratioWith, gramsFor, isPossible } = lever
  const along = wrong.said * (lever.isYield ? -1 : 1)
  const others: number[] = []
  // What was 81.8 g is next weighed to the whole gram, where that is the step.
  const onStep = step < 1 ? setting : along > 0 ? Math.floor(setting) : Math.ceil(setting)
  for (let to = tenths(onStep + step * along); to > 0 && isPossible(to, along); to = tenths(to + step * along))
    others.push(to)
  const move = moveAlong(
    {
      name: 'ratio',
      setting,
      others,
      placeOf: grams => pointsOf(ratioWith(grams)),
      settingAt: place => gramsFor(ratioAt(place)),
      heatIsUntried: false,
      direction: wrong.said > 0 ? 'stronger' : 'lighter',
      labelAt: place => ratioInWords(ratioAt(place)),
    },
    bag,
    wrong,
    belief,
  )
  if (typeof move === 'string') return 'at-the-end'
  const { to, ...moved } = move
  return { ...weighTo(to, cup, lever.isYield), ...moved }
}

/** Sour: a longer ratio draws more out of the coffee. Bitter: a shorter one draws less. Null where it cannot be changed. */
export function changeRatioFor({ said }: Wrong, cup: BrewedCup, reason: string): ReasonedChange | null {
  const lever = ratioLever(cup)
  if (typeof lever === 'string') return null
  const { setting, step, isYield, gramsFor, ratioWith, isPossible } = lever
  const to = tenths(Math.round(gramsFor(ratioWith(setting) * EXTRACTION_STEP ** said) / step) * step)
  if (to === setting || !isPossible(to, Math.sign(to - setting))) return null
  return { ...weighTo(to, cup, isYield), direction: said > 0 ? 'lighter' : 'stronger', reason }
}

function ratioLever(cup: BrewedCup) {
  const { method, doseGrams, waterGrams, brewer } = cup
  if (method === 'moka') return 'pot-decides'
  if (doseGrams === null || waterGrams === null) return 'not-weighed'
  const isYield = basketDecides(method)
  const bounds = RATIOS[isYield ? 'espresso' : 'filter']
  const base = baseOfCup(cup).ratio
  const ratioWith = (grams: number) => (isYield ? exactRatio(doseGrams, grams) : exactRatio(grams, waterGrams))
  return {
    isYield,
    setting: isYield ? waterGrams : doseGrams,
    // A shot is stopped to the gram, and a batch is weighed to it; a cup's beans are weighed to the tenth.
    step: isYield || doseGrams >= 40 ? 1 : 0.1,
    ratioWith,
    gramsFor: (ratio: number) => (isYield ? exactWater(doseGrams, ratio) : exactDose(waterGrams, ratio)),
    isPossible: (grams: number, along: number) =>
      ratioWith(grams) >= bounds.min * base &&
      ratioWith(grams) <= bounds.max * base &&
      !(isYield && brewer && isBeyond(brewer, grams, along)),
  }
}

const weighTo = (to: number, cup: BrewedCup, isYield: boolean) =>
  isYield
    ? {
        change: 'water' as const,
        advice: `Stop the shot at ${to} g instead of ${cup.waterGrams} g: ${cup.doseGrams} g in, ${to} g out.`,
        waterGrams: to,
      }
    : {
        change: 'dose' as const,
        advice: `Use ${to} g of coffee instead of ${cup.doseGrams} g for the same ${cup.waterGrams} g of water${withTheRest(cup)}.`,
        doseGrams: to,
      }

/** Ice and bypass count as water. */
function withTheRest(cup: BrewedCup) {
  const { iceShare, bypassShare } = baseOfCup(cup).flow
  return iceShare > 0 ? ', including the ice' : bypassShare > 0 ? ', including what you add to the cup' : ''
}

/** More than the machine gives, or less. */
const isBeyond = ({ minWaterGrams, maxWaterGrams }: Brewer, waterGrams: number, along: number) =>
  along > 0 ? waterGrams > (maxWaterGrams ?? Infinity) : waterGrams < (minWaterGrams ?? 0)
