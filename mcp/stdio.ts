import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { shippedGrinders } from '../db/data/shipped.ts'
import { createMcpServer } from './server.ts'

/** Serves the shipped grinders on standard input and output, which belong to the protocol from here on. */
export async function serveStdio(): Promise<void> {
  const server = createMcpServer({ grinders: shippedGrinders })
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
    // The transport does not notice that its client has gone.
    process.stdin.once('end', () => server.close())
  })
  await server.connect(new StdioServerTransport())
  await closed
}

if (import.meta.main) await serveStdio()
