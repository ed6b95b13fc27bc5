import { openWorld, openWorldToRead, type World } from '../adapters/compose.ts'
import { readConfig, readConfigToRead } from '../adapters/config.ts'
import { createLog } from '../adapters/log.ts'
import { placeIn } from '../adapters/place.ts'
import { refuseNoDatabase } from '../adapters/reach.ts'
import type { Ports } from '../core/ports.ts'
import { untilInterrupted } from './interrupt.ts'
import { complain } from './print.ts'
import { terminal } from './terminal.ts'

/** Works on the database that the service uses here, while it runs or not, makes one where none is, and closes it again. */
export const withWorld = <T>(work: (world: World) => Promise<T>): Promise<T> => opened(work, openWorld, readConfig)

/** The same for what is done to rows that are there: no database is made to find none in it. */
export async function withPorts<T>(work: (ports: Ports) => Promise<T>): Promise<T> {
  refuseNoDatabase(placeIn(terminal().env))
  return withWorld(({ ports }) => work(ports))
}

/** For commands that only read: they make nothing, and bring no database up to date. */
export const readWorld = <T>(work: (world: World) => Promise<T>): Promise<T> =>
  opened(work, openWorldToRead, readConfigToRead)

export const readPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => readWorld(({ ports }) => work(ports))

async function opened<T>(
  work: (world: World) => Promise<T>,
  open: typeof openWorldToRead,
  read: typeof readConfig,
): Promise<T> {
  const log = createLog('warn', line => complain(line.trimEnd()))
  return untilInterrupted(async () => {
    const world = await open(read(terminal().env), log)
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  })
}
