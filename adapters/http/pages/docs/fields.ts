import type { OpenApiSchema, Parameter } from '../../openapi/schema.ts'
import { type Html, html } from '../html.ts'
import { fieldTypeInWords, formsOf, lengthInWords } from './schema-words.ts'
import { isLong, shapeLink, shapeText } from './shapes.ts'

interface DocsField {
  name: string
  schema: OpenApiSchema
  required: boolean
  example?: unknown
}

/** What a client sends in one place, such as the query. */
export function parameterFields(title: string, parameters: Parameter[], place: Parameter['in']): Html | '' {
  const fields = parameters
    .filter(parameter => parameter.in === place)
    .map(({ description, schema, ...rest }) => ({ ...rest, schema: description ? { ...schema, description } : schema }))
  return fieldList(title, fields)
}

/** The fields of a body. One that does not have any is written as it is. */
export function bodyFields(schema: OpenApiSchema): Html | '' {
  const { properties, required = [], allOf = [] } = schema
  if (!properties) return html`<h3>Body</h3>${shapeText(schema)}`
  // If a field has two names, the description of the other one says so.
  const owed = [...required, ...allOf.flatMap(({ anyOf }) => anyOf?.[0]?.required ?? [])]
  return fieldList(
    'Body',
    Object.entries(properties).map(([name, schema]) => ({ name, schema, required: owed.includes(name) })),
  )
}

const fieldList = (title: string, fields: DocsField[]): Html | '' =>
  fields.length === 0 ? '' : html`<h3>${title}</h3><ul class="fields">${fields.map(fieldRow)}</ul>`

/** An example of a path or a query is in the sample, too; here it stands next to its words. */
function fieldRow({ name, schema, required, example }: DocsField): Html {
  const { description } = schema
  const given = example === undefined ? '' : html`, for example <code>${String(example)}</code>`
  return html`<li><code>${name}${required ? html` <em>required</em>` : ''}</code><p>${description ? html`${description} ` : ''}<small>${kindIn(schema)}${given}</small></p></li>`
}

function kindIn(schema: OpenApiSchema): Html {
  const named = namedIn(schema)
  if (named) return named
  if (!isLong(schema) && !schema.properties) return html`${fieldTypeInWords(schema)}`
  return html`<details><summary>${schema.items ? 'list of objects' : 'object'}${lengthInWords(schema)}</summary>${shapeText(schema)}</details>`
}

/** A shape with a name, a list of them, or one of them or something short. */
function namedIn(schema: OpenApiSchema): Html | undefined {
  const { $ref, items } = schema
  if ($ref) return shapeLink($ref)
  if (items?.$ref) return html`list of ${shapeLink(items.$ref)}${lengthInWords(schema)}`
  const forms = formsOf(schema)
  if (!forms.some(form => form.$ref) || forms.some(form => !form.$ref && isLong(form))) return undefined
  return html`${forms.map((form, at) => html`${at === 0 ? '' : ' or '}${form.$ref ? shapeLink(form.$ref) : fieldTypeInWords(form)}`)}`
}
