import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = Record<string, unknown>

/** What a caller may send. Checks that JSON Schema cannot say (trimming, cross-field rules) are left to the parse. */
export const inputJsonSchema = (schema: v.GenericSchema): JsonSchema => convert(schema, 'input')

/** What a caller gets back. */
export const replyJsonSchema = (schema: v.GenericSchema): JsonSchema => convert(schema, 'output')

function convert(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'openapi-3.0' })
  return rest as JsonSchema
}
