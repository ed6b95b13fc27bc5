import { isLocalAddress } from '../adapters/config/variables.ts'
import type { FaultCode } from '../core/errors.ts'
import { mcpOperation } from './operation.ts'
import type { CommunityPorts } from './tool.ts'

/** MCP as a route, to be mounted by a program that serves HTTP. */
export const mcpDoor = {
  route: 'POST /api/mcp' as const,
  name: 'callMcp',
  summary: 'The Model Context Protocol: grind settings as tools for a language model',
  description:
    'Streamable HTTP without sessions, for clients of the revision 2026-07-28 and of those before. One message, or for older clients a list of up to 20; messages that expect no reply get 202. All tools are read-only.',
  media: 'application/json',
  open: true,
  faults: ['invalid', 'not-allowed', 'too-large'] satisfies FaultCode[] as FaultCode[],
  operation: mcpOperation,
  // Loaded on the first call: the protocol's library takes longer to load than most of the service.
  respond: async (request: Request, _params: unknown, ports: CommunityPorts) => {
    const [{ handleMcp }, { toolsOfService: toolbox }] = await Promise.all([import('./http.ts'), import('./server.ts')])
    return handleMcp(request, ports, { toolbox, localOnly: isLocalAddress(ports.site.baseUrl) })
  },
}
