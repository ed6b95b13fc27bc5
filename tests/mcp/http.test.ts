import { expect, test } from 'bun:test'
import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { shippedTechniques } from '../../db/data/techniques.ts'
import { handleMcp } from '../../mcp/http.ts'
import { toolsAlone } from '../../mcp/server.ts'

const ports = { grinders: shippedGrinders, machines: shippedMachines, techniques: shippedTechniques }
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

const send = (headers: Record<string, string>, init: RequestInit = {}, localOnly = true) =>
  handleMcp(
    new Request('http://localhost/api/mcp', {
      method: 'POST',
      body: listTools,
      ...init,
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    }),
    ports,
    { toolbox: toolsAlone, localOnly },
  )

test.each(['*/*', 'application/json', 'application/json, text/event-stream', 'application/*;q=0.9'])(
  'a client that accepts %s gets JSON, with no session',
  async accept => {
    const response = await send({ accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.has('mcp-session-id')).toBe(false)
    expect(await response.json()).toMatchObject({ id: 1, result: { tools: { length: 4 } } })
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

test('anything but JSON-RPC is refused with a JSON-RPC error', async () => {
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
    result: {
      isError: true,
      content: [
        {
          type: 'text',
          text: expect.stringMatching(/^arguments must be an object: { from, setting, to }\. Example: /),
        },
      ],
    },
  })
})

test('a tool that needs no arguments can be called without them', async () => {
  const { grinders, count } = (await ask('tools/call', { name: 'list_grinders' })).result.structuredContent
  expect(grinders).toHaveLength(shippedGrinders.list().length)
  expect(count).toBe(shippedGrinders.list().length)
})

test.each<[string, unknown, number, string]>([
  ['tools/call', undefined, -32602, 'name is required.'],
  ['tools/call', { name: 7, arguments: {} }, -32602, 'name must be text.'],
  ['tools/call', { name: 'brew_coffee' }, -32602, 'Unknown tool brew_coffee'],
  ['resources/read', {}, -32602, 'uri is required.'],
  ['resources/read', { uri: 'grinder://%E0' }, -32602, 'uri contains an invalid % escape.'],
  ['resources/read', { uri: ['grinder://niche-zero'] }, -32602, 'uri must be text.'],
  ['completion/complete', { ref: [], argument: { name: 'slug', value: 'c' } }, -32602, 'ref must be an object.'],
  ['completion/complete', { ref: { type: 'ref/resource' }, argument: 7 }, -32602, 'argument must be an object.'],
  ['prompts/get', { name: 'make_tea' }, -32602, 'Unknown prompt make_tea; the prompts are dial_in_coffee, move_recipe'],
  ['prompts/get', { name: 'move_recipe', arguments: { recipe: '24 clicks' } }, -32602, 'grinder is required.'],
  ['prompts/get', { name: 'move_recipe', arguments: ['24 clicks'] }, -32602, 'recipe is required.'],
  ['coffee/brew', {}, -32601, 'Method not found'],
])('%s with %j is refused in one sentence', async (method, params, code, sentence) => {
  const { error } = await ask(method, params)
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(sentence)])
  expect(error.message).not.toContain('\n')
})

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'a client of %s is answered in it',
  async revision => {
    const hello = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } }
    expect(await ask('initialize', hello)).toMatchObject({
      result: { protocolVersion: revision, serverInfo: { name: 'dialin' }, capabilities: { tools: {} } },
    })
    const listed = await send({ 'mcp-protocol-version': revision })
    const { result } = await listed.json()
    expect([listed.status, result.tools.length]).toEqual([200, 4])
    for (const ofLater of ['resultType', 'ttlMs', 'cacheScope', '_meta']) expect(result).not.toHaveProperty(ofLater)
  },
)

const current = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of the current revision, which describes the client each time. */
const askStateless = async (method: string, params: object = {}, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: current } })
  const response = await send({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...headers }, { body })
  return { status: response.status, ...(await response.json()) }
}

test('a client of the current revision needs no handshake, and learns how long the reply is valid', async () => {
  expect(await askStateless('server/discover')).toMatchObject({
    status: 200,
    result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {}, prompts: {} } },
  })
  expect(await askStateless('tools/list')).toMatchObject({
    status: 200,
    id: 7,
    result: { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public', tools: { length: 4 } },
  })
  expect((await ask('tools/list', {})).result).not.toHaveProperty('ttlMs')
})

test('a client without a handshake gets the full server description once, and then a short one', async () => {
  const teller = 'io.modelcontextprotocol/serverInfo'
  expect((await askStateless('server/discover')).result._meta[teller]).toMatchObject({ title: 'Dialin' })
  expect((await askStateless('tools/list')).result._meta[teller]).toEqual({ name: 'dialin', version: '1.0.0' })
})

test.each(['coffee/brew', 'constructor', 'ping', 'initialize', 'logging/setLevel'])(
  'there is no %s in the current revision',
  async method => {
    expect(await askStateless(method)).toMatchObject({ status: 404, id: 7, error: { code: -32601 } })
  },
)

test('in the current revision, too, an error in a call is one sentence', async () => {
  const name = 'convert_grind_setting'
  const call = (args: unknown) => askStateless('tools/call', { name, arguments: args }, { 'mcp-name': name })
  expect(await call([])).toMatchObject({ status: 200, result: { isError: true, content: { length: 1 } } })
  expect(await askStateless('tools/call', { name }, { 'mcp-name': 'list_grinders' })).toMatchObject({
    status: 400,
    error: { code: -32020 },
  })
  const uri = 'grinder://teapot'
  expect(await askStateless('resources/read', { uri }, { 'mcp-name': uri })).toMatchObject({
    status: 200,
    error: { code: -32602, message: expect.stringContaining('Closest: ') },
  })
})

test('a notification is accepted without a reply', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect((await send({}, { body })).status).toBe(202)
})

test('a request that is cancelled in its own batch is answered nevertheless', async () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const response = await send({}, { body: JSON.stringify([request, cancel]) })
  expect(await response.json()).toMatchObject({ id: 1, result: { tools: { length: 4 } } })
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
