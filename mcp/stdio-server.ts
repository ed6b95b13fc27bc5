import { once } from 'node:events'
import * as sdk from '@modelcontextprotocol/server/stdio'
import type { GrinderCatalog } from '../core/grind/model.ts'
import { shippedMachines } from '../db/data/machines.ts'
import { createMcpServer, toolsAlone } from './server.ts'

/** Answers over these grinders on standard input and output, which belong to the protocol from here on. */
export async function serveStdio(grinders: GrinderCatalog): Promise<void> {
  const ports = { grinders, machines: shippedMachines }
  const ended = once(process.stdin, 'end')
  const { close } = sdk.serveStdio(({ era }) => createMcpServer(ports, toolsAlone, { era }))
  await ended
  await close()
}
