import { openWorld, openWorldToRead, type World } from '../adapters/compose.ts'
import { readConfig, readConfigToRead } from '../adapters/config/config.ts'
import { placeIn } from '../adapters/config/place.ts'
import { createLog } from '../adapters/program/log.ts'
import { refuseNoDatabase } from '../adapters/trouble/reach.ts'
import type { ActOutcome } from '../core/audit/audit.ts'
import type { Ports } from '../core/ports.ts'
import { untilInterrupted } from './interrupt.ts'
import { complain } from './print.ts'
import { terminal } from './terminal.ts'
import { whoActs } from './who-acts.ts'

/**
 * For commands that change something in the database of the service here, whether or not it is
 * running. Every change goes through an act: the change and its line in the audit log are saved
 * together, or neither is.
 */
export async function adminAct<T>(name: string, work: (ports: Ports) => Promise<ActOutcome<T>>): Promise<T> {
  refuseNoDatabase(placeIn(terminal().env))
  return actThen(name, work, async (_, done) => done)
}

/**
 * The same, with more work afterwards, and creating the database if there is none. Work that takes
 * more than one transaction belongs in `then`: its audit line is written before it begins.
 */
export const actThen = <Done, T>(
  name: string,
  work: (ports: Ports) => Promise<ActOutcome<Done>>,
  then: (world: World, done: Done) => Promise<T>,
): Promise<T> => opened(async world => then(world, await world.act(whoActs(), name, work)), openWorld, readConfig)

/** For commands that only read: they create no database and run no migrations. */
export const readWorld = <T>(work: (world: World) => Promise<T>): Promise<T> =>
  opened(work, openWorldToRead, readConfigToRead)

export const readPorts = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => readWorld(world => world.read(work))

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
