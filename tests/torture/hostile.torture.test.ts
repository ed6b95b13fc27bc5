import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isPage, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { engine } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Hostile requests, generated from the service's own description, to every route and page. */
const REQUESTS = engine === 'postgres' ? 20_000 : 5_000
const AT_ONCE = 16
/** To repeat a run, set TORTURE_SEED to what it printed. */
const seed = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 2 ** 31))

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minimum?: number
  maximum?: number
}
interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | undefined
}

let world: TestWorld
let operations: Operation[]
let tokens: string[]

/** Apple's keys: none, so every token is wrong. */
const apple = Bun.serve({ port: 0, fetch: () => Response.json({ keys: [] }) })

beforeAll(async () => {
  world = await startWorld({ appleClientId: 'example.dialin', appleJwksUrl: apple.url.href })
  await world.seedDemo()
  const { paths } = (await world.call('GET /openapi.json')).body
  operations = Object.entries<Record<string, never>>(paths).flatMap(([path, methods]) =>
    Object.entries<{ parameters?: Operation['parameters']; requestBody?: never }>(methods).map(
      ([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body: (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content?.[
          'application/json'
        ]?.schema,
      }),
    ),
  )
  for (const page of pages.filter(isPage))
    for (const method of methodsOf(page))
      operations.push({
        method,
        path: pathOf(page).replace(/:(\w+)/g, '{$1}'),
        parameters: ['q', 'page', 'token'].map(name => ({ name, in: 'query', schema: { type: 'string' } })),
        body: undefined,
      })
  const people = await Promise.all(Array.from({ length: 4 }, somebody))
  const [member] = await world.sql<{ id: number; sessionVersion: number }[]>`
    select users.id, session_version from users join roaster_members on user_id = users.id limit 1`
  const roaster = member && (await world.ports.sessions.sign(member as never))
  tokens = [...people.map(({ token }) => token), roaster ?? '', 'not.a.token', '']
})
/** A person without a password. */
async function somebody() {
  const person = await world.person()
  await world.sql`update users set password_hash = null where id = ${person.id}`
  return person
}
afterAll(async () => {
  await world.stop()
  await apple.stop(true)
})

let state = seed
/** Mulberry32: the same numbers for the same seed. */
function chance() {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T

const nasty: unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '🫘'.repeat(60),
  '\u202eevil',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'a '.repeat(3000),
  'é'.repeat(20_000),
  '9'.repeat(400),
  '1e309',
  '-1',
  '0',
  '-0',
  'NaN',
  'Infinity',
  '0x10',
  '２４',
  '2147483648',
  '1.5',
  'null',
  'true',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  'Mars/Phobos',
  'javascript:alert(1)',
  'http://[::1',
  'data:,',
  '\r\nSet-Cookie: a=b',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  [],
  [[]],
  [null],
  {},
  { a: { b: { c: {} } } },
  { __proto__: null, constructor: 1 },
  Array.from({ length: 2000 }, (_, n) => n),
  'x'.repeat(60_000),
]

function valid(schema: Schema): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valid(pick(choices))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 50, 1 + Math.floor(chance() * 40)))
  if (type === 'boolean') return chance() < 0.5
  if (type === 'array') return [valid(schema.items ?? {})]
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valid(one)]))
  return pick(['comandante-c40-mk4', 'v60', 'gesha', 'LIGHT', 'a@people.example', '24 clicks', '2026-05-01'])
}

/**
 * Mostly valid, so that it gets past the first check, with something nasty in one or two fields.
 */
const spoiled = (schema: Schema) => (chance() < 0.35 ? pick(nasty) : valid(schema))

function requestFor({ method, path, parameters, body }: Operation): { path: string; init: RequestInit } {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''
  const encoded = (value: string) => {
    // Half a character cannot be encoded; its bytes are sent instead.
    const whole = value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80'
    return chance() < 0.03 ? `${whole.slice(0, 200)}%zz%c0%af` : whole.slice(0, 6000)
  }
  const named = path.replace(/\{(\w+)\}/g, (_, name) => {
    const schema = parameters.find(parameter => parameter.name === name)?.schema ?? { type: 'string' }
    return encoded(text(spoiled(schema))) || 'x'
  })
  const query = parameters
    .filter(parameter => parameter.in === 'query' && chance() < 0.6)
    .map(({ name, schema }) => `${name}=${encoded(text(spoiled(schema)))}`)
  const token = pick(tokens)
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${Math.floor(chance() * 256)}.${Math.floor(chance() * 256)}.${Math.floor(chance() * 256)}`,
    accept: pick(['application/json', 'text/html', '*/*', 'application/json, text/event-stream']),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(chance() < 0.1 && { cookie: 'svc_session=%00; other' }),
    ...(chance() < 0.1 && { 'if-none-match': '"'.repeat(50) }),
    ...(chance() < 0.1 && { origin: pick(['null', 'http://evil.example', 'file://']) }),
  }
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (method !== 'GET') {
    headers['content-type'] = pick([
      'application/json',
      'application/json',
      'application/json',
      'text/plain',
      'multipart/form-data',
    ])
    init.body = bodyFor(path, body)
  }
  // Above 16 KiB of headers, the server closes the connection before our code sees it.
  return { path: (query.length > 0 ? `${named}?${query.join('&')}` : named).slice(0, 12_000), init }
}

function bodyFor(path: string, schema: Schema | undefined) {
  if (chance() < 0.05) return pick(['', '{', '[]', 'null', '"', '{"a":'.repeat(5000), '\0', '[1', 'a=b&c=d'])
  if (path === '/api/mcp')
    return JSON.stringify({
      jsonrpc: pick(['2.0', '1.0', null]),
      id: pick([1, 'a', null, {}, undefined]),
      method: pick([
        'tools/call',
        'tools/list',
        'resources/read',
        'completion/complete',
        'initialize',
        'ping',
        'nothing',
        1,
      ]),
      params: pick([
        { name: 'convert_grind_setting', arguments: { from: pick(nasty), to: pick(nasty), setting: pick(nasty) } },
        { name: pick(nasty), arguments: pick(nasty) },
        { uri: pick(nasty) },
        { ref: { type: 'ref/resource', uri: pick(nasty) }, argument: { name: 'slug', value: pick(nasty) } },
        pick(nasty),
      ]),
    })
  const fields = Object.entries(schema?.properties ?? {}).filter(() => chance() < 0.9)
  return JSON.stringify(Object.fromEntries(fields.map(([name, one]) => [name, spoiled(one)])))
}

const endsSession =
  /^\/(api\/(user\/(password|account|sessions(\/\{id\})?)|auth\/logout)|sign-out|me\/account\/sessions\/.*)$/
const asSomebodyNew = (init: RequestInit, token: string) => {
  const headers = init.headers as Record<string, string>
  if (headers.authorization) headers.authorization = `Bearer ${token}`
}

/** Words that should only appear in our code or database. */
const internal =
  /postgres|pglite|sqlstate|syntax error|violates|relation "|node_modules|\bat \w+ \(|\.ts:\d|TypeError|RangeError|ReferenceError|undefined is not|is not a function|Cannot read prop/i

test(`${REQUESTS} hostile requests get a reply for people, and none breaks anything`, async () => {
  const wrong: string[] = []
  const seen = new Map<number, number>()
  let left = REQUESTS
  const send = async () => {
    while (left > 0 && wrong.length < 20) {
      const operation = operations[left-- % operations.length] as Operation
      const { path, init } = requestFor(operation)
      // Requests that may end a session use a new person, because the others need theirs.
      if (endsSession.test(operation.path)) asSomebodyNew(init, (await somebody()).token)
      const response = await fetch(`http://localhost:${world.port}${path}`, init)
      const text = await response.text()
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      const complain = (what: string) =>
        wrong.push(
          `${what}: ${response.status} ${init.method} ${path.slice(0, 200)} ${String(init.body ?? '').slice(0, 300)} -> ${text.slice(0, 200)}`,
        )
      if (response.status >= 500) complain('broken')
      const media = response.headers.get('content-type') ?? ''
      if (response.status >= 400) {
        if (media.startsWith('application/json')) {
          const body = JSON.parse(text)
          const isError = typeof body.error === 'string' && body.error !== ''
          if (!isError && body.jsonrpc !== '2.0') complain('no error')
          if (internal.test(text)) complain('internal')
        } else if (!media.startsWith('text/html')) complain('neither JSON nor a page')
        else if (internal.test(text)) complain('internal')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  const table = [...seen].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  console.log(`${engine}: seed ${seed}, ${operations.length} operations, ${table.join(', ')}`)
  expect(wrong).toEqual([])
  expect((await world.call('GET /api/health')).body.status).toBe('healthy')
})
