import { beansTrouble } from '../coffees/rest.ts'
import { toGrain } from '../recipes/brew-time.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import { atTime, drains, isSaidToClog, plannedInWords, plannedSeconds, timeInWords } from './brew-clock.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { factIn, isUneven, plannedTempF, tasteOn } from './complaint.ts'
import { beliefFrom, groundAs, leverPlace } from './cup.ts'
import { clogDoubt, coldWaterDoubt, doubtsAbout, flatDoubts, noBetterIdea } from './doubt.ts'
import { turnsOn } from './ends.ts'
import { brewAt, canSetTemperature } from './heat.ts'
import type { NextStep } from './model.ts'
import { isWithoutFigure, withoutChance } from './move.ts'
import { backToSetting, moveGrind, settingLabel } from './move-grind.ts'
import { handiworkFor, unclogging } from './preparation.ts'
import { isNearerPlan, justRightBefore, repeatsOf, runOf, stepsTaken } from './run.ts'
import { GOOD_STARS, isFlat, judgementOf, tastesOf } from './said.ts'

/** Choked or clogged: coarser twice, and for a shot as long as that makes it faster; then preparation, then doubt. */
export function stepForSlow(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const run = runOf(bag, one => (judgementOf(one) === 'unsaid' ? undefined : factIn(one) === 'slow'))
  const wrong = { said: -1, word: 'slow' } as const
  const reason = run.length === 1 ? slowInWords(cup) : `Still slow${atTime(cup)}`
  const coarserSteps = stepsTaken(run, one => leverPlace('grind', one), 1)
  const isOpening = cup.method === 'espresso' && isNearerPlan(run, wrong, OPENS_UP)
  const move = isOpening || coarserSteps < 2 ? moveGrind(bag, wrong, beliefFrom(bag)) : 'tried'
  if (typeof move !== 'string') {
    const { because: _, ...change } = withoutChance(move)
    return { ...change, reason: isOpening ? `${reason}, but opening up: keep going coarser` : reason }
  }
  const [first, second] = unclogging(cup)
  const end =
    move === 'band-ends' || move === 'reach-ends'
      ? `and ${settingLabel(cup)} is as coarse as we would go`
      : 'so leave the grind there'
  const touch = { change: 'grind', direction: 'coarser', advice: 'Grind a touch coarser.', reason } as const
  const options = [
    ...(move === 'no-dial' || (move === 'at-the-end' && turnsOn(wrong, cup)) ? [touch] : []),
    {
      change: 'preparation',
      advice: first,
      reason: run.length === 1 ? reason : `${reason}, ${end}`,
    } as const,
    { change: 'preparation', advice: second, reason } as const,
    clogDoubt(cup, coarserSteps > 0 || move === 'no-dial' ? coarserInWords(run) : reason),
    ...doubtsAbout(cup),
  ]
  return options[repeatsOf(run)] ?? noBetterIdea(bag)
}

/** A coarser step that helps makes a shot at least a tenth faster; less is chance. Our choice. */
const OPENS_UP = 1.1

/** What coarser steps did for a run of slow cups. */
function coarserInWords(run: readonly BrewedCup[]) {
  const [first, last] = [run[0] as BrewedCup, run[run.length - 1] as BrewedCup]
  const isFaster = (last.brewTimeSeconds ?? 0) < (first.brewTimeSeconds ?? 0)
  const what = last.method === 'espresso' ? 'it up' : 'the bed'
  return `A coarser grind has not opened ${what}${isFaster ? ' far enough' : ''}`
}

function slowInWords(cup: BrewedCup) {
  const planned = Math.round(plannedSeconds(cup) ?? 0)
  if (cup.brewTimeSeconds == null)
    return cup.method === 'espresso'
      ? 'The shot was choked: too fine or uneven, so level the puck as well'
      : 'The bed is clogging'
  return cup.method === 'espresso'
    ? `${timeInWords(cup)} is slow for this shot; aim for about ${planned} s. It is choked or uneven, so level the puck as well`
    : `${timeInWords(cup)} is slow; aim for about ${plannedInWords(cup)}. The bed is clogging`
}

/** How many cups in a row, up to the last one, had the same measured reason. */
const timesMeasured = (bag: CupsOfBag) =>
  runOf(bag, one => (judgementOf(one) === 'unsaid' ? undefined : factIn(one) === factIn(lastOf(bag)))).length

/**
 * A flame far too low, or water far too cool or too hot. The water goes to the recipe's temperature before anything else. It is said
 * twice; after that other levers have their turn, and where none is left it is said again.
 */
export function stepForHeat(bag: CupsOfBag, other: () => NextStep): NextStep {
  const cup = lastOf(bag)
  const times = timesMeasured(bag)
  const step = times > 2 ? other() : undefined
  if (step && !isWithoutFigure(step)) return step
  const isCold = factIn(cup) !== 'hot'
  const reason = heatReason(cup, times)
  return canSetTemperature(cup)
    ? { ...brewAt(Math.round(plannedTempF(cup)), isCold ? 1 : -1), reason }
    : isCold
      ? coldWaterDoubt(cup, reason, times)
      : (step ?? other())
}

function heatReason(cup: BrewedCup, times: number) {
  const how = times === 1 ? 'far' : 'still'
  if (factIn(cup) === 'low-flame')
    return `${timeInWords(cup)} is ${how} too long for this pot; aim for about ${plannedInWords(cup)}. The heat is too low, and the coffee cooks`
  if (factIn(cup) === 'hot') return `The water was ${how} too hot, and hot water extracts too much`
  return cup.method === 'moka'
    ? `The water was ${how} too cool, so the coffee cooks while it heats`
    : `The water was ${how} too cool, and cool water extracts too little`
}

/** A steep that ended far too soon or too late: the grind stays until the time is right. */
export function stepForSteep(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const isShort = factIn(cup) === 'under-steeped'
  const still = timesMeasured(bag) > 1 ? 'still ' : ''
  const planned = brewTimeInWords(toGrain(plannedSeconds(cup) ?? 0))
  return {
    change: 'preparation',
    advice: `Leave the grind, and steep for ${planned}.`,
    reason: `${brewTimeInWords(cup.brewTimeSeconds ?? 0)} is ${still}far too ${isShort ? 'short' : 'long'}: the water took too ${isShort ? 'little' : 'much'} out of the coffee`,
  }
}

/** Sour and bitter at once: two changes of preparation, then doubt. The grind stays. */
export function stepForUneven(bag: CupsOfBag): NextStep {
  const times = runOf(bag, one => (judgementOf(one) === 'unsaid' ? undefined : isUneven(one))).length
  const { even } = handiworkFor(lastOf(bag))
  const advice = even[times - 1]
  if (!advice) {
    const doubts = doubtsAbout(lastOf(bag))
    return doubts[times - 1 - even.length] ?? noBetterIdea(bag)
  }
  return {
    change: 'preparation',
    advice: `Leave the grind. ${advice}`,
    reason:
      times === 1
        ? 'Sour and bitter together usually mean uneven extraction'
        : 'Still sour and bitter: the water is not reaching all of the coffee evenly',
  }
}

/** One cup that is off after several that were just right may be chance, so nothing moves yet. */
export function stepForOneOff(bag: CupsOfBag): NextStep | undefined {
  const cup = lastOf(bag)
  const word = (tasteOn('grind', cup) ?? tasteOn('ratio', cup))?.word
  const times = justRightBefore(bag)
  if (!word || times < ENOUGH_RIGHT) return
  return {
    change: 'repeat',
    advice: 'Brew it once more, unchanged.',
    reason: `This recipe was just right ${times} times before, so one ${word} cup may be chance`,
  }
}

/** Our choice. With three or four, the slowest tenth of drinkers needs a brew more (bench/coach.ts). */
const ENOUGH_RIGHT = 5

/** Flat: one doubt after another. Stale beans were named with the first cup. */
function stepForFlat(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const doubts = flatDoubts(cup)
  const before = bag.slice(0, -1).filter(isFlat).length
  const told = Math.max(0, beansTrouble(cup) === 'stale' ? before - 1 : before)
  return doubts[told] ?? noBetterIdea(bag)
}

/**
 * Called choked or clogged, although it took about as long as planned or less: the time may be
 * wrong, or only the start was slow.
 */
function stepForSaidToClog(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const [first, second] = unclogging(cup)
  const reason = `${timeInWords(cup)} is not slow for ${cup.method === 'espresso' ? 'this shot' : 'this brew'}, so the time may be wrong, or only the start was slow`
  const isAlike = (one: BrewedCup) => isSaidToClog(one) && factIn(one) !== 'slow'
  const told = bag.slice(0, -1).filter(isAlike).length
  const options: NextStep[] = [
    {
      change: 'preparation',
      advice: `Leave the grind, and time the next one from the first water on. ${first}`,
      reason,
    },
    { change: 'preparation', advice: second, reason },
    clogDoubt(cup, 'The water doesn’t run through evenly'),
  ]
  return options[told] ?? noBetterIdea(bag)
}

/** Only stars, or notes without a complaint: back to a setting that was good, or the question what was off. */
export function stepWithoutWords(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const best = bag.findLast(one => (one.rating ?? 0) >= GOOD_STARS && judgementOf(one) === 'good')
  if (isSaidToClog(cup) && drains(cup)) return stepForSaidToClog(bag)
  const back = best && !groundAs(bag).includes(best) ? backToSetting(cup, best) : null
  if (back) return { ...back, reason: `You gave ${back.grindLabel} ${best?.rating} stars with this coffee` }
  if (isFlat(cup)) return stepForFlat(bag)
  const { rating } = cup
  const { watery, strong } = tastesOf(cup)
  if (watery && strong)
    return {
      change: 'none',
      advice: 'Tap the one that stood out, and we’ll say what to change.',
      reason: 'Weak and too strong at once cancel each other out',
    }
  return {
    change: 'none',
    advice: 'Tap sour, bitter, weak or too strong, and we’ll say what to change.',
    reason: rating
      ? `${rating === 1 ? 'One star says' : `${rating} stars say`} the cup was off, but not how`
      : cup.tasteProfile
        ? 'A taste profile describes the cup, but not what was off'
        : 'That tells us the cup was off, but not how it tasted',
  }
}
