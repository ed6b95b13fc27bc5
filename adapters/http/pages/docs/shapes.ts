import type { OpenApiDocument } from '../../openapi/model.ts'
import type { OpenApiSchema } from '../../openapi/schema.ts'
import { type Html, html } from '../html.ts'
import { fieldTypeInWords, formsOf, lengthInWords, refName } from './schema-words.ts'

type Shapes = OpenApiDocument['components']['schemas']

/** The schema that a reference refers to. */
export const referredShape = (schema: OpenApiSchema, shapes: Shapes): OpenApiSchema =>
  schema.$ref ? { ...shapes[refName(schema.$ref)], ...schema, $ref: '' } : schema

/**
 * A body or a reply as one text with all its fields, as JSON would have them, with their types in
 * place of values. What has a name leads to the part of the page that shows it: that keeps a page
 * with hundreds of fields small.
 */
export const shapeText = (schema: OpenApiSchema): Html => html`<pre class="shape">${schemaText(schema, '')}</pre>`

function schemaText(schema: OpenApiSchema, indent: string): Html {
  const { $ref, properties, items, additionalProperties } = schema
  if ($ref) return shapeLink($ref)
  if (properties) return html`{\n${fieldLines(schema, `${indent}  `)}${indent}}`
  if (items && isLong(items)) return html`[${schemaText(items, indent)}]${lengthInWords(schema)}`
  if (additionalProperties && isLong(additionalProperties))
    return html`{ [name]: ${schemaText(additionalProperties, indent)} }`
  const forms = formsOf(schema)
  if (forms.some(isLong))
    return html`${forms.map((form, at) => html`${at === 0 ? '' : ' or '}${schemaText(form, indent)}`)}`
  return html`${fieldTypeInWords(schema)}`
}

function fieldLines({ properties = {}, required = [], allOf = [] }: OpenApiSchema, indent: string): Html[] {
  // If a field has two names, the description of the other one says so.
  const owed = [...required, ...allOf.flatMap(({ anyOf }) => anyOf?.[0]?.required ?? [])]
  return Object.entries(properties).map(([name, schema]) => {
    const { description } = schema
    const words = description ? html`${indent}<i>// ${description}</i>\n` : ''
    return html`${words}${indent}${name}${owed.includes(name) ? '' : '?'}: ${schemaText(schema, indent)}\n`
  })
}

/** Has fields, or a name that leads to some. */
export const isLong = (schema: OpenApiSchema): boolean =>
  refsIn(schema).length > 0 || inside(schema).some(inner => inner.properties !== undefined || isLong(inner))

const inside = (schema: OpenApiSchema): OpenApiSchema[] => {
  const { items, additionalProperties, properties = {} } = schema
  return [
    ...formsOf(schema),
    ...(items ? [items] : []),
    ...(additionalProperties ? [additionalProperties] : []),
    ...Object.values(properties),
  ]
}

const shapeAnchor = (name: string) => `shape-${name}`

export const shapeLink = ($ref: string): Html => html`<a href="#${shapeAnchor(refName($ref))}">${refName($ref)}</a>`

/** The names of the shapes that a schema refers to. */
export const refsIn = (schema: OpenApiSchema): string[] => [
  ...(schema.$ref ? [refName(schema.$ref)] : []),
  ...inside(schema).flatMap(refsIn),
]

/** These shapes and all that they refer to, by name. */
export function reachedFrom(names: string[], shapes: Shapes): string[] {
  const reached = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    waiting.push(...refsIn(shapes[name] ?? {}))
  }
  return [...reached].sort()
}

/** The shapes that several operations of a page have in common, each to be unfolded. */
export function shapesPart(names: string[], shapes: Shapes): Html {
  if (names.length === 0) return html``
  return html`<section class="shapes" aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
<p class="quiet">The objects in the replies above. A question mark after a field means that it may be missing.</p>
${names.map(name => html`<details id="${shapeAnchor(name)}"><summary><code>${name}</code></summary>${aboutShape(shapes[name])}${shapeText(shapes[name] ?? {})}</details>\n`)}</section>`
}

const aboutShape = (shape: OpenApiSchema | undefined) =>
  shape?.description ? html`<p class="quiet">${shape.description}</p>` : ''
