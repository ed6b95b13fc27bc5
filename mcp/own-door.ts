import { isLocalAddress } from '../adapters/config/variables.ts'
import { sitePaths } from '../adapters/site/addresses.ts'
import type { Person } from '../core/accounts/model.ts'
import { seenBy } from '../core/equipment/seen-grinders.ts'
import { Fault, type FaultCode } from '../core/errors.ts'
import type { Ports } from '../core/ports.ts'
import { type LastChanges, rememberChanges } from './me/last-changes.ts'
import { ownMcpOperation } from './operation.ts'

const changes = new WeakMap<Ports, LastChanges>()
const changesAt = (ports: Ports) => changes.getOrInsertComputed(ports, rememberChanges)

/** MCP for one person, over what they keep here. */
export const ownMcpDoor = {
  route: 'POST /api/mcp/me' as const,
  name: 'callMyMcp',
  summary: 'The Model Context Protocol for one person: their gear, shelf, brews and recipes as tools',
  description:
    'Streamable HTTP without sessions, as for `/api/mcp`. It takes an `Authorization: Bearer` token and no cookie. Each tool says which scope a token lacks. No tool deletes anything.',
  media: 'application/json',
  access: 'member' as const,
  // Each tool asks for its own.
  scope: 'any' as const,
  faults: ['invalid', 'not-allowed', 'too-large'] satisfies FaultCode[] as FaultCode[],
  operation: ownMcpOperation,
  respond: async (request: Request, _params: unknown, ports: Ports, { who }: { who: Person | undefined }) => {
    // A browser sends the cookie along by itself, so a cookie doesn't show that a person wants this.
    if (!who || !/^Bearer /i.test(request.headers.get('authorization') ?? ''))
      throw new Fault('not-signed-in', 'Sign in first: send an Authorization: Bearer token.')
    const [{ handleMcp }, { toolsOfPerson }] = await Promise.all([import('./http.ts'), import('./me/toolbox.ts')])
    const failures: unknown[] = []
    const own = {
      ...(await seenBy(ports, who)),
      who,
      lastChanges: changesAt(ports),
      keysAt: `${ports.site.baseUrl}${sitePaths.keys()}`,
      onFailure: (error: unknown) => failures.push(error),
    }
    const response = await handleMcp(request, own, {
      toolbox: toolsOfPerson,
      localOnly: isLocalAddress(ports.site.baseUrl),
    })
    // As for any other route: it is logged, and what went wrong inside stays there.
    if (failures.length > 0) throw failures[0]
    return response
  },
}
