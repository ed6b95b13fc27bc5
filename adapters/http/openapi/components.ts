import type * as v from 'valibot'
import { replyJsonSchema } from '../../schemas/json-schema.ts'
import { inFewWords, type OpenApiSchema, withInner } from './schema.ts'

export interface Components {
  schemas: Record<string, OpenApiSchema>
  /** A reference to a body's schema, stored under this name or that of an identical one. */
  body: (name: string, schema: OpenApiSchema) => OpenApiSchema
  /**
   * A reference to a reply's schema, stored under the name of its shape if it has one, else under
   * this name, which no other reply may have.
   */
  reply: (name: string, schema: OpenApiSchema) => OpenApiSchema
}

/** Schemas that are defined once, under a name, and referred to elsewhere. */
export function componentsWith(named: Record<string, v.GenericSchema>): Components {
  const schemas: Record<string, OpenApiSchema> = {}
  const names = new Map<string, string>()
  const replies = new Map<string, string>()
  const own = Object.entries(named).map(([name, schema]) => [name, inFewWords(replyJsonSchema(schema))] as const)
  for (const [name, schema] of own) names.set(shapeOf(schema), name)

  const place = (name: string, schema: OpenApiSchema) => {
    if (schemas[name]) return
    // Reserves the name before its inner schemas, so that they are listed in reading order.
    schemas[name] = {}
    schemas[name] = withInner({ ...schema, ...(schema.type && { type: withoutNull(schema.type) }) }, referred)
  }
  const referred = (schema: OpenApiSchema): OpenApiSchema => {
    const name = names.get(shapeOf(schema))
    if (!name) return withInner(schema, referred)
    const { description, ...itself } = own.find(([one]) => one === name)?.[1] ?? schema
    place(name, description === schema.description ? schema : itself)
    const here = {
      ...(schema.description && schema.description !== description && { description: schema.description }),
      ...(schema.default !== undefined && { default: schema.default }),
    }
    const $ref = `#/components/schemas/${name}`
    return isNullable(schema) ? { ...here, anyOf: [{ $ref }, { type: 'null' }] } : { $ref, ...here }
  }
  return {
    schemas,
    body: (name, schema) => {
      if (!names.has(shapeOf(schema))) {
        if (schemas[name] || name in named) throw twoCalled(name)
        names.set(shapeOf(schema), name)
      }
      return referred(schema)
    },
    reply: (name, schema) => {
      const shape = shapeOf(schema)
      if (names.has(shape)) return referred(schema)
      // An operation with two methods has the same reply twice.
      if (name in named || (replies.get(name) ?? shape) !== shape) throw twoCalled(name)
      replies.set(name, shape)
      place(name, schema)
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

const twoCalled = (name: string) => new Error(`Two shapes are called ${name} in the OpenAPI document.`)

/**
 * A schema without its description, default and null at this one place. Schemas of equal shape are
 * stored once.
 */
function shapeOf({ description: _, default: __, ...schema }: OpenApiSchema) {
  return JSON.stringify({ ...schema, ...(schema.type && { type: withoutNull(schema.type) }) })
}

const isNullable = ({ type }: OpenApiSchema) => Array.isArray(type) && type.includes('null')

function withoutNull(type: string | string[]) {
  const types = [type].flat().filter(one => one !== 'null')
  return types.length === 1 && types[0] ? types[0] : types
}
