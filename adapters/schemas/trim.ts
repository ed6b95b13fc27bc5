import type * as v from 'valibot'
import { isPieces, type Pieces } from '../../core/pieces.ts'

type Trim = (reply: unknown) => unknown

/**
 * Derives from a reply's schema, once, how to drop fields that it does not declare, so that a row
 * passed through does not expose a column added later. Values are not checked; the types and the
 * tests ensure those.
 */
export function trimFor(schema: v.GenericSchema): Trim {
  let trim: Trim | undefined
  return reply => {
    // Built for the first reply: building all of them would slow down the start.
    trim ??= trimmer(schema as Schema) ?? (reply => reply)
    return trim(reply)
  }
}

/** The properties that schemas of the various types have. */
type Schema = v.GenericSchema & {
  entries: Record<string, Schema>
  item: Schema
  items: Schema[]
  value: Schema
  wrapped: Schema
  options: Schema[]
  key: string
  literal: unknown
}

/** Undefined if there is nothing to drop. */
function trimmer(schema: Schema): Trim | undefined {
  const { type } = schema
  if (type === 'object') return objectTrimmer(schema.entries)
  if (type === 'array') return listTrimmer(trimmer(schema.item))
  if (type === 'strict_tuple') return tupleTrimmer(schema.items.map(trimmer))
  if (type === 'record') return recordTrimmer(trimmer(schema.value))
  if (type === 'variant') return variantTrimmer(schema)
  if (wrappers.has(type)) return trimmer(schema.wrapped)
  if (plain.has(type)) return undefined
  if (type === 'union' && schema.options.every(option => plain.has(option.type))) return undefined
  throw new Error(`A reply cannot be trimmed to a schema of the type ${type}; teach adapters/schemas/trim.ts how.`)
}

const wrappers = new Set(['nullable', 'optional', 'nullish'])
const plain = new Set(['string', 'number', 'boolean', 'picklist', 'literal', 'null', 'unknown'])

/**
 * Compiled to an object literal: copying field by field in a loop would take as long as writing the
 * JSON.
 */
function objectTrimmer(entries: Record<string, Schema>): Trim {
  const trims = Object.values(entries).map(trimmer)
  const fields = Object.keys(entries).map((key, at) => {
    const name = JSON.stringify(key)
    return trims[at] ? `${name}: trims[${at}](given[${name}])` : `${name}: given[${name}]`
  })
  return new Function('trims', `return given => given == null ? given : { ${fields.join(', ')} }`)(trims)
}

const listTrimmer = (trim: Trim | undefined): Trim | undefined =>
  trim &&
  (list =>
    isPieces(list)
      ? trimmedPieces(list, trim)
      : ((list as unknown[] | null | undefined)?.map(item => trim(item)) ?? list))

async function* trimmedPieces(list: Pieces<unknown>, trim: Trim) {
  for await (const piece of list) yield piece.map(item => trim(item))
}

const tupleTrimmer =
  (trims: (Trim | undefined)[]): Trim =>
  list =>
    (list as unknown[] | null | undefined)?.map((item, at) => trims[at]?.(item) ?? item) ?? list

const recordTrimmer = (trim: Trim | undefined): Trim | undefined =>
  trim &&
  (record => record && Object.fromEntries(Object.entries(record).map(([name, value]) => [name, trim(value)] as const)))

function variantTrimmer({ key, options }: Schema): Trim {
  const byKind = new Map(options.map(option => [literalIn(option.entries[key]), trimmer(option)]))
  return given => given && byKind.get((given as Record<string, unknown>)[key])?.(given)
}

function literalIn(schema: Schema | undefined) {
  if (schema?.type !== 'literal') throw new Error('A variant in a reply is told apart by a literal.')
  return schema.literal
}
