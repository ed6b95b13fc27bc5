import type { Access } from '../../adapters/http/endpoint.ts'
import type { OpenApiDocument, Operation } from '../../adapters/http/openapi/model.ts'
import { mapValues, type OpenApiSchema } from '../../adapters/http/openapi/schema.ts'
import { withoutRefs } from './without-refs.ts'

/** A change that a program written for the earlier document may not survive. */
export interface Break {
  /** Such as `GET /api/grinders`. */
  operation: string
  field?: string
  what: string
}

/** What `after` breaks of what `before` promised, in the order of its operations. */
export function breaksBetween(before: OpenApiDocument, after: OpenApiDocument): Break[] {
  const now = operationsOf(after)
  return [...operationsOf(before)].flatMap(([operation, old]) => {
    const next = now.get(operation)
    const found = next ? breaksOf(old, next) : [{ what: 'is gone' }]
    return found.map(one => ({ operation, ...one }))
  })
}

/** All that a program may rely on; no prose and no errors. */
export function promisedBy({ components, ...document }: OpenApiDocument) {
  const paths = mapValues(document.paths, methods =>
    mapValues(methods, ({ tags: _, responses, ...operation }) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(responses).filter(([status]) => isSuccess(status))),
    })),
  )
  const { openapi, info } = document
  return withoutProse({ openapi, info: { version: info.version }, paths, components: { schemas: components.schemas } })
}

const isSuccess = (status: string) => status < '400'

const proseKeys = new Set(['description', 'summary', 'example', 'examples', 'headers', 'x-rate-limit-per-minute'])

/** A property may have the name of one of these. */
function withoutProse<T>(given: T, areNames = false): T {
  if (Array.isArray(given)) return given.map(one => withoutProse(one)) as T
  if (typeof given !== 'object' || given === null) return given
  const kept = Object.entries(given).filter(([name]) => areNames || !proseKeys.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutProse(value, name === 'properties')])) as T
}

function operationsOf(document: OpenApiDocument) {
  const all = Object.entries(withoutRefs(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  return new Map(all)
}

type FoundBreak = Omit<Break, 'operation'>

function breaksOf(old: Operation, next: Operation): FoundBreak[] {
  const found: FoundBreak[] = []
  const say = (what: string, field?: string) => found.push({ what, ...(field && { field }) })
  if (next.operationId !== old.operationId) say(`is called ${next.operationId}, no longer ${old.operationId}`)
  if (strictness.indexOf(next['x-access']) > strictness.indexOf(old['x-access'])) say('asks for more of its caller')
  const scope = old['x-scope']
  if (scope && ![scope, 'any'].includes(next['x-scope'] ?? '')) say(`no longer opens to the scope ${scope}`)
  if (next.requestBody?.required && !old.requestBody?.required) say('needs a body')

  const [asked, asks] = [askedBy(old), askedBy(next)]
  for (const [field, was] of asked) {
    const is = asks.get(field)
    if (!is) say('is no longer taken', field)
    else for (const what of refusals(was, is)) say(what, field)
  }
  for (const [field, is] of asks)
    if (is.isRequired && !asked.has(field) && (is.within === undefined || asked.has(is.within)))
      say('is new and required', field)

  const [told, tells] = [toldBy(old), toldBy(next)]
  for (const [field, was] of told) {
    const is = tells.get(field)
    if (!is) say('is no longer in the reply', field)
    else for (const what of surprises(was, is)) say(what, field)
  }
  for (const [field, { within }] of tells)
    if (/\|\d+$/.test(field) && !told.has(field) && told.has(within ?? '')) say('has one more form in the reply', field)
  return found
}

const strictness: Access[] = ['public', 'anyone', 'optional', 'member', 'roaster']

interface PromisedField {
  isRequired: boolean
  types: string[]
  schema: OpenApiSchema
  /** The field that it is a part of. */
  within?: string
}

/** Fields by their path: `brews[].grinder`, `hours.*`; several forms of one are `grinder|0` and `grinder|1`. */
type PromisedFields = Map<string, PromisedField>

function askedBy({ parameters = [], requestBody }: Operation): PromisedFields {
  const fields: PromisedFields = new Map()
  for (const { name, in: place, required, schema } of parameters) addField(fields, `${place} ${name}`, schema, required)
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
    addField(fields, `body ${type}`, schema, false)
  return fields
}

function toldBy({ responses }: Operation): PromisedFields {
  const fields: PromisedFields = new Map()
  for (const [status, response] of Object.entries(responses).filter(([status]) => isSuccess(status))) {
    addField(fields, status, {}, true)
    const content = 'content' in response ? (response.content ?? {}) : {}
    for (const [type, { schema }] of Object.entries(content)) addField(fields, `${status} ${type}`, schema, true)
  }
  return fields
}

function addField(fields: PromisedFields, path: string, schema: OpenApiSchema, isRequired: boolean, within?: string) {
  fields.set(path, { isRequired, types: [schema.type ?? []].flat(), schema, ...(within && { within }) })
  const add = (end: string, inner: OpenApiSchema | undefined, required: boolean) =>
    inner && addField(fields, `${path}${end}`, inner, required, path)
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    add(`.${name}`, inner, schema.required?.includes(name) ?? false)
  add('[]', schema.items, false)
  add('.*', schema.additionalProperties, false)
  schema.prefixItems?.forEach((inner, at) => {
    add(`[${at}]`, inner, true)
  })
  ;[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].forEach((inner, at) => {
    add(`|${at}`, inner, false)
  })
  schema.allOf?.forEach((inner, at) => {
    add(`&${at}`, inner, true)
  })
}

/** Why a request that was right may now be refused. */
function* refusals(was: PromisedField, is: PromisedField) {
  if (is.isRequired && !was.isRequired) yield 'is required now'
  const lost = beyond(was.types, is.types)
  if (lost.length > 0) yield `may no longer be ${lost.join(' or ')}`
  const [old, next] = [was.schema, is.schema]
  const taken = valuesOf(next)
  if (taken) {
    const gone = valuesOf(old)?.filter(value => !taken.includes(value))
    if (!gone) yield 'takes only some values now'
    else if (gone.length > 0) yield `no longer takes ${gone.join(', ')}`
  }
  for (const bound of ['minimum', 'minLength', 'minItems'] as const)
    if ((next[bound] ?? -Infinity) > (old[bound] ?? -Infinity)) yield `has a higher ${bound}`
  for (const bound of ['maximum', 'maxLength', 'maxItems'] as const)
    if ((next[bound] ?? Infinity) < (old[bound] ?? Infinity)) yield `has a lower ${bound}`
  if (next.pattern && next.pattern !== old.pattern) yield 'has another pattern'
}

/** Why a program may not understand the reply. One more word in a list of words is promised. */
function* surprises(was: PromisedField, is: PromisedField) {
  if (was.isRequired && !is.isRequired) yield 'may be missing in the reply'
  const added = beyond(is.types, was.types)
  if (added.length > 0) yield `may be ${added.join(' or ')} in the reply`
}

/** The types that `others` do not cover. */
const beyond = (types: string[], others: string[]) =>
  types.filter(
    type => others.length > 0 && !others.includes(type) && !(type === 'integer' && others.includes('number')),
  )

const valuesOf = ({ enum: values, const: only }: OpenApiSchema) => (only === undefined ? values : [only])
