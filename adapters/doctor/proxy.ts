import * as v from 'valibot'
import { Health, Ready } from '../../core/health/health.ts'
import { version } from '../../package.json'
import { type Config, isLocalAddress } from '../config.ts'
import { isUnproven } from '../postgres/faults.ts'
import { type Finding, odd, well, wrong } from './finding.ts'

/** Of the database that the settings name: null where there is none yet, undefined where nobody could look. */
export type DatabaseId = string | null | undefined

const about = 'proxy'

/** Whatever stands before the service: whom it is believed, and where the address leads that people use. */
export async function findingsBefore({ baseUrl, trustedProxies }: Config, id: DatabaseId): Promise<Finding[]> {
  if (!baseUrl) return []
  const named = isLocalAddress(baseUrl) ? [] : trust(trustedProxies)
  const amiss = await whereItLeads(baseUrl, id)
  if (amiss) return [...named, amiss]
  return named.length > 0 ? named : [well(about, `${baseUrl} leads here`)]
}

function trust(trustedProxies: string[]): Finding[] {
  const remedy = 'Name the address that the proxy comes from.'
  const all = trustedProxies.find(range => /\/0+$/.test(range))
  if (all !== undefined)
    return [wrong(about, `TRUSTED_PROXIES has ${all}, so anybody says who they are, and no limit holds them`, remedy)]
  if (trustedProxies.length > 0) return []
  const says = 'TRUSTED_PROXIES is empty, so all who come by a proxy share the limits of one client'
  return [odd(about, says, remedy)]
}

/** Undefined where it leads here. */
async function whereItLeads(baseUrl: string, id: DatabaseId): Promise<Finding | undefined> {
  const answer = await said(`${baseUrl}/api/health`)
  if (answer instanceof Error) return silence(baseUrl, answer)
  const health = v.safeParse(Health, answer)
  if (!health.success) return wrong(about, `something else answers at ${baseUrl}`, 'Look at the proxy and BASE_URL.')
  if (health.output.version !== version)
    return odd(about, `${baseUrl} is Dialin ${health.output.version}, this is ${version}`, 'Restart the service.')
  const ready = v.safeParse(Ready, await said(`${baseUrl}/api/health/ready`))
  if (!ready.success) return undefined
  const { database, reason } = ready.output
  if (id !== undefined && database !== null && database !== id)
    return wrong(
      about,
      `${baseUrl} is a Dialin with another database than this one`,
      'Look at BASE_URL, DNS and the proxy; or run this with the DATABASE_URL and DATA_DIR of the service.',
    )
  return reason === null
    ? undefined
    : odd(about, `${baseUrl} leads to a Dialin that is not ready: ${reason}`, 'The log of the service says more.')
}

function silence(baseUrl: string, error: Error): Finding {
  const { hostname } = new URL(baseUrl)
  if (isUnproven(error))
    return wrong(
      about,
      `the certificate at ${baseUrl} does not prove that it is ${hostname}: it is self-signed, of another name, or has ended`,
      'Let the proxy get one for that name; an authority of your own is named in NODE_EXTRA_CA_CERTS.',
    )
  if ('code' in error && /^(ENOTFOUND|EAI_\w+)$/.test(String(error.code)))
    return wrong(about, `no name server here knows ${hostname}`, 'Look at BASE_URL and DNS.')
  return odd(about, `${baseUrl} does not answer here`, 'Start the service; look at BASE_URL, DNS and the proxy.')
}

const ANSWER_WITHIN_MS = 5000

const said = (address: string): Promise<unknown> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    .then(reply => reply.json().catch(() => undefined))
    .catch((error: Error) => error)
