import type { ActOutcome } from '../core/audit/audit.ts'
import type { Fault } from '../core/errors.ts'
import { tellShelfNews } from '../core/library/shelf-news.ts'
import type { Ports } from '../core/ports.ts'
import { tenths } from '../core/rounding.ts'
import { shippedTechniques } from '../db/data/techniques.ts'
import { version } from '../package.json'
import { appleTokens } from './auth/apple.ts'
import { argon2Passwords } from './auth/passwords.ts'
import { secretsFrom } from './auth/secrets.ts'
import type { SessionReader } from './auth/sessions.ts'
import { jwtSessions } from './auth/sessions.ts'
import { bringForward } from './backups/upgrade.ts'
import { type Config, siteAddress } from './config/config.ts'
import { type DemoAccount, demoAccounts, isEmptyDatabase } from './demo/demo-accounts.ts'
import type { ScaleReport } from './demo/scale.ts'
import type { Postman } from './email/postman.ts'
import { postman } from './email/postman.ts'
import { mailTransport } from './email/send.ts'
import { cacheEquipment } from './equipment/equipment-cache.ts'
import type { Limits } from './limits/limits.ts'
import type { WorldFigures } from './metrics/world.ts'
import { openOutside } from './outside/outside.ts'
import { pictureFilesAt } from './pictures/files.ts'
import { makePicture } from './pictures/make.ts'
import { pictureFault } from './pictures/trouble.ts'
import { equipmentIn } from './postgres/catalog/equipment.ts'
import { seedCatalog } from './postgres/catalog/seed.ts'
import type { Database, Sql } from './postgres/engine/client.ts'
import { transactUnhurried } from './postgres/engine/client.ts'
import { storeFault } from './postgres/engine/faults.ts'
import { databaseCheckIn, databaseDiskIn, databaseFiguresIn } from './postgres/engine/health.ts'
import type { StageProgress } from './postgres/engine/load.ts'
import { refuseOtherRelease } from './postgres/engine/migrate.ts'
import { openReplica } from './postgres/engine/replica.ts'
import { unwritableFault } from './postgres/engine/writable.ts'
import { eventsIn } from './postgres/events/events.ts'
import { limitsIn } from './postgres/events/limits.ts'
import { outboxIn } from './postgres/events/outbox.ts'
import { writeDown } from './postgres/operations/audit.ts'
import type { Check } from './postgres/operations/verify.ts'
import { forgetAccountInvitations } from './postgres/people/account-invitations.ts'
import { forgetEnded } from './postgres/people/accounts.ts'
import { eraseClosed } from './postgres/people/erase-account.ts'
import { type HeldOnce, portsOver } from './postgres/ports.ts'
import { cursorsSealedWith } from './postgres/queries/page.ts'
import { followCurves } from './postgres/recipes/follow-curves.ts'
import { forgetRecipeMoves } from './postgres/recipes/recipes.ts'
import { forgetInvitations } from './postgres/roasters/invitations.ts'
import { sightingsIn } from './postgres/roasters/sightings.ts'
import { fullFolder } from './program/full-folder.ts'
import type { Log } from './program/log.ts'
import { commit } from './program/release.ts'
import type { StepsDone } from './program/steps.ts'
import { sitePaths } from './site/addresses.ts'
import { reachDatabase, refuseNoDatabase } from './trouble/reach.ts'

export interface World {
  ports: Ports
  /** The same over a replica, for reading, while there is one that keeps up. */
  portsAtReplica: () => Ports | undefined
  /** What a command reads: unlike a request, it may take its time. */
  read: <T>(work: (ports: Ports) => Promise<T>) => Promise<T>
  /** What an admin does, and the line about it in the audit log: both or neither. It may take its time, too. */
  act: <T>(who: string, act: string, work: (ports: Ports) => Promise<ActOutcome<T>>) => Promise<T>
  limits: Limits
  sessionReader: SessionReader
  postman: Postman
  database: Database
  /** How it stands now, for the metrics. */
  figures: () => Promise<WorldFigures>
  /** What a caller may know of an error of the database, if it is one. */
  storeFault: (error: unknown) => Fault | undefined
  /** Reads the equipment catalog anew. */
  refresh: () => Promise<void>
  /** Recipes follow the curves that an admin changed. Returns how many recipes changed. */
  followCurves: () => Promise<number>
  /** Limits nobody runs into, links that ended, visitors of past days and accounts that were being erased are forgotten; the months to come get room for their events. People who want that are mailed about their shelf. */
  sweep: () => Promise<void>
  /** Fills an empty database with people and recipes to play with; false where people or roasters are. */
  seedDemo: (stepsDone?: StepsDone) => Promise<boolean>
  /** Who may sign in to look around, where demo data is. */
  demoAccounts: () => Promise<DemoAccount[]>
  /** So many recipes for a load test, with everything around them, beside what is there. */
  seedScale: (recipes: number, progress: StageProgress) => Promise<ScaleReport>
  /** Recomputes every stored figure, and puts right what is off where asked to. */
  verify: (repair: boolean, begin: (figure: string) => void) => Promise<Check[]>
  close: () => Promise<void>
}

interface Opening {
  clock?: () => Date
  /** A database of an older release is about to be backed up and brought forward, by this process or another. */
  beforeUpgrade?: () => void
  /** Told after each migration that is applied. */
  stepsDone?: StepsDone | undefined
}

/** The real ports over the configured database, brought up to date first. */
export async function openWorld(
  config: Config,
  log: Log,
  { clock, beforeUpgrade, stepsDone }: Opening = {},
): Promise<World> {
  const world = await worldOver(config, log, clock, async sql => {
    const unwritable = await unwritableFault(sql, config)
    if (unwritable) throw unwritable
    const now = clock?.() ?? new Date()
    await bringForward(sql, { place: config, plan: config.backups, now, log, begin: beforeUpgrade, stepsDone })
    await seedCatalog(sql)
  })
  cacheEquipment(config, world.ports)
  return world
}

/** The same for whoever only reads: nothing is made, and a database that is not at this release is refused as it is. */
export async function openWorldToRead(config: Config, log: Log): Promise<World> {
  refuseNoDatabase(config)
  return worldOver(config, log, undefined, refuseOtherRelease)
}

async function worldOver(
  config: Config,
  log: Log,
  clock: () => Date = () => new Date(),
  prepare: (sql: Sql) => Promise<void>,
): Promise<World> {
  const database = await reachDatabase(config)
  const primary = database.sql
  try {
    await prepare(primary)
  } catch (error) {
    await database.close()
    throw error
  }
  const startedAt = performance.now()
  const secrets = secretsFrom(config.sessionSecret)
  const sessions = jwtSessions(config.sessionSecret, clock)
  const { appleServicesId, supportEmail } = config
  const site = {
    baseUrl: siteAddress(config),
    supportEmail,
    appleServicesId,
    signUp: config.signUp,
    mayAppsRegister: config.mayAppsRegister,
    paths: sitePaths,
  }
  const limits = limitsIn(primary)
  const passwords = argon2Passwords()
  const outbox = outboxIn(primary)
  const equipment = await equipmentIn(primary)
  const disk = databaseDiskIn(primary)
  const events = eventsIn(primary, log)
  const sightings = sightingsIn(primary, clock, log)
  const held: HeldOnce = {
    clock,
    site,
    passwords,
    secrets,
    sessions,
    verifyAppleToken: appleTokens(config.appleJwksUrl, [config.appleClientId, config.appleServicesId]),
    outside: openOutside(clock),
    events,
    sightings,
    health: {
      version,
      commit,
      isStopping: false,
      checkDatabase: databaseCheckIn(primary),
      fullDisk: async () =>
        (await fullFolder(config)) ?? ((await disk.isFull()) ? 'the disk of the database' : undefined),
      uptime: () => tenths((performance.now() - startedAt) / 1000),
    },
    cursors: cursorsSealedWith(config.sessionSecret),
    equipment,
    supportEmail,
    makePicture,
    techniques: shippedTechniques,
    pictureFiles: pictureFilesAt(config.pictures),
  }
  const ports = portsOver(primary, held)
  const { databaseReadUrl } = config
  const replica = databaseReadUrl ? await openReplica(primary, databaseReadUrl, config, log) : undefined
  const portsThere = replica && portsOver(replica.sql, held)
  const carrier = postman({ outbox, transport: mailTransport(config), secrets, site, clock, log })
  const databaseFigures = databaseFiguresIn(primary)
  return {
    ports,
    portsAtReplica: () => (replica?.isFit() ? portsThere : undefined),
    read: work => commandOver(primary, sql => work(portsOver(sql, held))),
    act: (who, act, work) =>
      commandOver(primary, async sql => {
        const { done, on, ...rest } = await work(portsOver(sql, held))
        if (on) await writeDown(sql, { who, act, on, ...rest }, clock())
        return done
      }),
    limits,
    sessionReader: sessions,
    postman: carrier,
    database,
    figures: async () => ({
      engine: config.databaseUrl === undefined ? 'embedded' : 'postgres',
      database: await databaseFigures(),
      ...(replica && { isReplicaFit: replica.isFit() }),
      mails: carrier.figures(),
      events: events.figures(),
    }),
    storeFault: error => {
      disk.note(error)
      return storeFault(error) ?? pictureFault(error)
    },
    refresh: async () => {
      await equipment.refresh()
      cacheEquipment(config, equipment)
    },
    followCurves: () => followCurves(primary, clock()),
    // Loaded when they are asked for: a service in production, and most commands, never do.
    seedDemo: async stepsDone => {
      if (!(await isEmptyDatabase(primary))) return false
      const { seedDemo } = await import('./demo/write-demo.ts')
      return seedDemo(primary, { equipment, passwords, now: clock(), stepsDone })
    },
    demoAccounts: () => demoAccounts(primary),
    seedScale: async (recipes, progress) => {
      const { seedScale } = await import('./demo/scale.ts')
      return seedScale(primary, { recipes, equipment, now: clock(), progress })
    },
    sweep: async () => {
      await limits.sweep(clock())
      await eraseClosed(primary, clock())
      await transactUnhurried(primary, sql => forgetEnded(sql, clock()))
      await transactUnhurried(primary, sql => forgetInvitations(sql, clock()))
      await transactUnhurried(primary, sql => forgetAccountInvitations(sql, clock()))
      await transactUnhurried(primary, forgetRecipeMoves)
      await events.sweep(clock())
      await sightings.sweep(clock())
      await ports.pictures.sweep(clock())
      await tellShelfNews(ports)
    },
    verify: async (repair, begin) => (await import('./postgres/operations/verify.ts')).verify(primary, repair, begin),
    close: async () => {
      await events.close()
      await sightings.close()
      await replica?.close()
      await database.close()
    },
  }
}

/** A transaction of a command. Behind a pooler it is the only way to lift the limit that its role has for requests. */
const commandOver = <T>(sql: Sql, work: (sql: Sql) => Promise<T>) =>
  transactUnhurried(sql, sql => work(sql as unknown as Sql))
