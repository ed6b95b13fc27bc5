import { isLocalAddress } from '../adapters/config/variables.ts'
import type { Person } from '../core/accounts/model.ts'
import { seenBy } from '../core/equipment/seen-grinders.ts'
import { Fault, type FaultCode } from '../core/errors.ts'
import type { Ports } from '../core/ports.ts'
import { type LastChanges, rememberChanges } from './me/last-changes.ts'
import { ownMcpOperation } from './operation.ts'

const changes = new WeakMap<Ports, LastChanges>()

/** MCP for a person who is signed in, with tools for what they keep here. */
export const ownMcpDoor = {
  route: 'POST /api/mcp/me' as const,
  name: 'callMyMcp',
  summary: 'The Model Context Protocol: your own gear, shelf, brews and recipes as tools for an assistant',
  description:
    'Streamable HTTP without sessions, like `/api/mcp`. Send an `Authorization: Bearer` token; cookies are not accepted. If a token lacks a scope, the tool’s error names it. No tool deletes anything.',
  media: 'application/json',
  // Cookies are not accepted, so another site’s page can only use a token that it was given.
  open: true,
  access: 'member' as const,
  // Each tool checks the scopes that it needs.
  scope: 'any' as const,
  faults: ['invalid', 'not-allowed', 'too-large'] satisfies FaultCode[] as FaultCode[],
  operation: ownMcpOperation,
  respond: async (request: Request, _params: unknown, ports: Ports, { who }: { who: Person | undefined }) => {
    // A browser sends cookies by itself, so a cookie doesn't show that the person wants this.
    if (!who || !/^Bearer /i.test(request.headers.get('authorization') ?? ''))
      throw new Fault('not-signed-in', 'Sign in first: send an Authorization: Bearer token.')
    const [{ handleMcp }, { toolsOfPerson }] = await Promise.all([import('./http.ts'), import('./me/toolbox.ts')])
    const failures: unknown[] = []
    const own = {
      ...(await seenBy(ports, who)),
      who,
      lastChanges: changes.getOrInsertComputed(ports, rememberChanges),
      onFailure: (error: unknown) => failures.push(error),
    }
    const response = await handleMcp(request, own, {
      toolbox: toolsOfPerson,
      localOnly: isLocalAddress(ports.site.baseUrl),
    })
    // As for any other route, the failure is logged and its details stay here.
    if (failures.length > 0) throw failures[0]
    return response
  },
}
