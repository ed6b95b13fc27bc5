import * as v from 'valibot'
import { Fault, faultAt } from '../../core/errors.ts'
import { numberOrText } from '../../core/numbers.ts'

type FieldType = 'number' | 'boolean' | 'text'
export type Coerce = (name: string, text: string) => unknown

/**
 * Query and path values arrive as text; this derives from the schema, once, what type each should
 * become.
 */
export function coercionFor(schema: v.GenericSchema): Coerce {
  const types = new Map<string, FieldType>()
  for (const [name, field] of Object.entries(entriesOf(schema))) types.set(name, typeOf(field))
  for (const [name, other] of aliases)
    if (types.has(name)) types.set(other, types.get(other) ?? typeOf(entriesOf(schema)[name] as v.GenericSchema))
  return (name, text) => {
    const type = types.get(name)
    if (type === 'number') return numberOrText(text)
    if (type === 'boolean')
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
    return text
  }
}

/** Fields with two names: where a request accepts one name, it also accepts the other. */
const aliases = [
  ['coffeeId', 'coffeeProfileId'],
  ['volumeGrams', 'waterGrams'],
].flatMap(([one = '', other = '']): [string, string][] => [
  [one, other],
  [other, one],
])

/** The other name of a field that has two. */
export const otherNameOf = (name: string) => aliases.find(([one]) => one === name)?.[1]

/**
 * The input with null dropped for optional fields, and with fields sent under their other name
 * renamed.
 */
export function leniently(schema: v.GenericSchema, given: unknown): unknown {
  let lenient = lenients.get(schema)
  if (!lenient) {
    lenient = lenientFor(schema) ?? (given => given)
    lenients.set(schema, lenient)
  }
  return lenient(given)
}

/** Rewords a fault to use the name that the field was sent under, if it has two. */
export function asSent<E>(fault: E, given: unknown): E | Fault {
  if (!(fault instanceof Fault) || !fault.field) return fault
  const { path, complaint } = fault.field
  let at = given
  const sent = path.map(key => {
    const other = otherNameOf(String(key))
    const name = other !== undefined && valueIn(at, key) == null && valueIn(at, other) != null ? other : key
    at = valueIn(at, name)
    return name
  })
  return sent.every((name, at) => name === path[at]) ? fault : faultAt(sent, complaint, fault.code)
}

const valueIn = (given: unknown, key: string | number) =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[key] : undefined

/** Copies fields sent under the second name of each pair to the first. */
export function underOwnNames(given: Record<string, unknown>, pairs: readonly (readonly [string, string])[]) {
  const taken = { ...given }
  for (const [name, other] of pairs) {
    if (taken[other] == null) continue
    if (taken[name] != null && taken[name] !== taken[other])
      throw faultAt([name], `and ${other} are two names for the same field, but have different values. Send only one.`)
    taken[name] = taken[other]
  }
  return taken
}

type Lenient = (given: unknown) => unknown

/** Derived once per schema. */
const lenients = new WeakMap<v.GenericSchema, Lenient>()

/** Undefined if the schema needs no changes. */
function lenientFor(schema: v.GenericSchema): Lenient | undefined {
  const inner = unwrap(schema)
  if ('item' in inner) {
    const item = lenientFor(inner.item as v.GenericSchema)
    return item && (given => (Array.isArray(given) ? given.map(item) : given))
  }
  const entries = entriesOf(schema)
  const renamed = aliases.filter(([name, other]) => name in entries && !(other in entries))
  const changed = Object.entries(entries)
    .map(([name, field]) => ({
      name,
      dropsNull: field.type === 'optional' && !v.is(field, null),
      lenient: lenientFor(field),
    }))
    .filter(({ dropsNull, lenient }) => dropsNull || lenient)
  if (renamed.length === 0 && changed.length === 0) return undefined
  return given => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
    const taken = underOwnNames(given as Record<string, unknown>, renamed)
    for (const { name, dropsNull, lenient } of changed) {
      if (!(name in taken)) continue
      if (taken[name] === null && dropsNull) delete taken[name]
      else if (lenient) taken[name] = lenient(taken[name])
    }
    return taken
  }
}

/** The fields of an object schema, through pipes and wrappers. */
export function entriesOf(schema: v.GenericSchema): Record<string, v.GenericSchema> {
  const inner = unwrap(schema)
  return 'entries' in inner ? (inner.entries as Record<string, v.GenericSchema>) : {}
}

function typeOf(field: v.GenericSchema): FieldType {
  const inner = unwrap(field)
  return inner.type === 'number' || inner.type === 'boolean' ? inner.type : 'text'
}

function unwrap(schema: v.GenericSchema): v.GenericSchema {
  return 'wrapped' in schema ? unwrap(schema.wrapped as v.GenericSchema) : schema
}
