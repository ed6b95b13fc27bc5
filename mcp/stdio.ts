import { once } from 'node:events'
import * as sdk from '@modelcontextprotocol/server/stdio'
import { grindersFollowed } from '../adapters/grinders-here.ts'
import { shippedMachines } from '../db/data/machines.ts'
import { createMcpServer, toolsAlone } from './server.ts'

/** Serves the grinders of the database here, or else the shipped ones, on standard input and output, which belong to the protocol from here on. */
export async function serveStdio(): Promise<void> {
  const ports = { grinders: await grindersFollowed(process.env), machines: shippedMachines }
  const ended = once(process.stdin, 'end')
  const { close } = sdk.serveStdio(({ era }) => createMcpServer(ports, toolsAlone, { era }))
  await ended
  await close()
}

if (import.meta.main) await serveStdio()
