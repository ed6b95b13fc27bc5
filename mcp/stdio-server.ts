import { once } from 'node:events'
import * as sdk from '@modelcontextprotocol/server/stdio'
import { createMcpServer, toolsAlone } from './server.ts'
import type { ToolPorts } from './tool.ts'

/** Answers over this equipment on standard input and output, which belong to the protocol from here on. */
export async function serveStdio(portsNow: () => Promise<ToolPorts>): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { close } = sdk.serveStdio(({ era }) => createMcpServer(portsNow, toolsAlone, { era }))
  await ended
  await close()
}
