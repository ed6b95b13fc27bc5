import type { OpenApiSchema } from '../../openapi/schema.ts'
import { type Html, html } from '../html.ts'

interface DocsField {
  name: string
  schema: OpenApiSchema
  required: boolean
}

/** The note next to a field's type: that a request requires it, or that a reply may omit it. */
type RemarkOn = (isRequired: boolean) => string
export const ofRequest: RemarkOn = isRequired => (isRequired ? 'required' : '')
export const ofReply: RemarkOn = isRequired => (isRequired ? '' : 'may be missing')

/** The fields that a client sends or gets. Nested fields can be expanded. */
export const fieldList = (fields: DocsField[], remarkOn: RemarkOn): Html =>
  html`<ul class="fields">${fields.map(field => fieldRow(field, remarkOn))}</ul>`

function propertiesOf({ properties = {}, required = [], allOf = [] }: OpenApiSchema): DocsField[] {
  // If a field has two names, the description of the other one says so.
  const owed = [...required, ...allOf.flatMap(({ anyOf }) => anyOf?.[0]?.required ?? [])]
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: owed.includes(name) }))
}

/** The fields of a body or a reply, also if it is a list of objects. */
export function fieldsIn(schema: OpenApiSchema, remarkOn: RemarkOn): Html | '' {
  if (schema.properties) return fieldList(propertiesOf(schema), remarkOn)
  const inner = schema.items ?? schema.additionalProperties
  if (inner) return fieldsIn(inner, remarkOn)
  const forms = formsOf(schema).filter(form => form.properties)
  if (forms.length === 0) return ''
  return html`<ul class="fields">${forms.map(form => html`<li>${foldOut(html`<span>${formName(form)}</span>`, fieldsIn(form, remarkOn))}</li>`)}</ul>`
}

function fieldRow({ name, schema, required }: DocsField, remarkOn: RemarkOn): Html {
  const remark = remarkOn(required)
  const head = html`<code>${name}</code> <span>${typeInWords(schema)}${remark ? html` <em>${remark}</em>` : ''}</span>`
  const text = schema.description ? html`<p>${schema.description}</p>` : ''
  const inside = fieldsIn(schema, remarkOn)
  return inside ? html`<li>${foldOut(head, inside)}${text}</li>` : html`<li>${head}${text}</li>`
}

const foldOut = (head: Html, inside: Html | '') => html`<details><summary>${head}</summary>${inside}</details>`

const formsOf = ({ anyOf, oneOf }: OpenApiSchema) => anyOf ?? oneOf ?? []

/** Names one of several forms by the value that only it has. */
function formName({ properties = {} }: OpenApiSchema) {
  const [name, schema] = Object.entries(properties).find(([, { const: value }]) => value !== undefined) ?? []
  return name ? `where ${name} is ${schema?.const}` : 'or'
}

/** For example "integer, 1 to 100; 20 unless given". */
function typeInWords(schema: OpenApiSchema): string {
  const { default: otherwise } = schema
  const given = otherwise === undefined || otherwise === null ? '' : `; default ${otherwise}`
  return `${kindOf(schema)}${given}`
}

function kindOf(schema: OpenApiSchema): string {
  const forms = formsOf(schema)
  if (forms.length > 0) return [...new Set(forms.map(kindOf))].join(' or ')
  const { type, const: constant, enum: values } = schema
  if (constant !== undefined) return String(constant)
  if (Array.isArray(type)) return type.map(one => kindOf({ ...withoutNull(schema), type: one })).join(' or ')
  if (values && type !== 'null') return values.map(String).join(' | ')
  switch (type) {
    case 'array':
      return `list of ${manyOf(schema.items ?? {})}${bounds(schema.minItems, schema.maxItems)}`
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

const withoutNull = ({ enum: values, ...schema }: OpenApiSchema): OpenApiSchema =>
  values ? { ...schema, enum: values.filter(value => value !== null) } : schema

const manyOf = (items: OpenApiSchema) =>
  ['object', 'string', 'number', 'integer'].includes(kindOf(items)) ? `${kindOf(items)}s` : kindOf(items)

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
