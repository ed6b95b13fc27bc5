import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Route } from '../../adapters/http/endpoint.ts'
import { accessOf, isPage, methodsOf, pathNamesOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints as ownEndpoints } from '../../adapters/http/endpoints/index.ts'
import { documentOf } from '../../adapters/http/openapi/document.ts'
import { faultInWords } from '../../adapters/http/openapi/errors.ts'
import type { Operation } from '../../adapters/http/openapi/model.ts'
import { namedShapes } from '../../adapters/http/openapi/names.ts'
import { type OpenApiSchema, withInner } from '../../adapters/http/openapi/schema.ts'
import { entriesOf, otherNameOf } from '../../adapters/schemas/coerce.ts'
import { capital, slugOf } from '../../core/names.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import { endpointTable as table } from '../support/endpoint-table.ts'
import { EXAMPLES, STALE_EXAMPLES } from '../support/example-replies.ts'
import { withoutRefs } from '../support/without-refs.ts'
import { startWorld } from '../support/world.ts'

/** What `bun start` serves. */
const endpoints: Route[] = [...ownEndpoints, mcpDoor, ownMcpDoor]

const bracedPath = (route: Route) => pathOf(route).replace(/:(\w+)/g, '{$1}')
const declared = new Map(
  endpoints.flatMap(route => methodsOf(route).map(method => [`${method} ${bracedPath(route)}`, route] as const)),
)

/** Public according to the table, but only useful with a sign-in. */
const tellsMore = new Set(['GET /api/roasters/{slug}/follow'])

describe('the table of endpoints', () => {
  test('lists every declared route', () => {
    const listed = new Set(table.map(row => `${row.method} ${row.path}`))
    const primary = endpoints.map(route => `${methodsOf(route)[0]} ${bracedPath(route)}`)
    expect(primary.filter(name => !listed.has(name))).toEqual([])
  })

  test('has no route that is not declared', () => {
    expect(
      table.map(row => `${row.method} ${row.path}`).filter(name => ![...declared.keys()].some(known => known === name)),
    ).toEqual([])
  })

  test('says for each route which scope opens it to an API token, and none is open by default', () => {
    const withoutSignIn = ['public', 'anyone']
    for (const { method, path, token } of table) {
      const name = `${method} ${path}` as const
      const route = declared.get(name)
      if (!route) continue
      const closed = withoutSignIn.includes(accessOf(route)) ? '' : 'session'
      expect([name, route.scope ?? closed]).toEqual([name, token])
    }
  })

  test('agrees with the declarations on access, status and limit', () => {
    const accessIn: Record<string, string> = {
      public: 'public',
      optional: 'optional',
      required: 'member',
      member: 'roaster',
    }
    for (const row of table) {
      const route = declared.get(`${row.method} ${row.path}`)
      if (!route) continue
      const name = `${row.method} ${row.path}`
      const access = tellsMore.has(name) ? 'optional' : accessIn[row.auth]
      const found = accessOf(route)
      expect([name, found === 'anyone' ? 'public' : found]).toEqual([name, access ?? ''] as never)
      expect<unknown[]>([name, 'status' in route ? (route.status ?? 200) : 200]).toEqual([name, row.success])
      expect([name, route.limit?.perMinute]).toEqual([name, row.limit])
    }
  })
})

test('only these routes work without a sign-in', () => {
  const open = endpoints.filter(route => !['member', 'roaster'].includes(accessOf(route))).map(route => route.route)
  expect(open.sort()).toMatchSnapshot()
})

/** Fixed words that a path may have in the position of a roaster or coffee: [kind, word]. */
const besideSlugs = endpoints.flatMap(route => {
  const words = pathOf(route).split('/')
  return words.flatMap((name, at) => {
    const kind = kindOfSlug(name, words[at - 1])
    if (!kind) return []
    const siblings = endpoints.map(other => pathOf(other).split('/')).filter(other => leadsTo(other, words, at))
    return siblings.map(other => [kind, other[at] as string] as const)
  })
})

function kindOfSlug(name: string, before: string | undefined) {
  if (name === ':coffeeSlug') return 'coffee'
  return name === ':roasterSlug' || (name === ':slug' && before === 'roasters') ? 'roaster' : undefined
}

function leadsTo(other: string[], words: string[], at: number) {
  const alike = words.slice(0, at).every((word, place) => word === other[place] || word.startsWith(':'))
  return alike && other[at]?.startsWith(':') === false
}

test('no roaster or coffee gets a slug that hides it behind a route', () => {
  expect(besideSlugs).toContainEqual(['roaster', 'recipes'])
  for (const [kind, word] of besideSlugs) expect(slugOf(word, kind)).not.toBe(word)
})

describe('the OpenAPI document', () => {
  test('is version 3.1 and says things once, so that it stays small', () => {
    const document = documentOf(endpoints, 'https://dialin.example')
    expect(document.openapi).toBe('3.1.0')
    expect(JSON.stringify(document).length).toBeLessThan(530_000)
  })

  test('names the alias of every field that has two names', () => {
    const document = withoutRefs(documentOf(endpoints, 'https://dialin.example'))
    const seen = [...declared].flatMap(([name, route]) => {
      if (isPage(route)) return []
      const [method = '', path = ''] = name.split(' ')
      const { parameters = [], requestBody } = (document.paths[path]?.[method.toLowerCase()] ?? {}) as Operation
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      const told: Record<string, { description?: string; deprecated?: boolean }> = {
        ...Object.fromEntries(parameters.map(one => [one.name, one])),
        ...body,
      }
      const fields = Object.keys(entriesOf(route.input))
      const aliases = fields.flatMap(field => {
        const other = otherNameOf(field)
        if (other === undefined) return []
        const description = `Another name for ${field}; send only one of them.`
        expect([name, told[other]]).toEqual([name, expect.objectContaining({ description, deprecated: true })])
        return [field]
      })
      return aliases
    })
    expect([...new Set(seen)].sort()).toEqual(['coffeeId', 'coffeeProfileId', 'volumeGrams', 'waterGrams'])
  })

  test('has a name and a description for every route, and an example if it takes input', () => {
    const document = documentOf(endpoints, 'https://dialin.example')
    const lacking = endpoints.flatMap(route => {
      const name = document.paths[bracedPath(route)]?.[(methodsOf(route)[0] ?? '').toLowerCase()]?.operationId ?? ''
      const takes = isPage(route) ? pathNamesOf(route) : Object.keys(entriesOf(route.input))
      return [
        ...(/^(run)?$/.test(name) ? [`${route.route}: name its operation, as in name: 'listFilters'`] : []),
        ...(route.description ? [] : [`${route.route}: say what its summary has no room for, as description: '…'`]),
        ...(takes.length === 0 || 'example' in route
          ? []
          : [`${route.route}: give a request that is taken as it stands, as example: { … }`]),
      ]
    })
    expect(lacking).toEqual([])
  })

  test('shows a reply for every operation', async () => {
    const shown = await Bun.file(EXAMPLES).json()
    const inJson = [...declared].filter(([, route]) => !isPage(route) && !route.file).map(([name]) => name)
    expect(
      inJson.filter(name => !(name in shown)),
      STALE_EXAMPLES,
    ).toEqual([])
  })

  test('defines each shape once', () => {
    const { schemas } = documentOf(endpoints, 'https://dialin.example').components
    const seen = new Map<string, string[]>()
    const look = (schema: OpenApiSchema, place: string): OpenApiSchema => {
      const { description: _, default: __, ...shape } = schema
      const text = JSON.stringify(shape)
      if (schema.properties && text.length > 200) seen.set(text, [...(seen.get(text) ?? []), place])
      return withInner(schema, inner => look(inner, place))
    }
    for (const [name, schema] of Object.entries(schemas)) look(schema, name)
    // Put it into adapters/http/openapi/names.ts.
    expect([...seen.values()].filter(places => places.length > 1)).toEqual([])
  })

  test('names a shape after an operation only if no other operation has it', () => {
    const { paths, components } = documentOf(endpoints, 'https://dialin.example')
    const refers = (part: unknown) => [...JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)]
    const places: [string, unknown][] = [
      ...Object.entries(components.schemas),
      ...Object.values(paths)
        .flatMap(path => Object.values(path))
        .map((operation): [string, unknown] => [capital(operation?.operationId ?? ''), operation]),
    ]
    const strange = places.flatMap(([place, part]) =>
      refers(part)
        .map(([, name = '']) => name)
        .filter(name => name.endsWith('Reply') && !(name in namedShapes))
        .filter(name => name !== `${place.replace(/By(Put|Patch|Post)$/, '')}Reply`)
        .map(name => `${place} refers to ${name}`),
    )
    // Put it into adapters/http/openapi/names.ts.
    expect([...new Set(strange)]).toEqual([])
  })

  test('is valid and has every route with its parameters, body, replies, errors and limit', async () => {
    const world = await startWorld()
    const { body: document } = await world.call('GET /openapi.json')
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    // biome-ignore lint/suspicious/noExplicitAny: read as whatever it says
    const whole: any = withoutRefs(document)
    for (const [name, route] of declared) {
      const [method = '', path = ''] = name.split(' ')
      const operation = whole.paths[path]?.[method.toLowerCase()]
      expect([name, operation?.summary]).toEqual([name, route.summary])
      expect([name, operation['x-rate-limit-per-minute']]).toEqual([name, route.limit?.perMinute])
      expect([name, '500' in operation.responses]).toEqual([name, true])
      if (route.limit) expect(operation.responses['429'].headers['Retry-After']).toBeDefined()
      const access = accessOf(route)
      if (access === 'member' || access === 'roaster')
        expect([name, '401' in operation.responses]).toEqual([name, true])
      if (access === 'roaster')
        expect([name, operation.responses['403'].description]).toEqual([
          name,
          expect.stringContaining(faultInWords['not-a-roaster-member']),
        ])
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      const parameters = (operation.parameters ?? []).filter((one: { in: string }) => one.in === 'path')
      expect([name, parameters.map((one: { name: string }) => one.name).sort()]).toEqual([name, named.sort()] as never)
    }
    expect(Object.keys(whole.paths['/api/mcp'].post.responses)).toContain('413')
    await world.stop()
  })
})
