import type { SettingRange } from '../../../core/grind/convert.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import type { Dialled, OwnGrinder } from '../../../core/grind/model.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { DUST, thousandths } from '../../../core/rounding.ts'

/** All that it takes to draw a grinder's dial. */
export type DialFace = Dialled & Pick<OwnGrinder, 'finerIsHigher'>

export const dialFrom = ({
  references,
  minSetting,
  maxSetting,
  step,
  unit,
  notation,
  finerIsHigher,
}: DialFace): DialFace => ({
  references,
  minSetting,
  maxSetting,
  step,
  unit,
  ...(notation && { notation }),
  finerIsHigher,
})

/** A line of the scale; a numeral where one is printed. */
export interface Tick {
  setting: number
  length: 'short' | 'half' | 'long'
  numeral?: string
}

/** How many real steps a dial has. */
export const stepsOn = (dial: Dialled) => {
  const { min, max, step } = dialOf(dial)
  return Math.round((max - min) / step)
}

/** Counted from the finest end, so that fine is always left, also where finer is higher. */
export const stepsFromFinest = (dial: DialFace, setting: number) => {
  const { min, max, step } = dialOf(dial)
  return (dial.finerIsHigher ? max - setting : setting - min) / step
}

/** One tick for every `every` steps and a numeral every `numeralEvery` of them, from one setting to another. */
export function ticksOn(
  dial: DialFace,
  every: number,
  numeralEvery: number,
  { min: from, max: to }: SettingRange,
): Tick[] {
  const { min, max, step } = dialOf(dial)
  const interval = numeralEvery * step
  const ticks: Tick[] = []
  // Numerals stand on round settings, wherever the dial begins.
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

/** How many steps lie between two numerals: the most of a round number that still fits `fits` steps. */
export function stepsBetweenNumerals(dial: Dialled, fits: number): number {
  const { step } = dialOf(dial)
  const round = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50, 100, 500].map(setting => setting / step)
  const printed = dial.notation && 'clicksPerNumber' in dial.notation ? [dial.notation.clicksPerNumber] : []
  const isWhole = (steps: number) => Math.abs(steps - Math.round(steps)) < 0.02 && steps > 0.98
  const whole = [...printed, ...(dial.notation ? [] : round)].filter(isWhole).map(Math.round)
  const fallback = [1, 5, 10, 20, 50, 100].filter(steps => steps <= fits).at(-1) ?? 1
  return Math.max(...whole.filter(steps => steps <= fits), 0) || fallback
}
