import { expect, test } from 'bun:test'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { handleMcp } from '../../mcp/http.ts'

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

const send = (headers: Record<string, string>, init: RequestInit = {}, localOnly = true) =>
  handleMcp(
    new Request('http://localhost/api/mcp', {
      method: 'POST',
      body: listTools,
      ...init,
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    }),
    shippedGrinders,
    { localOnly },
  )

test.each(['*/*', 'application/json', 'application/json, text/event-stream', 'application/*;q=0.9'])(
  'a client that accepts %s gets JSON, with no session',
  async accept => {
    const response = await send({ accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.has('mcp-session-id')).toBe(false)
    expect(await response.json()).toMatchObject({ id: 1, result: { tools: { length: 3 } } })
  },
)

test('a client that accepts nothing we send is told so', async () => {
  expect((await send({ accept: 'text/html' })).status).toBe(406)
})

test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed, and POST is named', async method => {
  const response = await send({ accept: 'text/event-stream' }, { method, body: method === 'PUT' ? listTools : null })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
})

test.each<[string, Record<string, string>]>([
  ['another host', { host: 'evil.example' }],
  ['a host that only looks local', { host: 'localhost.evil.example:3000' }],
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
])('bound to localhost, %s is refused', async (_, headers) => {
  expect((await send(headers)).status).toBe(403)
  expect((await send(headers, {}, false)).status).toBe(200)
})

test.each(['localhost:3000', '127.0.0.1:4000', '[::1]:3000', 'localhost'])(
  'bound to localhost, %s is served, to a page of its own too',
  async host => {
    expect((await send({ host, origin: `http://${host}` })).status).toBe(200)
  },
)

test('what is not JSON-RPC is refused in its terms', async () => {
  const garbage = await send({}, { body: '{"jsonrpc":' })
  expect([garbage.status, (await garbage.json()).error.code]).toEqual([400, -32700])
  expect((await send({}, { body: 'x'.repeat(70_000) })).status).toBe(413)
  expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
})

const ask = async (method: string, params: unknown) =>
  (await send({}, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })).json()

test.each<[string, unknown]>([
  ['a list', []],
  ['a list of the arguments', ['comandante-c40-mk4', 24, 'baratza-encore']],
  ['a text', '{"from":"comandante-c40-mk4"}'],
  ['a number', 24],
  ['null', null],
])('a model that sends %s for arguments is told how to mend it', async (_, given) => {
  expect(await ask('tools/call', { name: 'convert_grind_setting', arguments: given })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { isError: true, content: [{ type: 'text', text: 'arguments must be an object: { from, setting, to }.' }] },
  })
})

test('a tool that needs no arguments is called without them', async () => {
  const { grinders } = (await ask('tools/call', { name: 'list_grinders' })).result.structuredContent
  expect(grinders).toHaveLength(shippedGrinders.list().length)
})

test.each<[string, unknown, number, string]>([
  ['tools/call', undefined, -32602, 'name is required.'],
  ['tools/call', { name: 7, arguments: {} }, -32602, 'name must be text.'],
  ['tools/call', { name: 'brew_coffee' }, -32602, 'Unknown tool brew_coffee'],
  ['resources/read', {}, -32602, 'uri is required.'],
  ['resources/read', { uri: ['grinder://niche-zero'] }, -32602, 'uri must be text.'],
  ['completion/complete', { ref: [], argument: { name: 'slug', value: 'c' } }, -32602, 'ref must be an object.'],
  ['completion/complete', { ref: { type: 'ref/resource' }, argument: 7 }, -32602, 'argument must be an object.'],
  ['prompts/list', {}, -32601, 'Method not found'],
])('%s with %j is refused in one sentence', async (method, params, code, sentence) => {
  const { error } = await ask(method, params)
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(sentence)])
  expect(error.message).not.toContain('\n')
})

test('a notification is taken without a reply', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect((await send({}, { body })).status).toBe(202)
})

test('a request that is cancelled in its own batch is answered all the same', async () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const response = await send({}, { body: JSON.stringify([request, cancel]) })
  expect(await response.json()).toMatchObject({ id: 1, result: { tools: { length: 3 } } })
})

test('a batch is answered up to its twentieth request', async () => {
  const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} }))
  const answers = (await (await send({}, { body: JSON.stringify(batch) })).json()) as {
    result?: unknown
    error?: object
  }[]
  expect(answers).toHaveLength(50)
  expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(20)
  expect(answers.find(({ error }) => error)?.error).toMatchObject({
    code: -32600,
    message: expect.stringContaining('A batch has at most 20 requests.'),
  })
})
