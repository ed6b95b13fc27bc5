import { SESSION_DAYS } from '../../../core/accounts/model.ts'
import { isLocalAddress } from '../../config/variables.ts'
import type { Route } from '../endpoint.ts'
import { methodsOf, pathOf } from '../endpoint.ts'
import { componentsWith } from './components.ts'
import { errorResponses } from './errors.ts'
import { groups } from './groups.ts'
import type { OpenApiDocument, Operation } from './model.ts'
import { namedShapes } from './names.ts'
import { operationOf } from './operation.ts'
import type { DocumentedResponse, OpenApiSchema } from './schema.ts'

/** Every route of the service, built from its declaration. `replies` are examples by operation. */
export function documentOf(routes: Route[], baseUrl: string, replies: Record<string, unknown> = {}): OpenApiDocument {
  const components = componentsWith(namedShapes)
  const errors = errorResponses()
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes.filter(route => !route.undocumented))
    for (const method of methodsOf(route)) {
      const path = pathOf(route).replace(/:(\w+)/g, '{$1}')
      const operation = operationOf(route, method, components, errors)
      const reply = replies[`${method} ${path}`]
      paths[path] = { ...paths[path], [method.toLowerCase()]: reply ? withReply(operation, reply) : operation }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dialin',
      version: '1.0.0',
      description: 'Coffee brewing recipes that fit your grinder and your taste. Grinder data is free to use.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Dialin', url: `${baseUrl}/about` },
    },
    servers: [{ url: isLocalAddress(baseUrl) ? '/' : baseUrl, description: 'The service this document describes' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorShape, ...components.schemas },
      responses: errors.responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `The \`token\` that register, login and Apple sign-in return. It lasts ${SESSION_DAYS} days.`,
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token from `POST /api/user/tokens` or the page Keys and apps. It opens only operations whose `x-scope` is one of its scopes, or `any`, and allows 300 requests a minute in total (then 429).',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'svc_session',
          description:
            'The same token as a cookie, for browsers. Requests that change something must then come from our own pages.',
        },
      },
    },
  }
}

/** Adds the example to the response for success. */
function withReply({ responses, ...operation }: Operation, example: unknown): Operation {
  const [status = '', response] = Object.entries(responses).find(([status]) => /^20[01]$/.test(status)) ?? []
  const given = response && 'content' in response ? response.content : undefined
  const json = given?.['application/json']
  if (!json) return { ...operation, responses }
  const content = { ...given, 'application/json': { ...json, example } }
  return { ...operation, responses: { ...responses, [status]: { ...response, content } as DocumentedResponse } }
}

const errorShape: OpenApiSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', description: 'One sentence that says what to do.' } },
}
