import { boundsFor } from '../adaptation/base.ts'
import { mostCoffeeInWords, takesDose, takesWater } from '../adaptation/fit.ts'
import { basketDecides } from '../adaptation/portion.ts'
import { beansTrouble } from '../coffees/rest.ts'
import { exactDose, exactRatio, exactWater, gramsInWords, ratioInWords } from '../ratio.ts'
import { tenths } from '../rounding.ts'
import type { Belief } from './belief.ts'
import { type BrewedCup, baseOfCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { leverPlace, pointsOf, ratioAt } from './cup.ts'
import type { ReasonedChange } from './model.ts'
import { type Move, moveAlong, WITH_STALE_BEANS, type Wrong } from './move.ts'

/** The weakest and strongest that people drink, relative to the ratio of the method and style. Our choice; wider for espresso. */
const RATIOS = { filter: { min: 0.75, max: 1.3 }, espresso: { min: 0.6, max: 1.6 } }
/**
 * How far the ratio moves for the sake of the extraction: less is hardly tasted. Our choice. The
 * extraction changes by the same factor at most.
 */
export const EXTRACTION_STEP = 1.06

/**
 * The dose moves and the water stays, unless the brewer takes no more coffee: then there is less
 * water. An espresso basket decides the dose, so there the yield moves.
 */
export function moveRatio(
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
): Move | 'not-weighed' | 'at-the-end' | 'pot-decides' | 'stale' {
  const cup = lastOf(bag)
  const direction = wrong.said > 0 ? 'stronger' : 'lighter'
  const lever = ratioLever(cup, direction)
  if (typeof lever === 'string') return lever
  const placeOf = (grams: number) => pointsOf(lever.ratioWith(grams))
  const all = othersOn(lever, direction)
  const first = bag.map(one => leverPlace('ratio', one)).find(place => place !== undefined)
  const isNear = (grams: number) => Math.abs(placeOf(grams) - (first ?? 0)) <= WITH_STALE_BEANS
  const others = bag.some(one => beansTrouble(one) === 'stale') ? all.filter(isNear) : all
  if (others.length === 0 && all.length > 0) return 'stale'
  const move = moveAlong(
    {
      name: 'ratio',
      setting: lever.setting,
      others,
      placeOf,
      settingAt: place => lever.gramsFor(ratioAt(place)),
      heatIsUntried: false,
      direction,
      labelAt: place => ratioInWords(ratioAt(place)),
    },
    bag,
    wrong,
    belief,
  )
  if (typeof move === 'string') return 'at-the-end'
  const { to, ...moved } = move
  return { ...weighTo(to, cup, lever.figure), ...moved, ...(lever.because && { because: lever.because }) }
}

/** Sour: a longer ratio extracts more. Bitter: a shorter one extracts less. Null if it cannot be changed. */
export function changeRatioFor({ said }: Wrong, cup: BrewedCup, reason: string): ReasonedChange | null {
  const direction = said > 0 ? 'lighter' : 'stronger'
  const lever = ratioLever(cup, direction)
  if (typeof lever === 'string') return null
  const { setting, step, figure, gramsFor, ratioWith, isPossible } = lever
  const to = tenths(Math.round(gramsFor(ratioWith(setting) * EXTRACTION_STEP ** said) / step) * step)
  if (to === setting || !isPossible(to)) return null
  return { ...weighTo(to, cup, figure), direction, reason }
}

/** Whether a cup has a ratio that people drink it at. */
export function isDrinkable(cup: BrewedCup) {
  const { ratio: usual } = baseOfCup(cup)
  const place = leverPlace('ratio', cup)
  const { min, max } = boundsOf(cup)
  return place === undefined || (ratioAt(place) >= min * usual && ratioAt(place) <= max * usual)
}

const boundsOf = ({ method }: BrewedCup) => RATIOS[basketDecides(method) ? 'espresso' : 'filter']

type Direction = 'stronger' | 'lighter'

function ratioLever(cup: BrewedCup, direction: Direction) {
  const { method, doseGrams, waterGrams } = cup
  if (method === 'moka') return 'pot-decides'
  if (doseGrams === null || waterGrams === null) return 'not-weighed'
  const base = baseOfCup(cup)
  const brewer = boundsFor(base, cup.brewer)
  const bounds = boundsOf(cup)
  // The coffee for a batch is weighed to the gram, for a cup to the tenth.
  const doseStep = doseGrams >= 40 ? 1 : 0.1
  const isFull = direction === 'stronger' && brewer && !takesDose(brewer, tenths(doseGrams + doseStep))
  const figure: Figure = basketDecides(method) ? 'yield' : isFull ? 'water' : 'dose'
  const ratioWith = (grams: number) =>
    figure === 'dose' ? exactRatio(grams, waterGrams) : exactRatio(doseGrams, grams)
  const isTooStrong = (grams: number) => ratioWith(grams) < bounds.min * base.ratio
  const isTooWeak = (grams: number) => ratioWith(grams) > bounds.max * base.ratio
  return {
    figure,
    setting: figure === 'dose' ? doseGrams : waterGrams,
    step: figure === 'dose' ? doseStep : figure === 'yield' ? 1 : WATER_STEP,
    ratioWith,
    gramsFor: (ratio: number) => (figure === 'dose' ? exactDose(waterGrams, ratio) : exactWater(doseGrams, ratio)),
    isTooFar: direction === 'stronger' ? isTooStrong : isTooWeak,
    isPossible: (grams: number) =>
      !isTooStrong(grams) &&
      !isTooWeak(grams) &&
      (!brewer || (figure === 'dose' ? takesDose : takesWater)(brewer, grams)),
    because: brewer && figure === 'water' ? `${mostCoffeeInWords(brewer)}, so use less water` : undefined,
  }
}

type Figure = 'dose' | 'yield' | 'water'

/** In grams; smaller differences are not worth pouring to. Our choice. */
const WATER_STEP = 5

/** Stronger or lighter weights, nearest first, within what people drink and what the brewer takes. */
function othersOn(lever: Exclude<ReturnType<typeof ratioLever>, string>, direction: Direction) {
  const { figure, setting, step, isTooFar, isPossible } = lever
  const along = (direction === 'stronger') === (figure === 'dose') ? 1 : -1
  // After 81.8 g, the next weight is a whole gram if that is the step.
  const onStep = step < 1 ? setting : step * (along > 0 ? Math.floor(setting / step) : Math.ceil(setting / step))
  const others: number[] = []
  for (let to = tenths(onStep + step * along); to > 0 && !isTooFar(to); to = tenths(to + step * along)) others.push(to)
  // The current cup may be outside of that, so the nearest weights may be left out.
  return others.filter(isPossible)
}

const weighTo = (to: number, cup: BrewedCup, figure: Figure) => {
  const [next, dose, water] = [to, cup.doseGrams ?? 0, cup.waterGrams ?? 0].map(gramsInWords)
  if (figure === 'yield')
    return {
      change: 'water' as const,
      advice: `Stop the shot at ${next} instead of ${water}: ${dose} in, ${next} out.`,
      waterGrams: to,
    }
  if (figure === 'water')
    return {
      change: 'water' as const,
      advice: `Use ${next} of water instead of ${water} for the same ${dose} of coffee${withTheRest(cup)}.`,
      waterGrams: to,
    }
  return {
    change: 'dose' as const,
    advice: `Use ${next} of coffee instead of ${dose} for the same ${water} of water${withTheRest(cup)}.`,
    doseGrams: to,
  }
}

/** Ice and bypass count as water. */
function withTheRest(cup: BrewedCup) {
  const { iceShare, bypassShare } = baseOfCup(cup).flow
  return iceShare > 0 ? ', including the ice' : bypassShare > 0 ? ', including what you add to the cup' : ''
}
