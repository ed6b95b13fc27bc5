import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { isLocalAddress, MAX_BODY_BYTES } from '../adapters/config.ts'
import type { GrinderCatalog } from '../core/grind/model.ts'
import { createMcpServer } from './server.ts'

interface McpOptions {
  /** Bound to this machine only: then a page in a browser must not reach it under another name (DNS rebinding). */
  localOnly: boolean
}

/** Streamable HTTP, stateless, JSON replies: one request, one server. */
export async function handleMcp(request: Request, grinders: GrinderCatalog, options: McpOptions): Promise<Response> {
  if (options.localOnly && !isLocal(request)) return refusal(403, 'This service answers on localhost only.')
  if (request.method !== 'POST')
    return refusal(405, 'There is no stream to open and no session to end here: send POST.', { Allow: 'POST' })

  const server = createMcpServer({ grinders }, { mostRequests: MOST_IN_A_BATCH })
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  try {
    await server.connect(transport)
    return await transport.handleRequest(acceptingBoth(request))
  } finally {
    await server.close()
  }
}

const MOST_IN_A_BATCH = 20

function isLocal({ headers }: Request) {
  const host = headers.get('host')
  const origin = headers.get('origin')
  return host !== null && isLocalAddress(`http://${host}`) && (origin === null || isLocalAddress(origin))
}

/** The transport insists on both media types; whoever takes JSON, or anything, gets the JSON we always send. */
function acceptingBoth(request: Request) {
  const accept = request.headers.get('accept') ?? '*/*'
  if (!/application\/json|application\/\*|\*\/\*/.test(accept)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request, { headers })
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status, headers })
