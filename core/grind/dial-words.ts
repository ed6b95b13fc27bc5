import { capital } from '../names.ts'
import { thousandths } from '../rounding.ts'
import { coarserSign, dialOf } from './dial.ts'
import type { AnyGrinder, GrinderDial } from './model.ts'
import { numeralOf } from './notation.ts'

/**
 * How to find a setting on a dial that shows it in parts: "2 turns, 5 numbers, 0 clicks" for 2.5.0,
 * "5 and two clicks" for the 5.2 of an Ode. Undefined if its numeral says it all.
 */
export function positionInWords(dial: GrinderDial, setting: number): string | undefined {
  const { notation } = dial
  if (!notation || !dialOf(dial).isStep(setting)) return
  if (notation.form === 'number-letter') return
  const parts = partsOf(dial, setting)
  if (notation.form === 'turn.number.click') return parts.map(([count, what]) => counted(count, what)).join(', ')
  const [[first, what] = [0, ''], [last] = [0]] = parts
  if (notation.form === 'turn+number') return `${counted(first, what)}, then ${last}`
  return numeralOf(dial, setting).includes('.') ? `${first} and ${counted(last, 'click', countInWords)}` : undefined
}

/** What the numeral of a dial with its own notation counts: 2.5.0 is 2 turns, 5 numbers and 0 clicks. */
function partsOf(dial: GrinderDial, setting: number): [count: number, what: string][] {
  const numeral = numeralOf(dial, setting)
  const form = dial.notation?.form
  if (form === 'number-letter')
    return [
      [Number.parseInt(numeral, 10), 'number'],
      [numeral.charCodeAt(numeral.length - 1) - 'A'.charCodeAt(0), 'letter'],
    ]
  const names = form === 'number.click' ? ['number', 'click'] : ['turn', 'number', 'click']
  const counts = form === 'turn+number' ? numeral.split('+') : numeral.split('.')
  return counts.map((count, at) => [Number(count), names[at] ?? ''])
}

/**
 * From one setting to another in what the dial shows: "Two clicks finer" if it counts clicks, else
 * "Finer, from 2.7.5 to 2.5.0". Undefined for less than a step.
 */
export function moveInWords(dial: TurnedDial, from: number, to: number): string | undefined {
  const steps = Math.round(Math.abs(to - from) / dialOf(dial).step)
  if (steps === 0) return
  const way = wayOf(dial, from, to)
  return dial.unit === 'clicks' && !dial.notation
    ? `${capital(countInWords(steps))} ${steps === 1 ? 'click' : 'clicks'} ${way}`
    : `${capital(way)}, from ${numeralOf(dial, from)} to ${numeralOf(dial, to)}`
}

type TurnedDial = GrinderDial & Pick<AnyGrinder, 'finerIsHigher'>

/** How far to turn a dial from where it is, and which way. */
export interface DialTurn {
  /** 0 for less than a step. */
  steps: number
  direction: 'finer' | 'coarser' | null
  /** In what the dial shows: "6 clicks coarser", "1 turn, 2 numbers finer", "0.5 finer". */
  words: string
}

export function dialTurn(dial: TurnedDial, from: number, to: number): DialTurn {
  const steps = Math.round(Math.abs(to - from) / dialOf(dial).step)
  if (steps === 0) return { steps, direction: null, words: 'Leave it there' }
  const direction = wayOf(dial, from, to)
  return { steps, direction, words: `${amountInWords(dial, Math.abs(to - from), steps)} ${direction}` }
}

const wayOf = (dial: TurnedDial, from: number, to: number) =>
  (to - from) * coarserSign(dial) > 0 ? ('coarser' as const) : ('finer' as const)

/** The same words as for a setting, counted from 0. Parts that are 0 are not turned, so they are left out. */
function amountInWords(dial: GrinderDial, amount: number, steps: number): string {
  const { maxSetting, minSetting, step, notation, unit } = dial
  if (notation) {
    const fromZero = { minSetting: 0, maxSetting: maxSetting - minSetting, step }
    return partsOf({ ...dial, ...fromZero }, dialOf(fromZero).move(0, steps))
      .flatMap(([count, what]) => (count === 0 ? [] : [counted(count, what)]))
      .join(', ')
  }
  const shown = thousandths(amount)
  return unit === 'clicks' ? counted(shown, 'click') : unit === 'rotations' ? counted(shown, 'turn') : String(shown)
}

/** A number stays on one line with what it counts. */
const counted = (count: number, what: string, inWords: (count: number) => string = String) =>
  `${inWords(count)}\u00a0${what}${count === 1 ? '' : 's'}`

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** Up to ten. */
export const countInWords = (count: number) => counts[count] ?? String(count)
