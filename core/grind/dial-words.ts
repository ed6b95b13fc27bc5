import { capital } from '../names.ts'
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
  const numeral = numeralOf(dial, setting)
  if (notation.form === 'turn.number.click') {
    const [turns = 0, numbers = 0, clicks = 0] = numeral.split('.').map(Number)
    return `${counted(turns, 'turn')}, ${counted(numbers, 'number')}, ${counted(clicks, 'click')}`
  }
  if (notation.form === 'turn+number') {
    const [turns, number] = numeral.split('+')
    return `${counted(Number(turns), 'turn')}, then ${number}`
  }
  if (notation.form === 'number-letter') return
  const [number, clicks] = numeral.split('.')
  return clicks && `${number} and ${counted(Number(clicks), 'click', countInWords)}`
}

/**
 * From one setting to another in what the dial shows: "Two clicks finer" if it counts clicks, else
 * "Finer, from 2.7.5 to 2.5.0". Undefined for less than a step.
 */
export function moveInWords(
  dial: GrinderDial & Pick<AnyGrinder, 'finerIsHigher'>,
  from: number,
  to: number,
): string | undefined {
  const steps = Math.round(Math.abs(to - from) / dialOf(dial).step)
  if (steps === 0) return
  const way = (to - from) * coarserSign(dial) > 0 ? 'coarser' : 'finer'
  return dial.unit === 'clicks' && !dial.notation
    ? `${capital(countInWords(steps))} ${steps === 1 ? 'click' : 'clicks'} ${way}`
    : `${capital(way)}, from ${numeralOf(dial, from)} to ${numeralOf(dial, to)}`
}

/** A number stays on one line with what it counts. */
const counted = (count: number, what: string, inWords: (count: number) => string = String) =>
  `${inWords(count)}\u00a0${what}${count === 1 ? '' : 's'}`

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const countInWords = (count: number) => counts[count] ?? String(count)
