import { clamp } from '../numbers.ts'
import { DUST, thousandths } from '../rounding.ts'
import type { AnyGrinder } from './model.ts'

/** The usable positions of a dial: equal steps from minSetting, none finer than finestSetting. */
interface Dial {
  min: number
  max: number
  step: number
  /** How many real steps it has. */
  steps: number
  /** The nearest position. */
  nearest: (setting: number) => number
  /** The nearest position that is not above, or not below. */
  atMost: (setting: number) => number
  atLeast: (setting: number) => number
  /** Whether the dial reaches a setting, allowing for rounding to a step. */
  reaches: (setting: number) => boolean
  /** Whether a setting is within the dial, on a step or between two. */
  holds: (setting: number) => boolean
  isStep: (setting: number) => boolean
  /** Goes n steps along the dial, stopping at its end. */
  move: (setting: number, steps: number) => number
}

type DialScale = Pick<AnyGrinder, 'minSetting' | 'maxSetting' | 'step'> & {
  finestSetting?: number | undefined
  finerIsHigher?: boolean
}

export function dialOf(grinder: DialScale): Dial {
  const { minSetting: min, maxSetting: max } = grinder
  const step = exactStep(grinder)
  // The data rounds maxSetting as it rounds the step (10.962 is 1 + 259/26), so allow for a little
  // error.
  const steps = Math.floor((max - min) / step + 0.05)
  const stepsTo = (setting: number) => (setting - min) / step
  const { finestSetting, finerIsHigher } = grinder
  const least = finerIsHigher ? 0 : Math.ceil(stepsTo((finestSetting ?? min) - HALF_A_THOUSANDTH))
  const most = finerIsHigher && finestSetting ? Math.floor(stepsTo(finestSetting + HALF_A_THOUSANDTH)) : steps
  const settingAt = (at: number) => thousandths(min + at * step)
  const position = (at: number) => settingAt(clamp(at, least, most))
  const holds = (setting: number) => setting >= min - HALF_A_THOUSANDTH && setting <= max + HALF_A_THOUSANDTH
  const nearest = (setting: number) => position(Math.round(stepsTo(setting)))
  return {
    min: settingAt(0),
    max: settingAt(steps),
    step,
    steps,
    nearest,
    atMost: setting => position(Math.floor(stepsTo(setting) + DUST)),
    atLeast: setting => position(Math.ceil(stepsTo(setting) - DUST)),
    reaches: setting => stepsTo(setting) >= least - 0.5 - DUST && stepsTo(setting) <= most + 0.5 + DUST,
    holds,
    isStep: setting =>
      holds(setting) && Math.abs(settingAt(Math.round(stepsTo(setting))) - setting) <= HALF_A_THOUSANDTH,
    move: (setting, by) => position(Math.round(stepsTo(setting)) + by),
  }
}

/** Whether higher numbers on a dial are coarser (1) or finer (-1). */
export const coarserSign = ({ finerIsHigher }: Pick<AnyGrinder, 'finerIsHigher'>) => (finerIsHigher ? -1 : 1)

/** The setting a number of steps away, coarser if above 0. Stops at the end of the dial. */
export const stepFrom = (dial: DialScale & Pick<AnyGrinder, 'finerIsHigher'>, setting: number, steps: number) =>
  dialOf(dial).move(setting, coarserSign(dial) * steps)

/** The word for one step of the dial. */
export const stepWord = ({ unit }: Pick<AnyGrinder, 'unit'>) => (unit === 'clicks' ? 'click' : 'step')

const HALF_A_THOUSANDTH = 0.000_51

/** The data rounds a step to the thousandth: 0.333 is a third, 0.038 is 1/26. */
function exactStep({ step, minSetting, maxSetting }: DialScale) {
  // Stepless: the eye can set about a hundredth of the dial, rounded down to a power of ten.
  if (step === null) return 10 ** Math.floor(Math.log10((maxSetting - minSetting) / 100))
  const perUnit = Math.round(1 / step)
  return step < 1 && Math.abs(1 / perUnit - step) <= 0.0005 ? 1 / perUnit : step
}
