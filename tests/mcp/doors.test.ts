import { afterAll } from 'bun:test'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { handleMcp } from '../../mcp/http.ts'
import { toolsAlone } from '../../mcp/server.ts'
import { describeDoors, portsAlone } from './client.ts'

const http = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => handleMcp(request, portsAlone, { toolbox: toolsAlone, localOnly: true }),
})
afterAll(() => http.stop(true))

describeDoors({
  'over HTTP': () => new StreamableHTTPClientTransport(new URL(`http://localhost:${http.port}/`)),
})
