import { Fault, faultAt } from '../../core/errors.ts'
import { refuseUnstorableIn } from '../schemas/storable.ts'
import { pausesWhenBusy } from './pauses.ts'

/** In characters. No real row is longer, and each row is parsed in one go. */
const LONGEST_ROW = 256 * 1024

/** A real file has about a dozen. */
const MOST_NAMES = 100

/** How deep lists may be nested: `{ "data": { "brewLogs": [row, …], … } }`. */
const DEEPEST = 2

/**
 * Reads a large JSON object of lists, `{ "BEANS": [row, …], … }`, or of objects of lists, row by
 * row, because one JSON.parse of the whole would block all other requests. Refuses more than `most`
 * rows, including the `before` rows read from other files, before parsing the row that is too many.
 */
export async function rowsIn(body: string, most: number, before = 0): Promise<Record<string, unknown>> {
  if (body === '') return {}
  const from = skipSpace(body, 0)
  if (body[from] === '[') throw faultAt([], 'must be a JSON object.')
  const reading: RowReading = { body, most, rows: before, names: 0, pauseWhenBusy: pausesWhenBusy() }
  const { value, at } = await objectAt(reading, from, '', 1)
  if (skipSpace(body, at) !== body.length) throw notJson()
  return value
}

interface RowReading {
  body: string
  most: number
  /** Rows so far. */
  rows: number
  names: number
  pauseWhenBusy: () => Promise<void>
}

async function objectAt(reading: RowReading, from: number, path: string, depth: number) {
  const { body } = reading
  const value: Record<string, unknown> = {}
  let at = expect(body, from, '{')
  while (body[at] !== '}') {
    if (++reading.names > MOST_NAMES) throw faultAt([], `has more than ${MOST_NAMES} fields.`)
    await reading.pauseWhenBusy()
    const nameEnds = endOf(body, at)
    const name = String(parsed(body, at, nameEnds, ''))
    at = expect(body, skipSpace(body, nameEnds), ':')
    const read = await valueAt(reading, at, path === '' ? name : `${path}.${name}`, depth)
    Object.defineProperty(value, name, { value: read.value, enumerable: true, configurable: true })
    at = behindComma(body, skipSpace(body, read.at), '}')
  }
  return { value, at: at + 1 }
}

async function valueAt(reading: RowReading, at: number, path: string, depth: number) {
  const { body } = reading
  if (body[at] === '[') return listAt(reading, at, path)
  if (body[at] === '{' && depth < DEEPEST) return objectAt(reading, at, path, depth + 1)
  const ends = endOf(body, at)
  return { value: parsed(body, at, ends, path), at: ends }
}

async function listAt(reading: RowReading, from: number, path: string) {
  const { body, most } = reading
  const value: unknown[] = []
  let at = skipSpace(body, from + 1)
  while (body[at] !== ']') {
    if (++reading.rows > most) throw faultAt([], `has more than ${most} rows.`)
    const ends = endOf(body, at)
    value.push(parsed(body, at, ends, `${path}.${value.length}`))
    at = behindComma(body, skipSpace(body, ends), ']')
    await reading.pauseWhenBusy()
  }
  return { value, at: at + 1 }
}

const notJson = () => faultAt([], 'is not valid JSON.')

/** Far more whitespace than any program writes. */
const MOST_SPACE = 10_000

function skipSpace(body: string, from: number) {
  let at = from
  while (at < body.length && ' \n\r\t'.includes(body[at] as string)) {
    if (at++ - from > MOST_SPACE) throw faultAt([], `has more than ${MOST_SPACE} spaces in a row.`)
  }
  return at
}

/** The position of the next token after `sign`, which must be at `at`. */
function expect(body: string, at: number, sign: string) {
  if (body[at] !== sign) throw notJson()
  return skipSpace(body, at + 1)
}

/**
 * The position after the comma between two items, or of the closing sign; JSON allows no trailing
 * comma.
 */
function behindComma(body: string, at: number, end: string) {
  if (body[at] === end) return at
  const next = expect(body, at, ',')
  if (body[next] === end) throw notJson()
  return next
}

/** Where the value starting here ends. Whether it is valid is left to JSON.parse. */
function endOf(body: string, from: number) {
  let depth = 0
  let at = from
  while (at < body.length) {
    if (at - from > LONGEST_ROW) throw tooLong()
    const sign = body.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfText(body, at, from + LONGEST_ROW)
      if (depth === 0) return at
      continue
    }
    if (sign === BRACE || sign === BRACKET) depth++
    else if (sign === BRACE_END || sign === BRACKET_END) {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (depth === 0 && (sign === COMMA || sign <= SPACE)) return at
    at++
  }
  throw notJson()
}

const tooLong = () => new Fault('invalid', `A row of the body is longer than ${LONGEST_ROW / 1024} KiB.`)

function endOfText(body: string, from: number, last: number) {
  let at = from
  while (true) {
    at = body.indexOf('"', at + 1)
    if (at === -1) throw notJson()
    if (at > last) throw tooLong()
    let slashes = 0
    while (body[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

function parsed(body: string, from: number, to: number, path: string): unknown {
  const text = body.slice(from, to)
  try {
    const value = JSON.parse(text)
    refuseUnstorableIn(text, value, path)
    return value
  } catch (error) {
    throw error instanceof Fault ? error : notJson()
  }
}

const [QUOTE, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, SPACE] = [34, 123, 125, 91, 93, 44, 32] as const
