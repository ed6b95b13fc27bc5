import { sitePaths } from '../adapters/site/addresses.ts'

const messageId = { type: ['string', 'integer', 'null'] }
const jsonrpc = { const: '2.0', type: 'string' }

const message = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc,
    id: { type: ['string', 'integer'], description: 'Omitted for notifications, which get no reply.' },
    method: { type: 'string', description: 'tools/list, tools/call, resources/read, server/discover and so on.' },
    params: { type: 'object' },
  },
}

const failure = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc,
    id: messageId,
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
    },
  },
}

const answer = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: { jsonrpc, id: messageId, result: { type: 'object' }, error: failure.properties.error },
}

const refused = (description: string, schema: object = failure) => ({
  description,
  content: { 'application/json': { schema } },
})
const orList = (schema: object) => ({ anyOf: [schema, { type: 'array', items: schema }] })

const exampleOf = (call: { name: string; arguments: object }) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: call,
})

/** MCP in the OpenAPI document. Its messages and errors are those of JSON-RPC. */
export const mcpOperation = {
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: orList(message),
        example: exampleOf({
          name: 'convert_grind_setting',
          arguments: { from: 'comandante-c40-mk4', setting: 24, to: '1zpresso-k-ultra' },
        }),
      },
    },
  },
  responses: {
    200: { description: 'The answer, or a list of them', content: { 'application/json': { schema: orList(answer) } } },
    202: { description: 'Accepted; the message expects no reply' },
    400: refused('Not a valid protocol message', { anyOf: [failure, { $ref: '#/components/schemas/Error' }] }),
    403: refused('A service on a local address only answers pages on the same machine'),
    404: refused('Unknown method, from clients of the revision 2026-07-28'),
    406: refused('The client does not take application/json'),
    415: refused('The message is not sent as application/json'),
  },
}

const sameAsOpen = { description: `JSON-RPC, as for ${sitePaths.mcp()}` }

/** MCP for a signed-in person. It refers to the other operation, to keep the document short. */
export const ownMcpOperation = {
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: sameAsOpen, example: exampleOf({ name: 'get_my_next_step', arguments: {} }) },
    },
  },
  responses: {
    200: { description: 'The answer, or a list of them', content: { 'application/json': { schema: sameAsOpen } } },
    202: { description: 'Accepted; the message expects no reply' },
  },
}
