import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { documentOf } from '../../adapters/http/openapi/document.ts'
import type { OpenApiDocument, Operation } from '../../adapters/http/openapi/model.ts'
import type { OpenApiSchema } from '../../adapters/http/openapi/schema.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import packageFile from '../../package.json'
import { type Break, breaksBetween, promisedBy } from '../support/promise.ts'

/** The OpenAPI document of the last release. Until the first one, what it is going to promise. */
const RELEASED = 'tests/laws/released.json'
const current = documentOf([...endpoints, mcpDoor, ownMcpDoor], 'https://dialin.example')

if (process.env.RECORD_RELEASE) await Bun.write(RELEASED, inLines(promisedBy(current)))
const released: OpenApiDocument = JSON.parse(readFileSync(RELEASED, 'utf8'))

/** One line for each operation and shape, so that a difference can be read. */
function inLines({ paths, components, ...rest }: ReturnType<typeof promisedBy>) {
  const lines = (entries: object) =>
    `{\n${Object.entries(entries)
      .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  const head = JSON.stringify(rest).slice(1, -1)
  return `{${head},\n"paths": ${lines(paths)},\n"components": { "schemas": ${lines(components.schemas)} }}\n`
}

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const sections = changelog.split(/^## /m).slice(1)
/** What the newest section of the changelog says is no longer as it was. */
const named = (sections[0]?.split(/^### /m).find(part => part.startsWith('Breaking\n')) ?? '').split(/^- /m).slice(1)

const isNamed = (one: Break, lines = named) =>
  lines.some(line => [one.operation, one.field].every(name => name === undefined || line.includes(`\`${name}\``)))

test('nothing that the last release promised is broken without a word in the changelog', () => {
  const unnamed = breaksBetween(released, current).filter(one => !isNamed(one))
  // Better to keep the promise. Otherwise, add each to "### Breaking" at the top of CHANGELOG.md.
  expect(unnamed.map(inChangelog)).toEqual([])
})

const inChangelog = ({ operation, field, what }: Break) => `- \`${operation}\`${field ? ` \`${field}\`` : ''} ${what}.`

test('what is recorded belongs to the last release, or to the first while there is none', () => {
  const dated = sections.map(section => /^\[(.+)\] - \d{4}-\d\d-\d\d\n/.exec(section)?.[1]).find(Boolean)
  // After a release: RECORD_RELEASE=1 bun test ./tests/laws/promise.test.ts
  expect(released.info.version).toBe(dated ?? packageFile.version)
  expect(current.info.version).toBe(packageFile.version)
})

describe('a change is found', () => {
  const changed = (change: (document: OpenApiDocument) => void) => {
    const document = structuredClone(released)
    change(document)
    return breaksBetween(released, document).map(({ operation, field, what }) =>
      [operation, field, what].filter(Boolean).join(' '),
    )
  }
  const operation = (document: OpenApiDocument, path: string, method = 'get') =>
    document.paths[path]?.[method] as Operation
  const shape = (document: OpenApiDocument, name: string) =>
    (document.components.schemas[name] ?? expect.unreachable()) as OpenApiSchema & {
      properties: Record<string, OpenApiSchema>
      required: string[]
    }

  test.each<[string, (document: OpenApiDocument) => void, string]>([
    ['an operation that is gone', document => delete document.paths['/api/grinders'], 'GET /api/grinders is gone'],
    [
      'a field that is gone from a request',
      document => delete shape(document, 'CreateApiToken').properties.expiresInDays,
      'POST /api/user/tokens body application/json.expiresInDays is no longer taken',
    ],
    [
      'a field that a request must have now',
      document => shape(document, 'CreateApiToken').required.push('expiresInDays'),
      'POST /api/user/tokens body application/json.expiresInDays is required now',
    ],
    [
      'a new field that a request must have',
      document => {
        shape(document, 'CreateApiToken').properties.reason = { type: 'string' }
        shape(document, 'CreateApiToken').required.push('reason')
      },
      'POST /api/user/tokens body application/json.reason is new and required',
    ],
    [
      'a lower limit in a request',
      document => {
        shape(document, 'CreateApiToken').properties.name = { type: 'string', minLength: 1, maxLength: 10 }
      },
      'POST /api/user/tokens body application/json.name has a lower maxLength',
    ],
    [
      'another type in a request',
      document => {
        shape(document, 'CreateApiToken').properties.name = { type: 'number' }
      },
      'POST /api/user/tokens body application/json.name may no longer be string',
    ],
    [
      'a value that is no longer taken',
      document => shape(document, 'CreateApiToken').properties.scopes?.items?.enum?.pop(),
      'POST /api/user/tokens body application/json.scopes[] no longer takes roaster',
    ],
    [
      'a parameter that is gone',
      document => {
        const convert = operation(document, '/api/v1/convert')
        convert.parameters = convert.parameters?.filter(({ name }) => name !== 'setting') ?? []
      },
      'GET /api/v1/convert query setting is no longer taken',
    ],
    [
      'a field that is gone from a reply',
      document => delete shape(document, 'CreateApiTokenReply').properties.secret,
      'POST /api/user/tokens 201 application/json.secret is no longer in the reply',
    ],
    [
      'a field of a reply that may be missing',
      document => {
        shape(document, 'CreateApiTokenReply').required.splice(0)
      },
      'POST /api/user/tokens 201 application/json.secret may be missing in the reply',
    ],
    [
      'a field of a reply that may be null',
      document => {
        shape(document, 'CreateApiTokenReply').properties.secret = { type: ['string', 'null'] }
      },
      'POST /api/user/tokens 201 application/json.secret may be null in the reply',
    ],
    [
      'another status for success',
      document => {
        const { responses } = operation(document, '/api/user/tokens', 'post')
        responses['200'] = responses['201'] ?? expect.unreachable()
        delete responses['201']
      },
      'POST /api/user/tokens 201 is no longer in the reply',
    ],
    [
      'a sign-in that is asked for',
      document => {
        operation(document, '/api/grinders')['x-access'] = 'member'
      },
      'GET /api/grinders asks for more of its caller',
    ],
    [
      'a scope that no longer opens it',
      document => delete operation(document, '/api/brew-logs')['x-scope'],
      'GET /api/brew-logs no longer opens to the scope read',
    ],
    [
      'a name that generated clients call it by',
      document => {
        operation(document, '/api/grinders').operationId = 'getGrinders'
      },
      'GET /api/grinders is called getGrinders, no longer',
    ],
  ])('%s', (_, change, told) => {
    expect(changed(change)).toContainEqual(expect.stringContaining(told))
  })

  test.each<[string, (document: OpenApiDocument) => void]>([
    ['nothing', () => {}],
    [
      'a new operation',
      document => {
        document.paths['/api/new'] = { get: operation(document, '/api/grinders') }
      },
    ],
    [
      'a new field in a request that may be missing, and one in a reply',
      document => {
        shape(document, 'CreateApiToken').properties.reason = { type: 'string' }
        shape(document, 'CreateApiTokenReply').properties.reason = { type: 'string' }
        shape(document, 'CreateApiTokenReply').required.push('reason')
      },
    ],
    [
      'one more word in a list of words, and more room',
      document => {
        shape(document, 'CreateApiToken').properties.scopes?.items?.enum?.push('cook')
        shape(document, 'CreateApiToken').properties.name = { type: 'string', minLength: 1, maxLength: 100 }
      },
    ],
    [
      'a text in a reply that is never long now',
      document => {
        shape(document, 'CreateApiTokenReply').properties.secret = { type: 'string', maxLength: 10 }
      },
    ],
  ])('but not %s', (_, change) => {
    expect(changed(change)).toEqual([])
  })

  test('and the changelog names it by its operation and field', () => {
    const one = { operation: 'GET /api/a', field: 'query b', what: 'is gone' }
    expect(isNamed(one, [inChangelog(one)])).toBe(true)
    expect(isNamed(one, ['`GET /api/a` lost a parameter', '`GET /api/b` `query b`'])).toBe(false)
  })
})
