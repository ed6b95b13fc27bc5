import { beansTrouble } from '../coffees/rest.ts'
import { capital, inARow } from '../names.ts'
import { gramsInWords } from '../ratio.ts'
import { flowOf } from './brew-clock.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { factIn, isUneven, tasteOn } from './complaint.ts'
import { leverPlace } from './cup.ts'
import { BOTTLED_WATER, otherCausesDoubt, otherCausesSentence } from './doubt.ts'
import { canSetTemperature } from './heat.ts'
import type { NextStep } from './model.ts'
import { backToSetting } from './move-grind.ts'
import { isDrinkable } from './move-ratio.ts'
import { CUPS_UNTIL_DOUBT, isBrewedAs, sinceBetter } from './run.ts'
import { judgementOf } from './said.ts'

/**
 * The third cup in a row that is off names what else than the recipe may be wrong. If all three
 * tasted the same, nothing else moves: the next cup is a test, brewed like the first of them,
 * because with the cause gone the steps since then would be wrong. Otherwise it stands beside the
 * step that was found.
 */
export function withOtherCauses(bag: CupsOfBag, found: NextStep): NextStep {
  const cups = unexplainedCups(bag)
  const isTasted = (cup: BrewedCup) => isUneven(cup) || tasteOn('grind', cup) || tasteOn('ratio', cup)
  const [first] = cups
  if (!first || cups.length !== CUPS_UNTIL_DOUBT || !cups.some(isTasted) || found.change === 'none') return found
  const cup = lastOf(bag)
  const isSaid = found.advice === otherCausesDoubt(cup).advice
  if (found.change === 'doubt' && !isSaid) return withWater(otherCausesDoubt(cup), found)
  if (!sameTaste(cups)) return isSaid ? found : { ...found, reason: `${found.reason}. ${otherCausesSentence(cup)}` }
  const back = backTo(first, cup)
  return { ...otherCausesDoubt(cup, { backTo: back?.words }), ...back?.figures }
}

/**
 * If the taste flips with the cup after that, although it was not brewed like the first, the cause
 * is gone and the steps were wrong: straight back to the first.
 */
export function stepAfterTest(bag: CupsOfBag): NextStep | undefined {
  const cup = lastOf(bag)
  const tested = hasOddPace(cup) ? undefined : testedAfter(bag.slice(0, -1))
  const now = tested && tasteOn(tested.lever, cup)
  const back = now && now.said !== tested.said ? backTo(tested.first, cup) : undefined
  if (!now || !tested || !back) return
  return {
    change: back.change,
    advice: `Go back to ${back.words}.`,
    reason: `${capital(now.word)} now, ${tested.word} before, so the recipe wasn’t the cause`,
    ...back.figures,
  }
}

/**
 * The bag with every test that was off like the cups before it next to the first of them, which it
 * repeats. So the steps go on from the third.
 */
export function withTestsAsRepeats(bag: CupsOfBag): CupsOfBag {
  const cups = [...bag]
  bag.forEach((cup, n) => {
    const tested = hasOddPace(cup) ? undefined : testedAfter(bag.slice(0, n))
    if (!tested || tasteOn(tested.lever, cup)?.said !== tested.said || !isBrewedAs(tested.first, cup)) return
    cups.splice(cups.indexOf(cup), 1)
    cups.splice(cups.indexOf(tested.first) + 1, 0, cup)
  })
  return cups as [BrewedCup, ...BrewedCup[]]
}

/** The step that the third cup would have had, for a drinker who has just brewed the test. */
export function goOnFrom(third: BrewedCup, test: BrewedCup, { direction, also, ...step }: NextStep): NextStep {
  const back = backTo(third, test)
  const { grindSetting } = step
  const ground = grindSetting === undefined ? null : backToSetting(test, { ...test, grindSetting })
  // The way back to the third cup sets the other lever, so its own change waits for the next cup.
  const isSet = Object.keys(back?.figures ?? {}).some(name => also && name in also)
  const label = grindSetting === undefined ? back?.figures.grindLabel : undefined
  return {
    ...back?.figures,
    ...step,
    ...(also && !isSet && { also }),
    ...(ground && { advice: ground.advice }),
    ...(label !== undefined && { advice: `Go back to ${label}. ${step.advice}` }),
    // After a clock's step back, the way from the test is the opposite one.
    ...(direction && (!ground || ground.direction === direction) && { direction }),
    reason: back ? `The test cup was no better, so continue from ${back.words}. ${step.reason}` : step.reason,
  }
}

/** Names the water once, with what the doubt about it says of the drinker's own. */
const withWater = (doubt: NextStep, found: NextStep): NextStep =>
  found.advice.startsWith(BOTTLED_WATER) && !doubt.advice.endsWith(found.advice.slice(BOTTLED_WATER.length))
    ? { ...doubt, advice: `${doubt.advice}${found.advice.slice(BOTTLED_WATER.length)}` }
    : doubt

/** If these cups end with one after which a test was asked for: the first of them, and what they tasted of. */
function testedAfter(before: readonly BrewedCup[]) {
  const cups = unexplainedCups(before)
  const same = cups.length === CUPS_UNTIL_DOUBT ? sameTaste(cups) : undefined
  return same && { ...same, first: cups[0] as BrewedCup }
}

/**
 * The cups in a row that were off for no known reason, oldest first; none if a later one has a
 * reason. A shot that began to run slow or fast mostly did so because of the steps, and one that counts as
 * fast only because it was sour may be off for another reason.
 */
function unexplainedCups(bag: readonly BrewedCup[]): readonly BrewedCup[] {
  const said = bag.filter(cup => judgementOf(cup) !== 'unsaid')
  const off = said.slice(said.findLastIndex(cup => judgementOf(cup) === 'good') + 1)
  const isOffPace = (cup: BrewedCup) => ['slow', 'fast'].includes(factIn(cup) ?? '')
  const isExplained = (cup: BrewedCup) =>
    beansTrouble(cup) !== undefined || (factIn(cup) && (!isOffPace(cup) || isAgainstSteps(cup)))
  const first = off.findIndex(
    (cup, n) => !isExplained(cup) && (!isOffPace(cup) || (n === 0 && flowOf(cup) === 'brisk')),
  )
  const cups = first < 0 ? [] : off.slice(first)
  return cups.some(cup => isExplained(cup) || (first > 0 && isOffPace(cup))) ? [] : sinceBetter(cups)
}

/** Whether the time alone says what was wrong with a cup. */
const hasOddPace = (cup: BrewedCup) => ['slow', 'fast'].includes(flowOf(cup) ?? '')

/** A shot that came to gush although it was sour, or to choke although it was bitter: the steps did the opposite. */
function isAgainstSteps(cup: BrewedCup) {
  const said = tasteOn('grind', cup)?.said
  return flowOf(cup) === 'fast' ? said === 1 : flowOf(cup) === 'slow' && said === -1
}

/** What all of these cups tasted of, if they tasted the same in all that can be moved. */
function sameTaste([first, ...others]: readonly BrewedCup[]) {
  const tastes = levers.map(lever => ({ lever, taste: first && tasteOn(lever, first) }))
  const isSame = tastes.every(({ lever, taste }) => others.every(cup => tasteOn(lever, cup)?.said === taste?.said))
  const named = tastes.find(({ taste }) => taste)
  return isSame && named?.taste ? { lever: named.lever, ...named.taste } : undefined
}

const levers = ['grind', 'ratio'] as const

/** What to set as it was in an earlier cup, if anything: for example "25 clicks and 15 g of coffee". */
function backTo(first: BrewedCup, cup: BrewedCup) {
  const { method, doseGrams, waterGrams, waterTempF } = first
  const grind = backToSetting(cup, first)
  const [ratio, ratioNow] = [first, cup].map(one => leverPlace('ratio', one))
  // A ratio that nobody drinks is no test.
  const isOtherRatio =
    ratio !== undefined && ratioNow !== undefined && Math.abs(ratio - ratioNow) >= 1 && isDrinkable(first)
  const dose = isOtherRatio && doseGrams !== cup.doseGrams ? doseGrams : null
  const water = isOtherRatio && waterGrams !== cup.waterGrams ? waterGrams : null
  const temperature = canSetTemperature(cup) && waterTempF !== cup.waterTempF ? waterTempF : null
  const changes = [
    ...(grind ? [{ change: 'grind', words: grind.grindLabel } as const] : []),
    ...(dose === null ? [] : [{ change: 'dose', words: `${gramsInWords(dose)} of coffee` } as const]),
    ...(water === null
      ? []
      : [{ change: 'water', words: `${gramsInWords(water)} ${method === 'espresso' ? 'out' : 'of water'}` } as const]),
    ...(temperature === null ? [] : [{ change: 'temperature', words: `${temperature} F` } as const]),
  ]
  if (!changes[0]) return
  return {
    change: changes[0].change,
    words: inARow(changes.map(({ words }) => words)),
    figures: {
      ...(grind && { grindSetting: grind.grindSetting, grindLabel: grind.grindLabel }),
      ...(dose !== null && { doseGrams: dose }),
      ...(water !== null && { waterGrams: water }),
      ...(temperature !== null && { waterTempF: temperature }),
    },
  }
}
