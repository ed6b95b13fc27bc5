import { type Html, html } from '../html.ts'

/** What our schemas become in an OpenAPI document. */
export interface FieldSchema {
  type?: string
  properties?: Record<string, FieldSchema>
  required?: string[]
  additionalProperties?: FieldSchema
  items?: FieldSchema
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  enum?: unknown[]
  nullable?: boolean
  default?: unknown
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface DocsField {
  name: string
  schema: FieldSchema
  required: boolean
}

/** What is to be said of a field beside its type: that a request needs it, or that a reply may lack it. */
type RemarkOn = (isRequired: boolean) => string
export const ofRequest: RemarkOn = isRequired => (isRequired ? 'required' : '')
export const ofReply: RemarkOn = isRequired => (isRequired ? '' : 'may be missing')

/** What a client sends or gets, field by field; what is inside of a field folds. */
export const fieldList = (fields: DocsField[], remarkOn: RemarkOn): Html =>
  html`<ul class="fields">${fields.map(field => fieldRow(field, remarkOn))}</ul>`

export const propertiesOf = ({ properties = {}, required = [] }: FieldSchema): DocsField[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

/** The fields of a body or a reply, also where it is a list of objects. */
export function fieldsIn(schema: FieldSchema, remarkOn: RemarkOn): Html | '' {
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

const formsOf = ({ anyOf, oneOf }: FieldSchema) => anyOf ?? oneOf ?? []

/** Of several forms each is told by the one value that only it has. */
function formName({ properties = {} }: FieldSchema) {
  const [name, schema] = Object.entries(properties).find(([, { enum: values }]) => values?.length === 1) ?? []
  return name ? `where ${name} is ${schema?.enum?.[0]}` : 'or'
}

/** "integer, 1 to 100; 20 unless given". */
function typeInWords(schema: FieldSchema): string {
  const { nullable, default: otherwise } = schema
  const given = otherwise === undefined || otherwise === null ? '' : `; ${otherwise} unless given`
  return `${kindOf(schema)}${nullable ? ' or null' : ''}${given}`
}

function kindOf(schema: FieldSchema): string {
  const forms = formsOf(schema)
  if (forms.length > 0) return [...new Set(forms.map(kindOf))].join(' or ')
  if (schema.enum) return schema.enum.map(String).join(' | ')
  switch (schema.type) {
    case 'array':
      return `list of ${manyOf(schema.items ?? {})}${bounds(schema.minItems, schema.maxItems)}`
    case 'object':
      return schema.additionalProperties ? `object of ${manyOf(schema.additionalProperties)} by name` : 'object'
    case 'string':
      return textKind(schema)
    case undefined:
      return 'anything'
    default:
      return `${schema.type}${bounds(schema.minimum, schema.maximum)}`
  }
}

const manyOf = (items: FieldSchema) =>
  ['object', 'string', 'number', 'integer'].includes(kindOf(items)) ? `${kindOf(items)}s` : kindOf(items)

function textKind({ format, pattern, minLength, maxLength }: FieldSchema) {
  if (format) return format
  const length = bounds(minLength || undefined, maxLength)
  const shape = pattern && pattern.length <= LONGEST_PATTERN ? `, as ${pattern}` : ''
  return `string${length && `${length} characters`}${shape}`
}

/** A longer one tells a program more than a person, and is in the document. */
const LONGEST_PATTERN = 40

/** The largest that a database's integer holds is no bound that anybody needs to know. */
const NO_BOUND = 2 ** 31 - 1

function bounds(least?: number, most?: number) {
  const max = most === NO_BOUND ? undefined : most
  if (least !== undefined && max !== undefined) return least === max ? `, ${max}` : `, ${least} to ${max}`
  if (max !== undefined) return `, at most ${max}`
  return least === undefined ? '' : `, at least ${least}`
}
