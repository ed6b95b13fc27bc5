import { clamp } from '../numbers.ts'
import { DUST, thousandths } from '../rounding.ts'
import type { AnyGrinder } from './model.ts'

/** The positions that are good to grind at: from minSetting in equal steps, and none finer than finestSetting. */
interface Dial {
  min: number
  max: number
  step: number
  /** How many real steps it has. */
  steps: number
  /** The nearest of them. */
  nearest: (setting: number) => number
  /** The nearest of them that is not above, or not below. */
  atMost: (setting: number) => number
  atLeast: (setting: number) => number
  /** Whether the dial gets there, give or take the rounding to a step. */
  reaches: (setting: number) => boolean
  /** Whether a setting as given lies on the dial, between steps or not. */
  holds: (setting: number) => boolean
  isStep: (setting: number) => boolean
  /** n steps along, stopping where the dial ends. */
  move: (setting: number, steps: number) => number
}

type DialScale = Pick<AnyGrinder, 'minSetting' | 'maxSetting' | 'step'> & { finestSetting?: number | undefined }

export function dialOf(grinder: DialScale): Dial {
  const { minSetting: min, maxSetting: max } = grinder
  const step = exactStep(grinder)
  // The data rounds maxSetting as it rounds the step (10.962 is 1 + 259/26), hence the grain of salt.
  const steps = Math.floor((max - min) / step + 0.05)
  const stepsTo = (setting: number) => (setting - min) / step
  const finest = Math.ceil(stepsTo(grinder.finestSetting ?? min) - DUST)
  const settingAt = (at: number) => thousandths(min + at * step)
  const position = (at: number) => settingAt(clamp(at, finest, steps))
  const holds = (setting: number) => setting >= min - HALF_A_THOUSANDTH && setting <= max + HALF_A_THOUSANDTH
  const nearest = (setting: number) => position(Math.round(stepsTo(setting)))
  return {
    min: settingAt(0),
    max: position(steps),
    step,
    steps,
    nearest,
    atMost: setting => position(Math.floor(stepsTo(setting) + DUST)),
    atLeast: setting => position(Math.ceil(stepsTo(setting) - DUST)),
    reaches: setting => stepsTo(setting) >= finest - 0.5 - DUST && stepsTo(setting) <= steps + 0.5 + DUST,
    holds,
    isStep: setting =>
      holds(setting) && Math.abs(settingAt(Math.round(stepsTo(setting))) - setting) <= HALF_A_THOUSANDTH,
    move: (setting, by) => position(Math.round(stepsTo(setting)) + by),
  }
}

/** Which way along the numbers of a dial is coarser. */
export const coarserSign = ({ finerIsHigher }: Pick<AnyGrinder, 'finerIsHigher'>) => (finerIsHigher ? -1 : 1)

/** The setting so many steps on, above 0 coarser; it stops where the dial ends. */
export const stepFrom = (dial: DialScale & Pick<AnyGrinder, 'finerIsHigher'>, setting: number, steps: number) =>
  dialOf(dial).move(setting, coarserSign(dial) * steps)

/** What lies between two positions of a dial. */
export const stepWord = ({ unit }: Pick<AnyGrinder, 'unit'>) => (unit === 'clicks' ? 'click' : 'step')

const HALF_A_THOUSANDTH = 0.000_51

/** The data rounds a step to the thousandth: 0.333 is a third, 0.038 is 1/26. */
function exactStep({ step, minSetting, maxSetting }: DialScale) {
  // Stepless: a hundredth of the dial or better, as a power of ten, is what an eye can set.
  if (step === null) return 10 ** Math.floor(Math.log10((maxSetting - minSetting) / 100))
  const perUnit = Math.round(1 / step)
  return step < 1 && Math.abs(1 / perUnit - step) <= 0.0005 ? 1 / perUnit : step
}
