import { openWorld } from '../compose.ts'
import type { Config } from '../config.ts'
import { hasDatabase, readServiceConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { bufferedLines, createLog, errorFields } from '../log.ts'
import type { DemoAccount } from '../postgres/demo.ts'
import { isUnreachable } from '../postgres/faults.ts'
import { MigrationError } from '../postgres/migrate.ts'
import type { Service } from './service.ts'

/** `bun start`: reads the environment, opens the world, serves it until it is told to stop. */
try {
  const config = readServiceConfig(process.env)
  const lines = bufferedLines(1)
  process.on('exit', lines.flush)
  const log = createLog(config.logLevel, lines.write)
  if (!config.production && !hasDatabase(config)) console.error('  Making a database with demo data; a moment …')
  // The engine opens while the rest is loaded.
  const [world, { startService }, { mcpDoor }] = await Promise.all([
    openWorld(config, log),
    import('./service.ts'),
    import('../../mcp/door.ts'),
  ])
  if (!config.production) await world.seedDemo()
  const service = await startService(world, config, log, { doors: [mcpDoor] })
  log.info('listening', { url: service.url, host: config.host, port: service.port })
  if (!config.production) welcome(service, config, world.database.place, await world.demoAccounts())

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      log.info('stopping', { signal })
      await service.stop().catch(error => log.error('stop failed', errorFields(error)))
      process.exit(0)
    })
} catch (error) {
  const known = error instanceof ConfigError || error instanceof MigrationError
  console.error(known ? `Dialin cannot start. ${error.message}` : startError(error))
  process.exit(1)
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

function startError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'Dialin cannot start. PORT is taken by another program; choose another, or 0 for any.'
  if (isUnreachable(error) || code === 'ENOTFOUND')
    return 'Dialin cannot start. The server in DATABASE_URL does not answer; is it running?'
  return `Dialin cannot start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
