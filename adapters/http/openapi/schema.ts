/** What our schemas become in an OpenAPI 3.1 document. */
export interface OpenApiSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  additionalProperties?: OpenApiSchema
  propertyNames?: OpenApiSchema
  items?: OpenApiSchema
  prefixItems?: OpenApiSchema[]
  anyOf?: OpenApiSchema[]
  allOf?: OpenApiSchema[]
  oneOf?: OpenApiSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  deprecated?: boolean
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  deprecated?: boolean
  schema: OpenApiSchema
  example?: unknown
}

export interface DocumentedResponse {
  description: string
  content?: Content
  headers?: object
}

export type Content = Record<string, { schema: OpenApiSchema; example?: unknown }>

/**
 * An equivalent schema that is shorter: null becomes one more type, a constant gets its type, and a
 * tuple of identical items becomes a list.
 */
export function inFewWords(given: OpenApiSchema): OpenApiSchema {
  const { propertyNames: _, default: otherwise, pattern, prefixItems, ...schema } = withInner(given, inFewWords)
  const [first, ...others] = prefixItems ?? []
  const alike = first && others.every(other => JSON.stringify(other) === JSON.stringify(first))
  const told = {
    ...(schema.const !== undefined && { type: typeof schema.const }),
    ...schema,
    // Null means the same as absent anyway.
    ...((otherwise ?? null) !== null && { default: otherwise }),
    // Most validators do not read patterns in Unicode mode, and \p{…} works in no other.
    ...(pattern && !pattern.includes('\\p{') && { pattern }),
    ...(prefixItems && (alike ? { items: first, maxItems: prefixItems.length } : { prefixItems, items: {} })),
  }
  return told.anyOf ? withoutNull(told, told.anyOf) : told
}

/** The schema with each of its inner schemas replaced. */
export function withInner(schema: OpenApiSchema, replace: (inner: OpenApiSchema) => OpenApiSchema): OpenApiSchema {
  const { properties, items, additionalProperties, prefixItems, anyOf, allOf, oneOf } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, replace) }),
    ...(items && { items: replace(items) }),
    ...(additionalProperties && { additionalProperties: replace(additionalProperties) }),
    ...(prefixItems && { prefixItems: prefixItems.map(replace) }),
    ...(anyOf && { anyOf: anyOf.map(replace) }),
    ...(allOf && { allOf: allOf.map(replace) }),
    ...(oneOf && { oneOf: oneOf.map(replace) }),
  }
}

export const mapValues = <A, B>(values: Record<string, A>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

function withoutNull({ anyOf: _, ...rest }: OpenApiSchema, forms: OpenApiSchema[]): OpenApiSchema {
  const all = forms.flatMap(form => (form.anyOf && Object.keys(form).length === 1 ? form.anyOf : [form]))
  const [only, ...others] = all.filter(form => form.type !== 'null')
  const isNullable = others.length + 1 < all.length
  if (!only || others.length > 0 || !isNullable || typeof only.type !== 'string') return { ...rest, anyOf: all }
  const { const: constant, enum: values, ...one } = only
  const known = constant === undefined ? values : [constant]
  return { ...one, ...rest, type: [only.type, 'null'], ...(known && { enum: [...known, null] }) }
}
