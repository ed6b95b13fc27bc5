import * as v from 'valibot'
import { readConfigToRead } from '../../adapters/config/config.ts'
import { releaseName } from '../../adapters/program/release.ts'
import { sitePaths } from '../../adapters/site/addresses.ts'
import { Fault } from '../../core/errors.ts'
import { Health } from '../../core/health/health.ts'
import { print, printJson } from '../print.ts'
import { terminal } from '../terminal.ts'

/**
 * Asks the service running here, as a monitor would: a container has no other program to do this.
 */
export async function health({ json }: { json?: boolean }) {
  const { host, port } = readConfigToRead(terminal().env)
  if (port === 0)
    throw new Fault('invalid', 'PORT is 0, so the service chose any free port: set PORT to that one, then try again.')
  const address = `http://${reachable(host)}:${port}`
  const said = await ask(`${address}${sitePaths.health()}`)
  if (!said) throw new Fault('service-down', `No Dialin answers at ${address}; is it running?`)
  if (json) printJson(said)
  else
    print(`${said.status}: Dialin ${releaseName(said.version, said.commit)}, database ${said.checks.database.status}`)
  if (said.status === 'unhealthy') throw new Fault('service-down', 'The service is running but can’t do its work.')
}

/** A service that listens on all addresses is asked at the loopback address. */
const reachable = (host: string) =>
  ({ '0.0.0.0': '127.0.0.1', '::': '[::1]' })[host] ?? (host.includes(':') ? `[${host}]` : host)

async function ask(address: string): Promise<Health | undefined> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    return v.parse(Health, await reply.json())
  } catch {
    return undefined
  }
}

const ANSWERS_WITHIN_MS = 4000
