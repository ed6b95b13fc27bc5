import { openWorld, openWorldToRead, type World } from '../adapters/compose.ts'
import { readConfig } from '../adapters/config.ts'
import { createLog } from '../adapters/log.ts'
import type { Ports } from '../core/ports.ts'
import { terminal } from './terminal.ts'

/** Works on the database that the service uses here, while it runs or not, and closes it again. */
export async function withWorld<T>(work: (world: World) => Promise<T>, open = openWorld): Promise<T> {
  const { env, err } = terminal()
  const log = createLog('warn', line => err(`${line}\n`))
  const world = await open(readConfig(env), log)
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

export const withPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => withWorld(({ ports }) => work(ports))

/** For commands that only read: they make no database, and bring none up to date. */
export const readWorld = <T>(work: (world: World) => Promise<T>): Promise<T> => withWorld(work, openWorldToRead)

export const readPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => readWorld(({ ports }) => work(ports))
