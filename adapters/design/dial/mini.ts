import type { Nameable } from '../../../core/grind/naming.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import type { Pen } from '../pen.ts'
import { bandAcross, drawStraight, positionAcross, straightTicks } from './straight.ts'
import type { DialFace } from './ticks.ts'

/** A dial that is drawn small and without numerals, in percent from the finest end. */
interface MiniDial {
  /** Ticks without a numeral, and those that would have one. */
  short: number[]
  long: number[]
  at?: number
  band?: { from: number; width: number }
}

/** A grinder in a list to choose from. */
export interface GrinderChoice extends Nameable {
  /** For example "Hand, 39 mm". */
  kind: string
  /** For example "V60 at 25". */
  start: string
  dial?: MiniDial
  isDefault?: boolean
}

/** Without a setting, if the grind is beyond the dial. */
export function miniDialOf(dial: DialFace, set?: { setting: number; range: SettingSpan }): MiniDial {
  const ticks = straightTicks(dial)
  return {
    short: ticks.flatMap(({ at, numeral }) => (numeral === undefined ? [at] : [])),
    long: ticks.flatMap(({ at, numeral }) => (numeral === undefined ? [] : [at])),
    ...(set && { at: positionAcross(dial, set.setting), band: bandAcross(dial, set.range) }),
  }
}

export const drawMini = <T>(pen: Pen<T>, { short, long, at, band }: MiniDial): T =>
  drawStraight(pen, {
    ticks: [...short.map(tick => ({ at: tick })), ...long.map(tick => ({ at: tick, numeral: '' }))],
    at,
    band,
    sentence: '',
  })
