import { settingsThrough } from '../grind/curve.ts'
import type { FiveReferences, Grinder } from '../grind/model.ts'
import { clamp } from '../numbers.ts'
import { hundredths, millionths, tenths } from '../rounding.ts'
import { type Posterior, posteriorOf } from './posterior.ts'
import { type ReadingsOfPerson, type Word, wordOfPerson } from './reading.ts'

/** What the people who own a grinder make of its published curve. */
export interface Lesson {
  people: number
  /** How many of them the new range agrees with. */
  agree: number
  /** How far people are from each other, in index points. */
  spread: number
  /** Around `centre`, what is right for an index is lower by `shift` on the published curve, `stretch` times as far from there. */
  shift: number
  stretch: number
  centre: number
  /** Half of the new range, in index points. */
  uncertainty: number
  /** The grinder with its learned curve; undefined if too few people have said anything. */
  grinder: Grinder | undefined
}

/** Our choice. Fewer may be friends of each other. */
export const LEAST_PEOPLE = 8

/**
 * The lesson of all people's readings. `published` is the grinder with its published curve, also if
 * another one has been learned since: otherwise the same people would count twice.
 */
export function lessonFor(published: Grinder, people: readonly ReadingsOfPerson[]): Lesson {
  const words = people.flatMap(readings => wordOfPerson(published, readings) ?? [])
  const posterior = posteriorOf(words, published.uncertainty, stepInPoints(published))
  const isEnough = words.length >= LEAST_PEOPLE
  const change = isEnough ? changeBy(posterior, published.uncertainty) : { shift: 0, stretch: 0 }
  const uncertainty = isEnough
    ? uncertaintyAfter(posterior, change.shift, published.uncertainty, words.length)
    : published.uncertainty
  const { centre, spread } = posterior
  const agree = words.filter(word => isWithin(word, change, centre, uncertainty)).length
  return {
    people: words.length,
    agree,
    spread: tenths(spread),
    shift: hundredths(change.shift),
    stretch: millionths(1 / (1 - change.stretch)),
    centre: tenths(centre),
    uncertainty,
    grinder: isEnough
      ? {
          ...published,
          references: [...movedBy(published.references, change, centre)],
          uncertainty,
          confidence: confidenceOf(uncertainty),
          learned: { people: words.length, agree },
        }
      : undefined,
  }
}

/** A step of the dial in index points, on average; 0 if it has none. */
function stepInPoints({ step, references }: Grinder) {
  const [first, , , , last] = references
  return ((step ?? 0) * (last.grindIndex - first.grindIndex)) / Math.abs(last.setting - first.setting)
}

type CurveChange = Pick<Posterior, 'shift' | 'stretch'>

/** Our choice: what the prior still allows. */
const MOST_SHIFT = 2
const MOST_STRETCH = 0.2

function changeBy({ shift, stretch, doubt, stretchDoubt }: Posterior, uncertainty: number): CurveChange {
  return {
    shift: clamp(surelyBetter(shift, doubt), -MOST_SHIFT * uncertainty, MOST_SHIFT * uncertainty),
    stretch: clamp(surelyBetter(stretch, stretchDoubt), -MOST_STRETCH, MOST_STRETCH),
  }
}

/**
 * As much of a change as cannot do harm. The truth is at least `change - doubt` away, and moving
 * towards it by up to twice of that leads no farther from it than before.
 */
const surelyBetter = (change: number, doubt: number) =>
  Math.sign(change) * Math.min(Math.abs(change), Math.max(0, 2 * (Math.abs(change) - doubt)))

/** Four of five people find it right within so many standard deviations. */
const FOUR_OF_FIVE = 1.28
/** So many people count as much as the published range. */
const PUBLISHED_COUNTS_AS = 10
/** Two grinders of a kind differ by about a step; see range-reason.ts. */
const LEAST_UNCERTAINTY = 2.5
const MOST_UNCERTAINTY = 15

/**
 * The range in which four of five people find it right, the more of them the closer to what they
 * say; and what they say that the curve does not follow. So it is narrower if people agree, and
 * wider if they do not.
 */
function uncertaintyAfter({ shift, spread }: Posterior, moved: number, published: number, people: number) {
  const theirs = FOUR_OF_FIVE * spread
  const between = Math.sqrt(
    (PUBLISHED_COUNTS_AS * published ** 2 + people * theirs ** 2) / (PUBLISHED_COUNTS_AS + people),
  )
  return tenths(clamp(Math.hypot(between, shift - moved), LEAST_UNCERTAINTY, MOST_UNCERTAINTY))
}

/** As in the published data, where 5 is high and 7 medium. */
const confidenceOf = (uncertainty: number): Grinder['confidence'] =>
  uncertainty <= 5 ? 'high' : uncertainty <= 7 ? 'medium' : 'low'

function isWithin({ at, low, high }: Word, { shift, stretch }: CurveChange, centre: number, uncertainty: number) {
  const expected = shift + stretch * (at - centre)
  return low - uncertainty <= expected && expected <= high + uncertainty
}

/**
 * The same settings with their new indexes. Indexes that leave the scale are replaced by five
 * others on the same curve.
 */
function movedBy(references: FiveReferences, { shift, stretch }: CurveChange, centre: number): FiveReferences {
  if (shift === 0 && stretch === 0) return references
  const moved = references.map(({ grindIndex, setting }) => ({
    grindIndex: hundredths((grindIndex + shift - stretch * centre) / (1 - stretch)),
    setting,
  })) as unknown as FiveReferences
  const [first] = moved
  const last = moved[4]
  if (first.grindIndex >= 0 && last.grindIndex <= 100) return moved
  const settingAt = settingsThrough(moved)
  const [from, to] = [Math.max(0, first.grindIndex), Math.min(100, last.grindIndex)]
  return [0, 1, 2, 3, 4].map(at => {
    const grindIndex = hundredths(from + (at * (to - from)) / 4)
    return { grindIndex, setting: millionths(settingAt(grindIndex)) }
  }) as unknown as FiveReferences
}
