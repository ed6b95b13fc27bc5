import { openWorld, openWorldToRead, type World } from '../adapters/compose.ts'
import { readConfig, readConfigToRead } from '../adapters/config.ts'
import { createLog } from '../adapters/log.ts'
import type { Ports } from '../core/ports.ts'
import { terminal } from './terminal.ts'

/** Works on the database that the service uses here, while it runs or not, and closes it again. */
export const withWorld = <T>(work: (world: World) => Promise<T>): Promise<T> => opened(work, openWorld, readConfig)

export const withPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => withWorld(({ ports }) => work(ports))

/** For commands that only read: they make nothing, and bring no database up to date. */
export const readWorld = <T>(work: (world: World) => Promise<T>): Promise<T> =>
  opened(work, openWorldToRead, readConfigToRead)

export const readPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => readWorld(({ ports }) => work(ports))

async function opened<T>(
  work: (world: World) => Promise<T>,
  open: typeof openWorldToRead,
  read: typeof readConfig,
): Promise<T> {
  const { env, err } = terminal()
  const world = await open(read(env), createLog('warn', err))
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}
