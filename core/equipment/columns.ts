import { numberOrText } from '../numbers.ts'

/** A column of a CSV file of records. Its path names one field, in the same way as faults do. */
export interface Column {
  path: string
  cell: 'text' | 'number' | 'flag' | 'list'
  /** What an empty cell means, if not an empty text or list. */
  empty?: 'null' | 'absent'
}

const textCell = (path: string): Column => ({ path, cell: 'text' })
const textOrAbsent = (path: string): Column => ({ path, cell: 'text', empty: 'absent' })
const numberCell = (path: string): Column => ({ path, cell: 'number' })
const numberOrAbsent = (path: string): Column => ({ path, cell: 'number', empty: 'absent' })
const numberOrNull = (path: string): Column => ({ path, cell: 'number', empty: 'null' })

export const grinderColumns: readonly Column[] = [
  ...['slug', 'brand', 'model', 'drive'].map(textCell),
  { path: 'burrType', cell: 'text', empty: 'null' },
  numberOrNull('burrSizeMm'),
  textCell('unit'),
  numberCell('minSetting'),
  numberCell('maxSetting'),
  numberOrAbsent('finestSetting'),
  numberOrNull('step'),
  { path: 'turnsFurther', cell: 'flag', empty: 'absent' },
  { path: 'stepless', cell: 'flag', empty: 'absent' },
  numberOrNull('stepsPerRotation'),
  { path: 'finerIsHigher', cell: 'flag' },
  ...[0, 1, 2, 3, 4].flatMap(at => [
    numberCell(`references[${at}].grindIndex`),
    numberCell(`references[${at}].setting`),
  ]),
  { path: 'curveOf.slug', cell: 'text', empty: 'absent' },
  numberOrAbsent('curveOf.factor'),
  numberOrAbsent('curveOf.offset'),
  numberCell('uncertainty'),
  textCell('confidence'),
  numberOrAbsent('learned.people'),
  numberOrAbsent('learned.agree'),
  { path: 'makerPublished', cell: 'list' },
  { path: 'notFor', cell: 'list', empty: 'absent' },
  { path: 'sources', cell: 'list' },
  textCell('notes'),
  textOrAbsent('notation.form'),
  { path: 'notation.letters', cell: 'number', empty: 'absent' },
  { path: 'notation.numbersPerTurn', cell: 'number', empty: 'absent' },
  { path: 'notation.clicksPerNumber', cell: 'number', empty: 'absent' },
]

export const machineColumns: readonly Column[] = [
  ...['slug', 'brand', 'model', 'brewMethod'].map(textCell),
  numberCell('defaultWaterTempF'),
  ...['heat', 'drive'].map(textOrAbsent),
  ...['minWaterGrams', 'maxWaterGrams', 'doseGrams.min', 'doseGrams.max', 'valveGrams'].map(numberOrAbsent),
  { path: 'hasLid', cell: 'flag', empty: 'absent' },
  textOrAbsent('filterType'),
  { path: 'traits', cell: 'list', empty: 'absent' },
  textOrAbsent('source'),
]

export const filterColumns: readonly Column[] = [
  ...['slug', 'name', 'type', 'description'].map(textCell),
  { path: 'brewers', cell: 'list', empty: 'absent' },
]

const BETWEEN = ' | '

/**
 * Reads a cell. What cannot be read stays text, so that the schema can say what is wrong with it.
 */
export function readCell({ cell, empty }: Column, content: string): unknown {
  const trimmed = content.trim()
  if (trimmed === '' && empty) return empty === 'null' ? null : undefined
  if (cell === 'number') return numberOrText(content)
  if (cell === 'flag') return /^true$/i.test(trimmed) ? true : /^false$/i.test(trimmed) ? false : content
  if (cell === 'list') return trimmed === '' ? [] : trimmed.split('|').map(item => item.trim())
  return content
}

export function cellOf({ path, cell }: Column, record: object): string {
  const value = valueAt(record, path)
  if (value === null || value === undefined) return ''
  return cell === 'list' && Array.isArray(value) ? value.join(BETWEEN) : String(value)
}

function valueAt(record: object, path: string): unknown {
  return keysOf(path).reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], record)
}

export function putAt(record: object, path: string, value: unknown) {
  const keys = keysOf(path)
  let target = record as Record<string, unknown>
  for (const [at, key] of keys.slice(0, -1).entries()) {
    target[key] ??= /^\d+$/.test(keys[at + 1] ?? '') ? [] : {}
    target = target[key] as Record<string, unknown>
  }
  target[keys.at(-1) ?? ''] = value
}

/** Splits a path: `references[0].setting` becomes references, 0, setting. */
export const keysOf = (path: string) => path.split(/[.[\]]+/).filter(key => key !== '')
