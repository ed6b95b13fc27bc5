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
 * For commands that change something, on the database that the service uses here, while it runs or not. There is no other
 * way to it than by an act: what is changed and a line about it in the audit log, both or neither.
 */
export async function adminAct<T>(name: string, work: (ports: Ports) => Promise<ActOutcome<T>>): Promise<T> {
  refuseNoDatabase(placeIn(terminal().env))
  return actThen(name, work, async (_, done) => done)
}

/**
 * The same with what follows from it, and where a database is made if there is none. What takes more than one transaction
 * follows, too: its line is there before it begins.
 */
export const actThen = <Done, T>(
  name: string,
  work: (ports: Ports) => Promise<ActOutcome<Done>>,
  then: (world: World, done: Done) => Promise<T>,
): Promise<T> => opened(async world => then(world, await world.act(whoActs(), name, work)), openWorld, readConfig)

/** For commands that only read: they make nothing, and bring no database up to date. */
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
