import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
  readRequestBody,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { MAX_BODY_BYTES } from '../adapters/config/config.ts'
import { isLocalAddress } from '../adapters/config/variables.ts'
import { createMcpServer, isAnsweredHere } from './server.ts'
import type { ToolPorts } from './tool.ts'
import type { Toolbox } from './toolbox.ts'

interface McpOptions<P> {
  toolbox: Toolbox<P>
  /**
   * Bound to this machine only: a page in a browser must not reach it under another host name (DNS
   * rebinding).
   */
  localOnly: boolean
}

/**
 * Streamable HTTP, stateless, with JSON replies; for clients that start with `initialize` and for
 * those that do not have to.
 */
export async function handleMcp<P extends ToolPorts>(
  request: Request,
  ports: P,
  { toolbox, localOnly }: McpOptions<P>,
): Promise<Response> {
  if (localOnly && !isLocal(request)) return refusal(403, 'This service answers on localhost only.')
  if (request.method !== 'POST')
    return refusal(405, 'This server has no streams or sessions. Send POST.', { Allow: 'POST' })
  if (!takesJson(request)) return refusal(406, 'Replies are application/json. Accept that type.')
  if (!isJsonContentType(request.headers.get('content-type')))
    return refusal(415, 'Content-Type must be application/json.')
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (body.tooLarge) return refusal(413, `A message has at most ${MAX_BODY_BYTES} bytes.`)
  const message = parsedOrUndefined(body.text)
  if (message === undefined) return refusal(400, 'The message is not JSON.', {}, PARSE_ERROR)
  return (isPlainlyLegacy(request, message) ?? (await isLegacyRequest(request, message)))
    ? answerLegacy(request, message, ports, toolbox)
    : handlerOver(ports, toolbox).fetch(request, { parsedBody: message })
}

/**
 * Whether the message is of a revision before 2026-07-28; undefined if only the SDK can tell, which
 * takes a tenth of the time of an answer.
 */
function isPlainlyLegacy({ headers }: Request, message: unknown): boolean | undefined {
  if (v.is(OfCurrentEra, message)) return false
  const revision = headers.get('mcp-protocol-version')
  const isEarlier = revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision)
  return (isEarlier && v.is(OfEarlierEra, message)) || undefined
}

/** A message that names its revision and is not `initialize`. The handler checks the rest. */
const OfCurrentEra = v.object({
  method: v.pipe(v.string(), v.notValue('initialize')),
  params: v.object({ _meta: v.object({ [PROTOCOL_VERSION_META_KEY]: v.string() }) }),
})

const OfEarlierEra = v.strictObject({
  jsonrpc: v.literal('2.0'),
  id: v.union([v.string(), v.number()]),
  method: v.string(),
  params: v.optional(v.object({ _meta: v.optional(v.object({ [PROTOCOL_VERSION_META_KEY]: v.optional(v.never()) })) })),
})

const PARSE_ERROR = -32700
const MOST_IN_A_BATCH = 20

/** For revisions before 2026-07-28: one server per request or batch. */
async function answerLegacy<P extends ToolPorts>(
  { url, method, headers: given }: Request,
  message: unknown,
  ports: P,
  toolbox: Toolbox<P>,
) {
  const server = createMcpServer(() => ports, toolbox, {
    site: ports.site,
    mostRequests: MOST_IN_A_BATCH,
    isBatch: Array.isArray(message),
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  // The transport requires both media types. We always send JSON, so clients that accept only JSON,
  // or anything, are served too.
  const headers = new Headers(given)
  headers.set('accept', 'application/json, text/event-stream')
  try {
    await server.connect(transport)
    return await transport.handleRequest(new Request(url, { method, headers }), { parsedBody: message })
  } finally {
    await server.close()
  }
}

/**
 * For revision 2026-07-28. One handler for all requests over the same ports, because creating it
 * costs more than an answer that needs no database.
 */
function handlerOver<P extends ToolPorts>(ports: P, toolbox: Toolbox<P>): McpHttpHandler {
  const known = handlers.get(ports)
  if (known) return known
  const handler = createMcpHandler(
    // The SDK has checked that the header matches the method of the message. It answers 404 to
    // methods that we do not have.
    ({ era, requestInfo }) => {
      const isStandIn = isAnsweredHere(requestInfo?.headers.get('mcp-method') ?? '', toolbox)
      return createMcpServer(() => ports, toolbox, { site: ports.site, era, isStandIn, isBrief: isStandIn })
    },
    { legacy: 'reject' },
  )
  handlers.set(ports, handler)
  return handler
}

const handlers = new WeakMap<ToolPorts, McpHttpHandler>()

function isLocal({ headers }: Request) {
  const host = headers.get('host')
  const origin = headers.get('origin')
  return host !== null && isLocalAddress(`http://${host}`) && (origin === null || isLocalAddress(origin))
}

const takesJson = ({ headers }: Request) =>
  /application\/json|application\/\*|\*\/\*/.test(headers.get('accept') ?? '*/*')

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}, code = -32000) =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
