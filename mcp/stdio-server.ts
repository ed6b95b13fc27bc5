import { once } from 'node:events'
import * as sdk from '@modelcontextprotocol/server/stdio'
import type { RemoteTools } from './remote.ts'
import { createMcpServer, toolsAlone } from './server.ts'
import type { ToolPorts } from './tool.ts'

/**
 * Serves this equipment on standard input and output, which from here on belong to the protocol. With
 * `remote`, it also offers the tools of another server.
 */
export async function serveStdio(portsNow: () => Promise<ToolPorts>, remote?: RemoteTools): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { close } = sdk.serveStdio(({ era }) => createMcpServer(portsNow, toolsAlone, { era, remote }))
  await ended
  await close()
}
