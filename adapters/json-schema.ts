import { type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = Record<string, unknown>

/** OpenAPI 3.0 says null in its own way; elsewhere plain JSON Schema is understood. */
type Target = 'openapi-3.0' | 'draft-2020-12'

/** What a caller may send. Checks that JSON Schema cannot say (trimming, cross-field rules) are left to the parse. */
export const inputJsonSchema = (schema: v.GenericSchema, target: Target = 'openapi-3.0'): JsonSchema =>
  jsonSchemaOf(schema, 'input', target)

/** What a caller gets back. */
export const replyJsonSchema = (schema: v.GenericSchema, target: Target = 'openapi-3.0'): JsonSchema =>
  jsonSchemaOf(schema, 'output', target)

function jsonSchemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output', target: Target): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target, overrideSchema })
  return rest as JsonSchema
}

/** OpenAPI 3.0 forbids an empty list of required fields. */
function overrideSchema({ jsonSchema: { required, ...jsonSchema } }: OverrideSchemaContext) {
  return required?.length === 0 ? jsonSchema : undefined
}
