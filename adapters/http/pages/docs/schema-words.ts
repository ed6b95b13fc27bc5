import type { OpenApiSchema } from '../../openapi/schema.ts'

/** For example "integer, 1 to 100; default 20". */
export function fieldTypeInWords(schema: OpenApiSchema): string {
  const { default: otherwise } = schema
  const given = otherwise === undefined || otherwise === null ? '' : `; default ${otherwise}`
  return `${schemaKind(schema)}${given}`
}

/** The name of the shape that a schema refers to. */
export const refName = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)

export const formsOf = ({ anyOf, oneOf }: OpenApiSchema) => anyOf ?? oneOf ?? []

export function schemaKind(schema: OpenApiSchema): string {
  if (schema.$ref) return refName(schema.$ref)
  const forms = formsOf(schema)
  if (forms.length > 0) return [...new Set(forms.map(schemaKind))].join(' or ')
  const { type, const: constant, enum: values } = schema
  if (constant !== undefined) return String(constant)
  if (Array.isArray(type)) return type.map(one => schemaKind({ ...withoutNull(schema), type: one })).join(' or ')
  if (values && type !== 'null') return values.map(String).join(' | ')
  switch (type) {
    case 'array':
      return `list of ${manyOf(schema.items ?? {})}${lengthInWords(schema)}`
    case 'object':
      return schema.additionalProperties ? `object of ${manyOf(schema.additionalProperties)} by name` : 'object'
    case 'string':
      return textKind(schema)
    case 'null':
      return 'null'
    case undefined:
      return 'anything'
    default:
      return `${type}${bounds(schema.minimum, schema.maximum)}`
  }
}

/** For example ", at most 20". */
export const lengthInWords = ({ minItems, maxItems }: OpenApiSchema) => bounds(minItems, maxItems)

const withoutNull = ({ enum: values, ...schema }: OpenApiSchema): OpenApiSchema =>
  values ? { ...schema, enum: values.filter(value => value !== null) } : schema

const manyOf = (items: OpenApiSchema) =>
  ['object', 'string', 'number', 'integer'].includes(schemaKind(items)) ? `${schemaKind(items)}s` : schemaKind(items)

function textKind({ format, pattern, minLength, maxLength }: OpenApiSchema) {
  if (format) return format
  const length = bounds(minLength || undefined, maxLength)
  const shape = pattern && pattern.length <= LONGEST_PATTERN ? `, as ${pattern}` : ''
  return `string${length && `${length} characters`}${shape}`
}

/** A longer pattern is more use to a program than to a person, and is in the OpenAPI document. */
const LONGEST_PATTERN = 40

/** The largest database integer; not a bound that readers need to know. */
const NO_BOUND = 2 ** 31 - 1

function bounds(least?: number, most?: number) {
  const max = most === NO_BOUND ? undefined : most
  if (least !== undefined && max !== undefined) return least === max ? `, ${max}` : `, ${least} to ${max}`
  if (max !== undefined) return `, at most ${max}`
  return least === undefined ? '' : `, at least ${least}`
}
