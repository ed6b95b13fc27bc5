import { atMost } from '../cut.ts'
import { Fault, faultAt } from '../errors.ts'
import { withPoint } from '../numbers.ts'
import { tenths, thousandths } from '../rounding.ts'
import { dialOf } from './dial.ts'
import type { AnyGrinder, GrinderDial } from './model.ts'
import { fullName } from './name.ts'

/**
 * What the device shows at a setting: "24 clicks", "7.8", "2.5.1" (turn.number.click), "9E",
 * "1+2.5" (turn + number).
 */
export const labelOf = (grinder: GrinderDial, setting: number): string =>
  grinder.notation && dialOf(grinder).isStep(setting) ? numeralOf(grinder, setting) : withUnit(grinder, setting)

/** The same without its unit, as printed on a ring. */
export function numeralOf(grinder: GrinderDial, setting: number): string {
  const { step, isStep } = dialOf(grinder)
  const { notation } = grinder
  if (!notation || !isStep(setting)) return plainNumber(setting)
  if (notation.form === 'turn+number') {
    const numbers = thousandths(setting * numbersPerSetting(grinder, notation.numbersPerTurn))
    const turns = Math.floor(numbers / notation.numbersPerTurn)
    // Turns are rounded to the thousandth, which leaves small errors in a number of 1/45 of a turn.
    return `${turns}+${tenths(numbers - turns * notation.numbersPerTurn)}`
  }
  const steps = Math.round(setting / step)
  if (notation.form === 'number-letter')
    return `${Math.floor(steps / notation.letters)}${String.fromCharCode(A + (steps % notation.letters))}`
  const { clicksPerNumber } = notation
  const number = Math.floor(steps / clicksPerNumber)
  const click = steps % clicksPerNumber
  // An Ode shows 6, then 6.1. A dial stored as total clicks needs the ".0", because "11" there
  // means eleven clicks.
  if (notation.form === 'number.click')
    return click === 0 && number === thousandths(setting) ? `${number}` : `${number}.${click}`
  const { numbersPerTurn } = notation
  return `${Math.floor(number / numbersPerTurn)}.${number % numbersPerTurn}.${click}`
}

/** For example "22 to 30 clicks" or "2A to 9E". */
export function rangeLabelOf(grinder: GrinderDial, { min, max }: { min: number; max: number }): string {
  if (min === max) return labelOf(grinder, min)
  const end = labelOf(grinder, max)
  const start = labelOf(grinder, min)
  return `${grinder.notation ? start : String(min)} to ${end}`
}

/**
 * Reads a setting as a number or in the device's notation, and refuses one that is off the dial.
 */
export function settingOn(grinder: AnyGrinder, given: number | string): number {
  const text = String(given).trim()
  const setting = settingRead(grinder, text)
  if (setting === undefined) throw notASetting(grinder, withPoint(text))
  if (!dialOf(grinder).holds(setting)) throw offDial(grinder, given)
  return setting
}

/**
 * Reads a setting like `settingOn`, but without a fault: undefined when the text is not a setting.
 * It may be off the dial.
 */
export function settingRead(dial: GrinderDial, given: string): number | undefined {
  if (given.length > LONGEST_SETTING) return
  const text = withPoint(given.trim())
  const setting = readNotation(dial, text) ?? readNumber(dial, text)
  return setting !== undefined && Number.isFinite(setting) ? setting : undefined
}

/** For example "0 to 40 clicks", "1 to 11" or "1A to 10Z". */
export function dialRangeOf(grinder: AnyGrinder): string {
  const { min, max } = dialOf(grinder)
  const label = rangeLabelOf(grinder, { min, max })
  const plain = `${min} to ${withUnit(grinder, max)}`
  return label === plain ? label : `${label} (${plain})`
}

/** In characters; no dial shows more. */
export const LONGEST_SETTING = 60

const A = 'A'.charCodeAt(0)

const withUnit = ({ unit }: Pick<GrinderDial, 'unit'>, setting: number) => {
  const number = plainNumber(setting)
  if (unit === 'clicks') return `${number} ${number === '1' ? 'click' : 'clicks'}`
  if (unit === 'rotations') return `${number} ${number === '1' ? 'turn' : 'turns'}`
  return number
}

const plainNumber = (setting: number) => String(thousandths(setting))

/** The data counts either numbers or whole turns. */
const numbersPerSetting = ({ unit }: Pick<GrinderDial, 'unit'>, numbersPerTurn: number) =>
  unit === 'rotations' ? numbersPerTurn : 1

function readNotation(grinder: GrinderDial, text: string): number | undefined {
  const { notation } = grinder
  if (!notation) return
  const { step } = dialOf(grinder)
  if (notation.form === 'number-letter') {
    const [, number, letter = ''] = /^(\d+)\s*([a-z])$/i.exec(text) ?? []
    const at = letter.toUpperCase().charCodeAt(0) - A
    return at < notation.letters ? thousandths(Number(number) + at / notation.letters) : undefined
  }
  if (notation.form === 'turn+number') {
    // A plus in a query string arrives as a space.
    const [, turns, number] = /^(\d+)(?:\s*\+\s*|\s+)(\d+(?:\.\d+)?)$/.exec(text) ?? []
    const { numbersPerTurn } = notation
    if (Number(number) >= numbersPerTurn) return
    return turns === undefined
      ? undefined
      : thousandths((Number(turns) * numbersPerTurn + Number(number)) / numbersPerSetting(grinder, numbersPerTurn))
  }
  if (notation.form === 'number.click') {
    // "5.2" is two clicks past 5. "5.67" is not a click of the dial, so it is a plain number.
    const [, number, click] = /^(\d+)\.(\d)$/.exec(text) ?? []
    if (click === undefined || Number(click) >= notation.clicksPerNumber) return
    return thousandths((Number(number) * notation.clicksPerNumber + Number(click)) * step)
  }
  const [, turn, number, click] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  const { numbersPerTurn, clicksPerNumber } = notation
  if (turn === undefined || Number(number) >= numbersPerTurn || Number(click) >= clicksPerNumber) return
  return thousandths(((Number(turn) * numbersPerTurn + Number(number)) * clicksPerNumber + Number(click)) * step)
}

const unitWords = {
  clicks: /^clicks?$/i,
  rotations: /^(turns?|rotations?)$/i,
  numbers: /^numbers?$/i,
  dial: /^numbers?$/i,
}

function readNumber(dial: GrinderDial, text: string): number | undefined {
  const [, number, word] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]*)$/i.exec(text) ?? []
  if (number === undefined || (word && !unitWords[dial.unit].test(word))) return
  if (showsClicks(dial) && !word && !Number.isInteger(Number(number))) return
  return Number(number)
}

/**
 * When a dial shows turns and numbers and we count clicks, "2.5" is part of what it shows, and does
 * not mean two and a half clicks.
 */
const showsClicks = ({ notation, unit }: GrinderDial) => Boolean(notation) && unit === 'clicks'

function notASetting(grinder: AnyGrinder, text: string) {
  const { min, max, nearest } = dialOf(grinder)
  const example = labelOf(grinder, nearest((min + max) / 2))
  const got = text === '' ? 'it is empty' : `you sent "${atMost(text, 40)}"`
  return faultAt(
    ['setting'],
    `must be ${showsClicks(grinder) ? 'a whole number of clicks' : 'a number'} or what the dial of the ${fullName(grinder)} shows, such as ${example}; ${got}.`,
  )
}

function offDial(grinder: AnyGrinder, given: number | string) {
  const complaint = `The ${fullName(grinder)} goes from ${dialRangeOf(grinder)}, so ${String(given).trim()} is off its dial. Enter a setting in that range.`
  return new Fault('setting-off-dial', complaint, { path: ['setting'], complaint })
}
