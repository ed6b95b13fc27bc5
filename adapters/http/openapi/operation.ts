import * as field from '../../../core/fields.ts'
import { capital } from '../../../core/names.ts'
import { otherNameOf } from '../../schemas/coerce.ts'
import { inputJsonSchema, replyJsonSchema } from '../../schemas/json-schema.ts'
import type { Endpoint, Method, PageDeclaration, Route } from '../endpoint.ts'
import { accessOf, isPage, methodsOf, pathNamesOf } from '../endpoint.ts'
import type { Components } from './components.ts'
import type { ErrorResponses } from './errors.ts'
import { groupOf } from './groups.ts'
import type { Operation } from './model.ts'
import { type Content, inFewWords, mapValues, type OpenApiSchema, type Parameter } from './schema.ts'

/** The OpenAPI operation for one method of a route. */
export function operationOf(route: Route, method: Method, components: Components, errors: ErrorResponses): Operation {
  const access = accessOf(route)
  const told = isPage(route) ? pageOperation(route) : endpointOperation(route, method, components)
  return {
    summary: route.summary,
    description: [route.description ?? `${route.summary}.`, ...notesOn(route, method)].join(' '),
    tags: [groupOf(route)],
    operationId: operationIdOf(route, method),
    security: securityOf(route),
    'x-access': access,
    ...(route.scope && access !== 'public' && { 'x-scope': route.scope }),
    ...(route.limit && { 'x-rate-limit-per-minute': route.limit.perMinute }),
    ...told,
    responses: { ...errors.of(route, method), ...told.responses },
  }
}

/** Any one of these is enough; `{}` means that none is needed. */
function securityOf(route: Route) {
  const access = accessOf(route)
  if (access === 'public') return []
  const { scope } = route
  return [
    ...(['anyone', 'optional'].includes(access) ? [{}] : []),
    { bearer: [] },
    ...(scope ? [{ apiToken: [] }] : []),
    { cookie: [] },
  ]
}

/** The name of the use case, such as listBrews. Client generators name their methods after it. */
function operationIdOf(route: Route, method: Method) {
  const name = route.name ?? (isPage(route) ? '' : route.run.name)
  return method === methodsOf(route)[0] ? name : `${name}By${method[0]}${method.slice(1).toLowerCase()}`
}

function notesOn(route: Route, method: Method) {
  const [first = '', other] = methodsOf(route)
  return [
    ...(other && method === other ? [`${other} and ${first} do the same.`] : []),
    ...(route.limit ? [`At most ${route.limit.perMinute} requests per minute from one IP address.`] : []),
  ]
}

function pageOperation(page: PageDeclaration) {
  const parameters = pathNamesOf(page).map(
    (name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...(page.example?.[name] && { example: page.example[name] }),
    }),
  )
  const { parameters: more = [], requestBody, responses } = page.operation ?? {}
  return {
    parameters: [...parameters, ...more],
    ...(requestBody && { requestBody }),
    responses: {
      200: { description: 'OK', content: { [page.media]: { schema: wholeOf(page.media) } } },
      ...notChanged(page),
      ...responses,
    },
  }
}

const wholeOf = (media: string): OpenApiSchema =>
  media === 'application/json' ? { type: 'object' } : media.startsWith('image/') ? binary : { type: 'string' }

function endpointOperation(endpoint: Endpoint, method: Method, components: Components) {
  const { properties: declared = {}, required: owed = [] } = inFewWords(inputJsonSchema(endpoint.input))
  const plainly = withGrinderNames(declared)
  const inPath = pathNamesOf(endpoint)
  const others = otherNamesIn(plainly, inPath)
  const properties = withOtherNames(plainly, others)
  const required = owed.filter(name => !others.has(name))
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const example = (endpoint.example ?? {}) as Record<string, unknown>
  const parameter =
    (place: 'path' | 'query') =>
    ([name, { description, deprecated, ...schema }]: [string, OpenApiSchema]): Parameter => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description && { description }),
      ...(deprecated && { deprecated }),
      schema,
      ...(name in example && { example: example[name] }),
    })
  const responses = responsesOf(endpoint, components)
  const besideBody = inFewWords(inputJsonSchema(endpoint.readsBody?.query ?? field.nothing))
  const parameters = [
    ...Object.entries(properties)
      .filter(([name]) => inPath.includes(name))
      .map(parameter('path')),
    ...(endpoint.access === 'roaster' ? [whichRoaster] : []),
    ...Object.entries(besideBody.properties ?? {}).map(parameter('query')),
  ]
  if (method === 'GET') return { parameters: [...parameters, ...rest.map(parameter('query'))], responses }
  if (endpoint.takesFile)
    return { parameters, requestBody: { required: true, content: fileContent(endpoint.takesFile) }, responses }
  if (rest.length === 0) return { parameters, responses }
  const requiredInBody = required.filter(name => !inPath.includes(name))
  const choices = owed.flatMap(name => {
    const other = others.get(name)
    return other ? [{ anyOf: [name, other.name].map(one => justOne(one, properties)) }] : []
  })
  const schema = components.body(capital(operationIdOf(endpoint, method)), {
    type: 'object',
    properties: mapValues(Object.fromEntries(rest), withDefaultInWords),
    ...(requiredInBody.length > 0 && { required: requiredInBody }),
    // Inside allOf: as an anyOf beside `properties`, type generators would make it an alternative
    // to them.
    ...(choices.length > 0 && { allOf: choices }),
  })
  const sent = Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)))
  const content = {
    'application/json': { schema, ...(endpoint.example !== undefined && { example: sent }) },
    ...bytesOf(endpoint.readsBody?.media ?? []),
  }
  return { parameters, requestBody: { required: requiredInBody.length + choices.length > 0, content }, responses }
}

/**
 * Client generators treat a body field with a default as required, so the default goes into the
 * description.
 */
function withDefaultInWords({ default: otherwise, ...schema }: OpenApiSchema): OpenApiSchema {
  if (otherwise === undefined) return schema
  return { ...schema, description: [schema.description, `Default: ${otherwise}.`].filter(Boolean).join(' ') }
}

/** The file as the body itself, or in a form. */
function fileContent({ name, media }: NonNullable<Endpoint['takesFile']>): Content {
  const form = { type: 'object', required: [name], properties: { [name]: binary } }
  return {
    ...bytesOf(media),
    'multipart/form-data': { schema: form },
  }
}

const binary = { type: 'string', format: 'binary' }
const bytesOf = (media: readonly string[]): Content => Object.fromEntries(media.map(type => [type, { schema: binary }]))

interface OtherName {
  name: string
  schema: OpenApiSchema
}

/**
 * The fields that a request also accepts under another name, and that name, which is listed beside
 * them.
 */
function otherNamesIn(properties: Record<string, OpenApiSchema>, inPath: readonly string[]) {
  const others = new Map<string, OtherName>()
  for (const [name, schema] of Object.entries(properties)) {
    const other = name === 'grinderId' && !inPath.includes(name) ? byName : alias(otherNameOf(name), name, schema)
    if (other && !(other.name in properties)) others.set(name, other)
  }
  return others
}

const alias = (other: string | undefined, name: string, schema: OpenApiSchema): OtherName | undefined =>
  other === undefined
    ? undefined
    : {
        name: other,
        schema: { ...schema, description: `Another name for ${name}; send only one of them.`, deprecated: true },
      }

const byName: OtherName = {
  name: 'grinder',
  schema: {
    type: 'string',
    description: 'Instead of grinderId: its slug, or a name that identifies it, such as "k ultra".',
  },
}

/** Where the id of a grinder is accepted, so are its slug and its name. */
function withGrinderNames(properties: Record<string, OpenApiSchema>): Record<string, OpenApiSchema> {
  if (!properties.grinderId) return properties
  const { description, ...id } = properties.grinderId
  const names = 'The id or the slug of a grinder, or a name that identifies it, such as "k ultra".'
  const grinderId = {
    description: [description, names].filter(Boolean).join(' '),
    anyOf: [id, { type: 'string' }],
  }
  return { ...properties, grinderId }
}

const withOtherNames = (properties: Record<string, OpenApiSchema>, others: Map<string, OtherName>) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const other = others.get(name)
      return [[name, schema], ...(other ? [[other.name, other.schema]] : [])] as [string, OpenApiSchema][]
    }),
  )

/** An object with at least this field. */
function justOne(name: string, properties: Record<string, OpenApiSchema>): OpenApiSchema {
  const { description: _, deprecated: __, ...schema } = properties[name] ?? {}
  return { type: 'object', required: [name], properties: { [name]: schema } }
}

const whichRoaster: Parameter = {
  name: 'roaster',
  in: 'query',
  required: false,
  description: 'For members of several roasters: the slug of the roaster to use. Default: the first one they joined.',
  schema: { type: 'string' },
}

const notChanged = ({ cache }: Route): Operation['responses'] =>
  cache?.etag || cache?.source ? { 304: { description: 'Not changed since the ETag in If-None-Match' } } : {}

function responsesOf(endpoint: Endpoint, components: Components) {
  const [method] = methodsOf(endpoint)
  const name = `${capital(operationIdOf(endpoint, method as Method))}Reply`
  const said = inFewWords(replyJsonSchema(endpoint.reply))
  // A file is any text, so there is no shape to refer to.
  const schema = endpoint.file ? said : components.reply(name, said)
  const json: Content = {
    [endpoint.file?.media ?? 'application/json']: { schema },
    ...(endpoint.alsoAs && { [endpoint.alsoAs.media]: { schema: { type: 'object' } } }),
  }
  const responses: Operation['responses'] = {
    ...notChanged(endpoint),
    [endpoint.status ?? 200]: { description: endpoint.status === 201 ? 'Created' : 'OK', content: json },
  }
  if (endpoint.otherStatus)
    responses[endpoint.otherStatus] = { description: 'The same reply, when the service is unhealthy', content: json }
  if (endpoint.browser && endpoint.session === 'starts')
    responses[302] = { description: 'For a browser (Accept: text/html): redirects to the app, signed in' }
  return responses
}
