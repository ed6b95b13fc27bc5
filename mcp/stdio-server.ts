import { once } from 'node:events'
import * as sdk from '@modelcontextprotocol/server/stdio'
import { createMcpServer, toolsAlone } from './server.ts'
import type { ToolPorts } from './tool.ts'

/**
 * Serves this equipment on standard input and output, which from here on belong to the protocol.
 */
export async function serveStdio(portsNow: () => Promise<ToolPorts>): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { close } = sdk.serveStdio(({ era }) => createMcpServer(portsNow, toolsAlone, { era }))
  await ended
  await close()
}
