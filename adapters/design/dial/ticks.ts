import { dialOf } from '../../../core/grind/dial.ts'
import type { AnyGrinder, GrinderDial } from '../../../core/grind/model.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { DUST, thousandths } from '../../../core/rounding.ts'

/** Everything needed to draw a grinder's dial. */
export type DialFace = GrinderDial & Pick<AnyGrinder, 'finerIsHigher'>

export const dialFrom = ({
  references,
  minSetting,
  maxSetting,
  finestSetting,
  step,
  unit,
  notation,
  finerIsHigher,
}: DialFace): DialFace => ({
  references,
  minSetting,
  maxSetting,
  ...(finestSetting !== undefined && { finestSetting }),
  step,
  unit,
  ...(notation && { notation }),
  finerIsHigher,
})

/** A line of the scale; `numeral` if one is printed there. */
export interface Tick {
  setting: number
  length: 'short' | 'half' | 'long'
  numeral?: string
}

/**
 * Counted from the finest end, so that fine is always on the left, even where finer settings are
 * higher.
 */
export const stepsFromFinest = (dial: DialFace, setting: number) => {
  const { min, max, step } = dialOf(dial)
  return (dial.finerIsHigher ? max - setting : setting - min) / step
}

/** A tick every `every` steps and a numeral every `numeralEvery` steps, between two settings. */
export function ticksOn(
  dial: DialFace,
  every: number,
  numeralEvery: number,
  { min: from, max: to }: SettingSpan,
): Tick[] {
  const { min, max, step } = dialOf(dial)
  const interval = numeralEvery * step
  const ticks: Tick[] = []
  // Ticks are on round settings, wherever the dial begins.
  const first = Math.ceil(min / (every * step) - DUST) * every * step
  for (let setting = first; setting <= max + DUST; setting += every * step) {
    if (setting < from - DUST || setting > to + DUST) continue
    const inInterval = Math.abs(setting / interval - Math.round(setting / interval)) * numeralEvery
    const isLong = inInterval < 0.01
    const isHalf = !isLong && numeralEvery % 2 === 0 && Math.abs(inInterval - numeralEvery / 2) < 0.01
    ticks.push({
      setting: thousandths(setting),
      length: isLong ? 'long' : isHalf ? 'half' : 'short',
      ...(isLong && { numeral: numeralOf(dial, thousandths(setting)) }),
    })
  }
  return ticks
}

/** How many steps lie between two numerals: the largest round number that is at most `fits`. */
export function stepsBetweenNumerals(dial: GrinderDial, fits: number): number {
  const fallback = [1, 5, 10, 20, 50, 100].filter(steps => steps <= fits).at(-1) ?? 1
  return roundSteps(dial).findLast(steps => steps <= fits) ?? fallback
}

/**
 * Adjusts `between` to what is drawn: the nearest wider round number, or else the nearest closer
 * one, at which at least two numerals show and none touch.
 */
export function numeralsThatFit(
  dial: GrinderDial,
  between: number,
  placesAt: (steps: number) => readonly PrintedNumeral[],
  size: number,
): number {
  const round = roundSteps(dial)
  const lessRound = [1, 2, 5, ...round.map(steps => 2 * steps)].sort((a, b) => a - b)
  const wider = [between, ...round, ...lessRound].filter(steps => steps >= between)
  const closer = [...round, ...lessRound].filter(steps => steps < between).sort((a, b) => b - a)
  const isApart = (steps: number) => standApart(placesAt(steps), size)
  return (
    [...wider, ...closer].find(steps => placesAt(steps).length >= 2 && isApart(steps)) ?? wider.find(isApart) ?? between
  )
}

/** The fewest steps between ticks for which there is room, such that every numeral has a tick. */
export function stepsBetweenTicks(dial: GrinderDial, numeralEvery: number, isRoom: (steps: number) => boolean): number {
  const counts = [1, 2, 5, 10, 20, 50, ...ownRoundSteps(dial)].sort((a, b) => a - b)
  return counts.find(count => numeralEvery % count === 0 && isRoom(count)) ?? numeralEvery
}

/**
 * The round numbers of a dial with its own notation (turns, letters or clicks), in steps,
 * ascending; empty for others.
 */
export const ownRoundSteps = (dial: GrinderDial): number[] => (dial.notation ? roundSteps(dial) : [])

/** Where a numeral is printed, and on which side of that position. */
export interface PrintedNumeral {
  at: number
  numeral: string
  anchor?: 'first' | 'last' | ''
}

/**
 * Whether no numeral touches another. In any fallback font, a digit is at most 0.7 as wide as it is
 * high, and a point 0.4.
 */
export function standApart(numerals: readonly PrintedNumeral[], size: number): boolean {
  const boxes = numerals
    .map(({ at, numeral, anchor }) => {
      const width = size * [...numeral].reduce((sum, char) => sum + (char === '.' ? 0.4 : 0.7), 0)
      const left = at - (anchor === 'first' ? 0 : anchor === 'last' ? width : width / 2)
      return { left, right: left + width }
    })
    .sort((a, b) => a.left - b.left)
  return boxes.every(({ left }, index) => left - (boxes[index - 1]?.right ?? -Infinity) >= size * GAP)
}

/** The least gap between two numerals, as a multiple of their size. */
const GAP = 0.35

/** The round numbers of a dial in steps, ascending; in its own numbers and turns if it has them. */
function roundSteps(dial: GrinderDial): number[] {
  const { step } = dialOf(dial)
  const { notation } = dial
  const isWhole = (steps: number) => Math.abs(steps - Math.round(steps)) < 0.02 && steps > 0.98
  const times = (steps: number, ...counts: number[]) => counts.map(count => count * steps)
  const inTurns = (number: number, perTurn: number) => [
    ...times(number, ...divisorsOf(perTurn)),
    ...times(number * perTurn, 2, 5, 10),
  ]
  const numberOf = (perTurn: number) => 1 / (dial.unit === 'rotations' ? perTurn * step : step)
  const steps = !notation
    ? [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50, 100, 500].map(setting => setting / step)
    : notation.form === 'turn.number.click'
      ? inTurns(notation.clicksPerNumber, notation.numbersPerTurn)
      : notation.form === 'turn+number'
        ? inTurns(numberOf(notation.numbersPerTurn), notation.numbersPerTurn)
        : times('letters' in notation ? notation.letters : notation.clicksPerNumber, 1, 2, 5, 10, 20, 50)
  return steps.filter(isWhole).map(Math.round)
}

const divisorsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => at + 1).filter(divisor => count % divisor === 0)
