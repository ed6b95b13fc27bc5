import { clamp } from '../numbers.ts'
import { medianOf, type Word } from './reading.ts'

/**
 * What people's words say about a curve: what is right for an index is, by the published curve,
 * lower by `shift + stretch * (index - centre)`. It is not the other way round, because what people
 * like would then look like a stretch: who likes a V60 coarser has a coarser setting.
 */
export interface Posterior {
  shift: number
  stretch: number
  /** Where the words are, in the middle. */
  centre: number
  /** How far people are from each other, as a standard deviation in index points. */
  spread: number
  /** How far off the shift may be, given so many people; the same for the stretch. */
  doubt: number
  stretchDoubt: number
}

/**
 * A regression in which each word is either meant (normally distributed around the curve) or
 * nonsense (anywhere within 25 points), as one in five is. The likelier a word is nonsense, the less
 * it counts. The prior is the published curve: its shift is as far off as its uncertainty says, and
 * its stretch adds half of that 30 points from the middle. `step` is that of the dial, in index points.
 */
export function posteriorOf(words: readonly Word[], uncertainty: number, step: number): Posterior {
  const prior = { shift: uncertainty, stretch: uncertainty / 2 / 30 }
  let centre = medianOf(words.map(({ at }) => at))
  let fit = { shift: medianOf(words.filter(isExact).map(({ low }) => low)), stretch: 0 }
  let spread = USUAL_SPREAD
  let [doubt, stretchDoubt] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    const missed = words.map(word => ({ ...word, miss: missOf(word, fit, centre) }))
    spread = spreadOf(missed.filter(isExact))
    const weighed = missed.map(word => ({ ...word, weight: weightOf(word, spread) }))
    const total = sum(weighed, ({ weight }) => weight)
    if (total === 0) break
    const before = fit
    // Around their own middle, so that shift and stretch can be found separately.
    const middle = sum(weighed, ({ at, weight }) => weight * at) / total
    fit = { ...fit, shift: fit.shift + fit.stretch * (middle - centre) }
    centre = middle
    const told = weighed.map(word => {
      const x = word.at - centre
      return { ...word, x, y: clamp(fit.shift + fit.stretch * x, word.low, word.high) }
    })
    const width = sum(told, ({ x, weight }) => weight * x * x)
    const [known, knownStretch] = [total + (spread / prior.shift) ** 2, width + (spread / prior.stretch) ** 2]
    fit = {
      shift: sum(told, ({ y, weight }) => weight * y) / known,
      stretch: sum(told, ({ x, y, weight }) => weight * x * y) / knownStretch,
    }
    const ofSteps = biasOfSteps(step, spread)
    doubt = (SURE * spread) / Math.sqrt(known) + BIAS * spread + ofSteps
    stretchDoubt =
      (SURE * spread) / Math.sqrt(knownStretch) + (STRETCH_BIAS * spread + ofSteps) / Math.sqrt(width / total)
    if (Math.abs(fit.shift - before.shift) < SETTLED && Math.abs(fit.stretch - before.stretch) < SETTLED / 30) break
  }
  return { ...fit, centre, spread, doubt, stretchDoubt }
}

const ROUNDS = 40
/** In index points. */
const SETTLED = 0.001

/** Our choice: how far apart people are, before enough of them have said. */
const USUAL_SPREAD = 4
const ENOUGH_TO_MEASURE = 5
/** Nobody tastes less. */
const LEAST_SPREAD = 1.5

const NONSENSE = 0.2
/** Per index point: readings farther than 25 points from the curve are not there. */
const NONSENSE_DENSITY = 1 / 50

/** How many standard errors the truth is from the estimate at most. */
const SURE = 3.5
/**
 * In standard deviations: how far a fifth of the people move the estimate when they all lie in the
 * same direction, by no more than honest people differ, so that nobody can tell them apart. No
 * estimate is moved by less than 0.32 in the worst case (Huber 1964); by simulation
 * (bench/learning.ts), a quarter is enough here.
 */
const BIAS = 0.35
/** Lies in the same direction hardly stretch a curve. */
const STRETCH_BIAS = 0.12

/**
 * On a dial with steps far apart, everybody rounds to the same setting, and however many they are,
 * their mean is off by up to this much: what rounding does to a mean of normally distributed values.
 * It is half a step if all agree, and nothing if they differ by half a step or more.
 */
const biasOfSteps = (step: number, spread: number) =>
  step === 0 ? 0 : (step / 2) * Math.exp(-2 * ((Math.PI * spread) / step) ** 2)

const isExact = ({ low, high }: Word) => low === high

/** How far the fit is from what a person said. */
function missOf({ at, low, high }: Word, { shift, stretch }: Pick<Posterior, 'shift' | 'stretch'>, centre: number) {
  const expected = shift + stretch * (at - centre)
  return Math.abs(expected - clamp(expected, low, high))
}

/** How likely the word is meant. A bound that the fit keeps to does not say where the truth is. */
function weightOf(word: Word & { miss: number }, spread: number) {
  const { miss } = word
  if (!isExact(word) && miss === 0) return 0
  const meant = ((1 - NONSENSE) * Math.exp(-((miss / spread) ** 2) / 2)) / (spread * Math.sqrt(2 * Math.PI))
  return meant / (meant + NONSENSE * NONSENSE_DENSITY)
}

/**
 * The spread of the words that are meant, by the nearest 45 % of all words: that is half of those
 * that are meant, a little less or more as a fifth of the words is nonsense or none. Nonsense does
 * not widen it.
 */
function spreadOf(words: readonly { miss: number }[]) {
  if (words.length < ENOUGH_TO_MEASURE) return USUAL_SPREAD
  const sorted = words.map(({ miss }) => miss).sort((one, other) => one - other)
  return Math.max(LEAST_SPREAD, (sorted[Math.floor(0.45 * sorted.length)] ?? 0) / HALF_OF_A_NORMAL)
}
/** Half of a normal distribution is within so many standard deviations. */
const HALF_OF_A_NORMAL = 0.6745

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)
