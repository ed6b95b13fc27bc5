import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { isPage } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { asSent, coercionFor, entriesOf, leniently, otherNameOf } from '../../adapters/schemas/coerce.ts'
import { faultOf } from '../../core/errors.ts'
import { toolsOfPerson } from '../../mcp/me/toolbox.ts'
import { toolsOfService } from '../../mcp/server.ts'

const inputs = [
  ...endpoints.flatMap((route): [string, v.GenericSchema][] => (isPage(route) ? [] : [[route.route, route.input]])),
  ...[...toolsOfService.tools, ...toolsOfPerson.tools].map(({ name, input }): [string, v.GenericSchema] => [
    name,
    input,
  ]),
]

/** Every optional field of a schema, also in nested objects and lists, with its path. */
function optionalIn(schema: v.GenericSchema, path: string[] = []): string[][] {
  return Object.entries(entriesOf(schema)).flatMap(([name, field]) => {
    const at = [...path, name]
    const own = ['optional', 'nullish'].includes(field.type) ? [at] : []
    return [...own, ...optionalIn(field, at)]
  })
}

const nullAt = ([name = '', ...rest]: string[]): object => ({ [name]: rest.length === 0 ? null : nullAt(rest) })

interface AnySchema extends v.GenericSchema {
  longest?: number
  pipe?: readonly (AnySchema | { kind: 'validation' | 'transformation' | 'metadata' })[]
  wrapped?: AnySchema
  entries?: Record<string, AnySchema>
  item?: AnySchema
  items?: AnySchema[]
  options?: readonly unknown[]
  key?: unknown
  value?: unknown
}

const isSchema = (one: unknown): one is AnySchema =>
  typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'schema'

/** The paths of texts that are not bounded before they are processed. */
function unboundedIn(schema: AnySchema, path: string): string[] {
  const inner = [
    schema.wrapped,
    schema.item,
    ...(schema.items ?? []),
    ...(schema.options ?? []),
    schema.key,
    schema.value,
  ]
  const [, ...further] = schema.pipe ?? []
  return [
    ...(schema.type === 'string' && schema.longest === undefined ? [path] : []),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, field]) => unboundedIn(field, `${path} ${name}`)),
    ...[...inner, ...further].filter(isSchema).flatMap(one => unboundedIn(one, path)),
  ]
}

test('every text in every request is bounded before it is processed: see boundedText', () => {
  // Files are read row by row: core/portability bounds each text of them where it is read.
  const isFile = (name: string) => name === 'POST /api/user/import'
  const unbounded = inputs.flatMap(([name, input]) => (isFile(name) ? [] : unboundedIn(input as AnySchema, name)))
  expect(unbounded).toEqual([])
  expect(unboundedIn(v.object({ q: v.optional(v.pipe(v.string(), v.trim())) }) as AnySchema, 'it')).toEqual(['it q'])
})

test('null means absent for every optional field of every request', () => {
  const refused = inputs.flatMap(([route, input]) =>
    optionalIn(input)
      .filter(path => {
        const { issues } = v.safeParse(input, leniently(input, nullAt(path)))
        return issues?.some(issue => issue.path?.map(({ key }) => key).join() === path.join() && issue.input === null)
      })
      .map(path => `${route} ${path.join('.')}`),
  )
  expect(refused).toEqual([])
})

test('coffeeId and coffeeProfileId, and volumeGrams and waterGrams, are the same field', () => {
  const input = v.object({ coffeeId: v.number(), waterGrams: v.optional(v.number()) })
  expect(leniently(input, { coffeeProfileId: 7, volumeGrams: 250 })).toMatchObject({ coffeeId: 7, waterGrams: 250 })
  expect(leniently(input, { coffeeId: 7, coffeeProfileId: 7 })).toMatchObject({ coffeeId: 7 })
  expect(() => leniently(input, { coffeeId: 7, coffeeProfileId: 8 })).toThrow(
    'coffeeId and coffeeProfileId are two names for the same field, but have different values. Send only one.',
  )
  expect(leniently(input, { coffeeId: null, coffeeProfileId: 8, waterGrams: null })).not.toHaveProperty('waterGrams')
})

test('every request with such a field accepts either name, in a URL, too', () => {
  const taking = inputs.flatMap(([route, input]) =>
    Object.keys(entriesOf(input)).flatMap(name => {
      const other = otherNameOf(name)
      if (other === undefined) return []
      expect([route, leniently(input, { [other]: coercionFor(input)(other, '250') })]).toEqual([
        route,
        expect.objectContaining({ [name]: 250 }),
      ])
      return [`${route} ${name}`]
    }),
  )
  expect(taking).toContain('POST /api/community-recipes coffeeProfileId')
  expect(taking).toContain('get_brew_recipe volumeGrams')
})

test('an error in such a field uses the name that was sent, in a list, too', () => {
  const one = v.object({ coffeeId: v.pipe(v.number(), v.minValue(1, 'must be at least 1')) })
  const told = (schema: v.GenericSchema, given: unknown) => {
    const { issues } = v.safeParse(schema, leniently(schema, given))
    return issues && asSent(faultOf(issues[0]), given).message
  }
  expect(told(one, { coffeeProfileId: 0 })).toBe('coffeeProfileId must be at least 1.')
  expect(told(one, { coffeeId: null, coffeeProfileId: 0 })).toBe('coffeeProfileId must be at least 1.')
  expect(told(one, { coffeeId: 0 })).toBe('coffeeId must be at least 1.')
  expect(told(one, { coffeeId: 0, coffeeProfileId: 0 })).toBe('coffeeId must be at least 1.')
  expect(told(one, {})).toBe('coffeeId is required.')
  const several = v.object({ bags: v.array(one) })
  expect(told(several, { bags: [{ coffeeId: 1 }, { coffeeProfileId: 0 }] })).toBe(
    'bags[1].coffeeProfileId must be at least 1.',
  )
})
