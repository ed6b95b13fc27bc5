import { type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = Record<string, unknown>

/**
 * What a caller may send. Checks that JSON Schema cannot express (trimming, rules across fields)
 * are left to parsing.
 */
export const inputJsonSchema = (schema: v.GenericSchema): JsonSchema => jsonSchemaOf(schema, 'input')

/** What a caller gets back. */
export const replyJsonSchema = (schema: v.GenericSchema): JsonSchema => jsonSchemaOf(schema, 'output')

/** In the dialect that OpenAPI 3.1 and MCP share. */
function jsonSchemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const target = 'draft-2020-12'
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target, overrideSchema })
  return rest as JsonSchema
}

/** Drops empty `required` lists, which say nothing, and adds missing descriptions. */
function overrideSchema({ valibotSchema, jsonSchema: { required, ...jsonSchema } }: OverrideSchemaContext) {
  const { properties } = jsonSchema
  if (properties && 'entries' in valibotSchema) {
    const entries = valibotSchema.entries as Record<string, v.GenericSchema>
    jsonSchema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, described(property, entries[name])]),
    )
  }
  return required?.length === 0 ? jsonSchema : { ...jsonSchema, ...(required && { required }) }
}

/**
 * Adds the description of a field that has a transformation; the library stops reading at the
 * transformation.
 */
function described(property: NonNullable<OverrideSchemaContext['jsonSchema']['properties']>[string], field: unknown) {
  const description = descriptionOf(field)
  return typeof property === 'object' && description ? { ...property, description } : property
}

/** The last description in the pipe; wrappers such as optional have none of their own. */
function descriptionOf(field: unknown): string | undefined {
  if (typeof field !== 'object' || field === null) return undefined
  if ('pipe' in field) {
    const pipe = field.pipe as { type: string; description?: string }[]
    const own = pipe.findLast(({ type }) => type === 'description')
    return own?.description ?? descriptionOf(pipe[0])
  }
  return 'wrapped' in field ? descriptionOf(field.wrapped) : undefined
}
