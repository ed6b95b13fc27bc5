import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { grindersFollowed } from '../adapters/grinders-here.ts'
import { createMcpServer } from './server.ts'

/** Serves the grinders of the database here, or else the shipped ones, on standard input and output, which belong to the protocol from here on. */
export async function serveStdio(): Promise<void> {
  const server = createMcpServer({ grinders: await grindersFollowed(process.env) })
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
    // The transport does not notice that its client has gone.
    process.stdin.once('end', () => server.close())
  })
  await server.connect(new StdioServerTransport())
  await closed
}

if (import.meta.main) await serveStdio()
