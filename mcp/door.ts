import { isLocalAddress } from '../adapters/config.ts'
import type { FaultCode } from '../core/errors.ts'
import type { CommunityPorts } from './tool.ts'

/** This door as a route, for a main that serves HTTP to mount beside its own. */
export const mcpDoor = {
  route: 'POST /api/mcp' as const,
  summary: 'The Model Context Protocol: grind settings as tools for a language model',
  media: 'application/json',
  open: true,
  faults: ['invalid', 'not-allowed', 'body-too-large'] satisfies FaultCode[] as FaultCode[],
  // Loaded by the first who calls: the protocol's own library takes longer than most of the service.
  respond: async (request: Request, _params: unknown, ports: CommunityPorts) => {
    const [{ handleMcp }, { toolsOfService: toolbox }] = await Promise.all([import('./http.ts'), import('./server.ts')])
    return handleMcp(request, ports, { toolbox, localOnly: isLocalAddress(ports.site.baseUrl) })
  },
}
