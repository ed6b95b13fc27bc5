import { scheduleBackups } from '../adapters/backups/backup-schedule.ts'
import type { Config } from '../adapters/config/config.ts'
import { readServiceConfig } from '../adapters/config/config.ts'
import type { Env } from '../adapters/config/env.ts'
import { hasDatabase } from '../adapters/config/place.ts'
import type { DemoAccount } from '../adapters/demo/demo-accounts.ts'
import type { Service } from '../adapters/http/service.ts'
import { refuseTakenPort } from '../adapters/http/taken-port.ts'
import { compileEngine } from '../adapters/postgres/engine/engine-files.ts'
import { bufferedLines, createLog, errorFields } from '../adapters/program/log.ts'
import { tellSteps } from '../adapters/program/steps.ts'

/**
 * `bun start` and `dialin serve`: reads the environment, opens the world and serves it until told
 * to stop.
 */
export async function serve(env: Env): Promise<void> {
  const config = readServiceConfig(env)
  await refuseTakenPort(config)
  const lines = bufferedLines(1)
  process.on('exit', lines.flush)
  const log = createLog(config.logLevel, lines.write)
  if (!config.production && !hasDatabase(config))
    console.error('  First start: creating a database with demo data. This usually takes less than half a minute.')
  // Compiles while the slow modules load, which is why those are not imported at the top.
  if (config.databaseUrl === undefined) compileEngine()
  const [{ openWorld }, { upgradeDoor }] = await Promise.all([
    import('../adapters/compose.ts'),
    import('../adapters/http/upgrade-door.ts'),
  ])
  const { open, close } = upgradeDoor(config, log)
  // An open listener or world would keep a process alive that cannot serve.
  const failed =
    (...closed: Promise<void>[]) =>
    (error: unknown) =>
      Promise.all([close(), ...closed]).then(() => Promise.reject(error))
  // The database engine opens while the rest is loaded.
  const [world, { startService }, { mcpDoor }, { ownMcpDoor }] = await Promise.all([
    openWorld(config, log, {
      beforeUpgrade: open,
      stepsDone: config.production ? undefined : tellSteps('Preparing the database'),
    }),
    import('../adapters/http/service.ts'),
    import('../mcp/door.ts'),
    import('../mcp/own-door.ts'),
  ]).catch(failed())
  const begin = async () => {
    if (!config.production) await world.seedDemo(tellSteps('Adding demo data'))
    stopWhenTold()
    return startService(world, config, log, { doors: [mcpDoor, ownMcpDoor], beforeListening: close })
  }
  const begun = Promise.withResolvers<Service>()
  let hurry: (() => void) | undefined
  // Installed before the service answers: someone who sees it answer may stop it at once.
  const stopWhenTold = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, async () => {
        if (hurry) return hurry()
        const hurried = Promise.withResolvers<void>()
        hurry = hurried.resolve
        const service = await begun.promise
        log.info('stopping', { signal })
        // A person who stops it at a terminal does not have to wait for a load balancer.
        const stopped = service
          .stop(signal === 'SIGTERM' ? config.drainSeconds : 0, hurried.promise)
          .catch(error => log.error('stop failed', errorFields(error)))
        await endBackups()
        await stopped
        process.exit(0)
      })
  }
  const service = await begin().catch(error => failed(world.close())(error))
  world.postman.start()
  log.info('listening', { url: service.url, host: config.host, port: service.port })
  const endBackups = scheduleBackups(config.backups, env, log)
  begun.resolve(service)
  if (!config.production) welcome(service, config, world.database.place, await world.demoAccounts())
}

function welcome({ url }: Service, config: Config, place: string, accounts: DemoAccount[]) {
  const signIn = (who: DemoAccount['is']) => {
    const account = accounts.find(({ is }) => is === who)
    return account && `${account.email} with password ${account.password}`
  }
  const roaster = signIn('roaster')
  console.error(`
  Dialin is ready at ${url}

    API docs   ${url}/docs
    Sign in    ${signIn('person') ?? 'with your own account'}${roaster ? `\n    Roaster    ${roaster}` : ''}
    Data       ${place}
    Mail       ${config.smtpUrl ? 'sent over SMTP' : `written to ${config.dataDir}/mail`}
`)
}

if (import.meta.main)
  await serve(process.env).catch(async error => {
    const { troubleOf } = await import('../adapters/trouble/trouble.ts')
    const known = troubleOf(error)?.message
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error)
    console.error(`Dialin cannot start. ${known ?? bug}`)
    process.exit(1)
  })
