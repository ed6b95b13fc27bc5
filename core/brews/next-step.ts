import { beansTrouble } from '../coffees/rest.ts'
import { backIntoBand } from './back-to-recipe.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { factIn, isUneven, tasteOn } from './complaint.ts'
import {
  beansDoubt,
  dislikedDoubt,
  grinderLimits,
  noTargetSentence,
  readingDoubt,
  restSentence,
  staleSentence,
} from './doubt.ts'
import { isImpossible, isUnbelievable, isWithoutTarget } from './extraction.ts'
import { stepForHeat, stepForOneOff, stepForSlow, stepForSteep, stepForUneven, stepWithoutWords } from './facts.ts'
import { stepOnLevers } from './levers.ts'
import type { NextStep, ReasonedChange } from './model.ts'
import { isWithoutFigure } from './move.ts'
import { farOut } from './reach.ts'
import { CUPS_UNTIL_DOUBT, sincePuckChanged } from './run.ts'
import { FAIR_STARS, judgementOf } from './said.ts'
import { goOnFrom, stepAfterTest, withOtherCauses, withTestsAsRepeats } from './third-cup.ts'

/**
 * One change at a time, learned from the earlier brews of that coffee, method and style, newest
 * first. Null when the cup was good, which holds it, or when nothing was said of it. Anything else
 * ends with a sentence, and so does a balanced cup with few stars.
 */
export function nextStep(cup: BrewedCup, earlier: readonly BrewedCup[] = []): NextStep | null {
  const judgement = judgementOf(cup)
  if (judgement === 'good' && cup.rating != null && cup.rating < FAIR_STARS) return dislikedDoubt(cup)
  if (judgement !== 'off') return null
  const bag = bagOf(cup, earlier)
  const earlierOff = bag.slice(0, -1).filter(one => judgementOf(one) === 'off')
  const isNews = !earlierOff.some(beansTrouble)
  const back = backIntoBand(bag)
  // Beans that turn out to be stale or young explain the test cup, too.
  const learned = isNews && beansTrouble(cup) ? bag : withTestsAsRepeats(bag)
  const step = back ?? stepAfterTest(bag) ?? stepFor(sincePuckChanged(withoutDoubted(learned)), isNews)
  // Each is said once per bag. Young beans can be brewed, but only time improves them.
  const asides = [
    ...(isNews && beansTrouble(cup) === 'young' ? [restSentence(cup)] : []),
    ...(isNews && beansTrouble(cup) === 'stale' && (back || factIn(cup) === 'slow') ? [staleSentence(cup)] : []),
    ...(!isNews && beansTrouble(cup) === 'stale' && !back && !isWithoutFigure(step) ? [STALE_STEP] : []),
    ...(!back && ['grind', 'dose', 'water'].includes(step.change) ? stillInWater(cup) : []),
    ...(earlierOff.length === 0 ? grinderLimits(cup) : []),
    ...(isWithoutTarget(cup) && !earlierOff.some(isWithoutTarget) ? [noTargetSentence(cup)] : []),
  ]
  const found = { ...step, reason: [step.reason, ...asides].join('. ') }
  if (back) return found
  return lastOf(learned) === cup ? withOtherCauses(bag, found) : goOnFrom(lastOf(learned), cup, found)
}

const STALE_STEP = 'A small step is as far as these beans go'

/** Beside a step of a drinker who was told twice about the water. */
function stillInWater(cup: BrewedCup) {
  const fact = factIn(cup)
  if (fact === 'low-flame') return ['The brew still takes far too long, and a higher flame would change more']
  if (fact === 'hot') return ['The water is still too hot, and cooler water would change more']
  if (fact !== 'cold') return []
  return [`The water is still too cool, and ${cup.method === 'moka' ? 'boiling' : 'hotter'} water would change more`]
}

/** Measurements come before taste: the time, the age of the beans, the water, the evenness. */
function stepFor(bag: CupsOfBag, isNews: boolean): NextStep {
  const cup = lastOf(bag)
  const fact = factIn(cup)
  if (fact === 'slow') return stepForSlow(bag)
  if (isNews && beansTrouble(cup) === 'stale') return beansDoubt(cup)
  const unbelievable = bag.length - 1 - bag.findLastIndex(one => !isUnbelievable(one))
  if (unbelievable > 1 || isImpossible(cup)) return readingDoubt(cup, unbelievable)
  if (fact === 'under-steeped' || fact === 'over-steeped') return stepForSteep(bag)
  if (isUneven(cup) && (fact === undefined || fact === 'extracted')) return stepForUneven(bag)
  const step = () => (fact ? undefined : stepForOneOff(bag)) ?? stepOnLevers(bag) ?? stepWithoutWords(bag)
  return fact === 'cold' || fact === 'hot' || fact === 'low-flame' ? stepForHeat(bag, step) : step()
}

/**
 * An impossible reading is doubted, and so are two or more hardly possible ones in a row.
 * Afterwards, only the taste of those cups counts.
 */
function withoutDoubted(bag: CupsOfBag): CupsOfBag {
  const last = bag.findLastIndex((cup, n) => n > 0 && isUnbelievable(cup) && isUnbelievable(bag[n - 1] as BrewedCup))
  const ofTaste = (cup: BrewedCup, n: number) =>
    isImpossible(cup) || (n <= last && isUnbelievable(cup)) ? { ...cup, tdsPercent: null } : cup
  return isUnbelievable(lastOf(bag)) ? bag : (bag.map(ofTaste) as [BrewedCup, ...BrewedCup[]])
}

/** The next cup: this one with what a step changes. */
export const afterStep = <Cup extends Pick<BrewedCup, 'grindSetting' | 'doseGrams' | 'waterGrams' | 'waterTempF'>>(
  cup: Cup,
  step: ReasonedChange | null | undefined,
): Cup => ({
  ...cup,
  grindSetting: step?.grindSetting ?? cup.grindSetting,
  doseGrams: step?.doseGrams ?? cup.doseGrams,
  waterGrams: step?.waterGrams ?? cup.waterGrams,
  waterTempF: step?.waterTempF ?? cup.waterTempF,
})

/**
 * If the beans are younger than last time, they are from a new bag, and nothing learned from the old
 * one counts, unless the new one is off as the last three cups of the old one were: then the bag was
 * not the cause, and the search goes on from there. A cup that was ground far outside the band says nothing
 * about cups within it.
 */
function bagOf(cup: BrewedCup, earlier: readonly BrewedCup[]): CupsOfBag {
  const bag: [BrewedCup, ...BrewedCup[]] = [cup]
  for (const [n, brew] of earlier.entries()) {
    const [oldest] = bag
    const isOlderBag = (brew.daysOffRoast ?? 0) > (oldest.daysOffRoast ?? Infinity)
    const end = earlier.slice(n, n + CUPS_UNTIL_DOUBT)
    if (isOlderBag && (end.length < CUPS_UNTIL_DOUBT || !end.every(one => isOffAs(oldest, one)))) break
    if (farOut(cup) || !farOut(brew)) bag.unshift(brew)
  }
  return bag
}

/** Whether two cups were off the same way, neither because of the age of its beans. */
const isOffAs = (one: BrewedCup, other: BrewedCup) =>
  !beansTrouble(one) &&
  !beansTrouble(other) &&
  (['grind', 'ratio'] as const).some(lever => {
    const [said, before] = [one, other].map(cup => tasteOn(lever, cup)?.said)
    return said !== undefined && said === before
  })
