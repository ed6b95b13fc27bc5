import type { FaultCode } from '../../core/errors.ts'
import { entriesOf } from '../coerce.ts'
import type { JsonSchema } from '../json-schema.ts'
import { inputJsonSchema, replyJsonSchema } from '../json-schema.ts'
import type { Access, Endpoint, Method, Route } from './endpoint.ts'
import { accessOf, isPage, methodsOf, pathNamesOf, pathOf } from './endpoint.ts'
import { faultStatus } from './faults.ts'

export interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  tags: Array<{ name: string }>
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  summary: string
  tags: string[]
  operationId: string
  security: object[]
  description?: string
  'x-access': Access
  'x-rate-limit-per-minute'?: number
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content; headers?: object }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

/** Every route of the service, built from its declaration. */
export function pathsOf(routes: Route[]) {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes.filter(route => !route.undocumented))
    for (const method of methodsOf(route)) {
      const path = pathOf(route).replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route, method) }
    }
  return paths
}

function operationOf(route: Route, method: Method): Operation {
  const access = accessOf(route)
  return {
    summary: route.summary,
    tags: [groupOf(route)],
    operationId: `${method.toLowerCase()}${pathOf(route).replace(/[/:.-]+(\w?)/g, (_, next) => next.toUpperCase())}`,
    security:
      access === 'public'
        ? []
        : [...(['anyone', 'optional'].includes(access) ? [{}] : []), { bearer: [] }, { cookie: [] }],
    'x-access': access,
    ...(route.limit && {
      description: `At most ${route.limit.perMinute} requests a minute from one address.`,
      'x-rate-limit-per-minute': route.limit.perMinute,
    }),
    ...(isPage(route) ? pageOperation(route) : endpointOperation(route, method)),
    responses: responsesOf(route, method),
  }
}

function pageOperation(route: Route) {
  return {
    parameters: pathNamesOf(route).map(name => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' },
    })),
  }
}

function endpointOperation(endpoint: Endpoint, method: Method) {
  const { properties = {}, required = [] } = inputJsonSchema(endpoint.input) as ObjectSchema
  const inPath = new Set(pathNamesOf(endpoint))
  const rest = Object.entries(properties).filter(([name]) => !inPath.has(name))
  const parameter =
    (place: 'path' | 'query') =>
    ([name, schema]: [string, JsonSchema]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    })
  const parameters = [
    ...Object.entries(properties)
      .filter(([name]) => inPath.has(name))
      .map(parameter('path')),
    ...(endpoint.access === 'roaster' ? [whichRoaster] : []),
  ]
  if (method === 'GET') return { parameters: [...parameters, ...rest.map(parameter('query'))] }
  if (rest.length === 0) return { parameters }
  const requiredInBody = required.filter(name => !inPath.has(name))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(requiredInBody.length > 0 && { required: requiredInBody }),
  }
  return {
    parameters,
    requestBody: { required: requiredInBody.length > 0, content: { 'application/json': { schema } } },
  }
}

const whichRoaster: Parameter = {
  name: 'roaster',
  in: 'query',
  required: false,
  description: 'For members of several roasters: the slug of the one that is meant; else the first they joined.',
  schema: { type: 'string' },
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

function responsesOf(route: Route, method: Method) {
  const responses: Operation['responses'] = {}
  if (isPage(route)) responses[200] = { description: 'OK', content: { [route.media]: { schema: { type: 'string' } } } }
  else {
    const json = { [route.file?.media ?? 'application/json']: { schema: replyJsonSchema(route.reply) } }
    const redirects = route.browser && route.session === 'starts'
    const content = route.browser && !redirects ? { ...json, 'text/html': { schema: { type: 'string' } } } : json
    responses[route.status ?? 200] = { description: route.status === 201 ? 'Created' : 'OK', content }
    if (route.cache?.etag) responses[304] = { description: 'Not changed since the ETag in If-None-Match' }
    if (redirects) responses[302] = { description: 'For a browser (Accept: text/html): on to the app, signed in' }
  }
  for (const [status, codes] of faultsByStatus(route, method)) {
    const retry = status === 429 && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
    responses[status] = { description: codes.join(', '), content, ...retry }
  }
  return responses
}

function faultsByStatus(route: Route, method: Method) {
  const codes = new Set<FaultCode>([...(route.faults ?? []), 'internal'])
  const access = accessOf(route)
  const isPublic = access === 'public' || access === 'anyone'
  if (!isPublic) codes.add('not-signed-in')
  if (!isPublic && method !== 'GET') codes.add('not-allowed')
  if (access === 'roaster') codes.add('not-a-roaster-member')
  if (route.limit) codes.add('too-many-requests')
  if (!isPage(route)) {
    const inPath = pathNamesOf(route)
    if (Object.keys(entriesOf(route.input)).some(name => !inPath.includes(name))) codes.add('invalid')
    if (inPath.length > 0) codes.add('not-found')
    if (method !== 'GET') codes.add('body-too-large')
  }
  const grouped = new Map<number, FaultCode[]>()
  for (const code of codes) grouped.set(faultStatus[code], [...(grouped.get(faultStatus[code]) ?? []), code])
  return grouped
}

const groupOf = (route: Route) => groups.find(([, paths]) => paths.test(pathOf(route)))?.[0] ?? ''

/** What belongs together, in the order to read it; the first that matches a path has it. */
const groups: Array<[name: string, paths: RegExp]> = [
  ['Grind settings', /^\/(api\/(v1|widget|tools|grinders|machines|filters|brew-methods)\b|llms)/],
  ['A recipe for you', /^\/api\/(adaptRecipe|get-recipe|discover|recommendations)/],
  ['Recipes', /^\/api\/(recipes|shared-recipes|browse|community-recipes)/],
  ['Coffees', /^\/api\/coffees/],
  ['Roasters', /^\/api\/(roasters|following|roaster-claims)/],
  ['Sign-in', /^\/api\/(auth|user\/password)/],
  ['Your brews', /^\/api\/brew-logs/],
  ['Your recipes and coffees', /^\/api\/(collections|shared-collections|user\/(recipes|saved-recipes|coffee-library))/],
  ['Your equipment', /^\/api\/user\/(grinders|machines|filters)/],
  ['Your profile and data', /^\/api\/users?\//],
  ['Roaster portal', /^\/api\/roaster-portal/],
  ['Widget', /^(\/api)?\/embed/],
  ['Service', /./],
]

export const documentation = {
  info: {
    title: 'Dialin',
    version: '1.0.0',
    description: 'Coffee brewing recipes that fit your grinder and your taste. Grinder data is free to use.',
  },
  tags: groups.map(([name]) => ({ name })),
  components: {
    schemas: {
      Error: {
        type: 'object' as const,
        required: ['error'],
        properties: { error: { type: 'string' as const, description: 'One sentence that says what to do.' } },
      },
    },
    securitySchemes: {
      bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' },
      cookie: { type: 'apiKey' as const, in: 'cookie', name: 'svc_session' },
    },
  },
}
