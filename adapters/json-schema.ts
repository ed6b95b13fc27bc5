import { type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = Record<string, unknown>

/** What a caller may send. Checks that JSON Schema cannot say (trimming, cross-field rules) are left to the parse. */
export const inputJsonSchema = (schema: v.GenericSchema): JsonSchema => jsonSchemaOf(schema, 'input')

/** What a caller gets back. */
export const replyJsonSchema = (schema: v.GenericSchema): JsonSchema => jsonSchemaOf(schema, 'output')

/** In the dialect that OpenAPI 3.1 and MCP share. */
function jsonSchemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const target = 'draft-2020-12'
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target, overrideSchema })
  return rest as JsonSchema
}

/** An empty list of required fields says nothing. */
function overrideSchema({ jsonSchema: { required, ...jsonSchema } }: OverrideSchemaContext) {
  return required?.length === 0 ? jsonSchema : undefined
}
