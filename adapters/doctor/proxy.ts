import * as v from 'valibot'
import { Health, Ready } from '../../core/health/health.ts'
import { version } from '../../package.json'
import { isUnproven } from '../certificate.ts'
import { type Config, isLocalAddress } from '../config.ts'
import { sitePaths } from '../http/addresses.ts'
import { type Finding, odd, well, wrong } from './finding.ts'
import { tooWide } from './trust.ts'

/** Of the database that the settings name: null where there is none yet, undefined where nobody could look. */
export type DatabaseId = string | null | undefined

const about = 'proxy'

/** Whatever stands before the service: whom it is believed, and where the address leads that people use. */
export async function findingsBefore({ baseUrl, trustedProxies }: Config, id: DatabaseId): Promise<Finding[]> {
  const wide = tooWide(trustedProxies)
  const strangers = `TRUSTED_PROXIES has ${wide.join(', ')}, so anybody says who they are, and no limit holds them`
  const trust = wide.length === 0 ? [] : [wrong(about, strangers, nameIt)]
  if (!baseUrl) return trust
  const { amiss, forwarded } = await whereItLeads(baseUrl, id)
  const says = 'so all who come by it share the limits of one client'
  if (forwarded === 'ignored')
    trust.push(wrong(about, `${baseUrl} leads here by a proxy that TRUSTED_PROXIES does not name, ${says}`, nameIt))
  else if (trustedProxies.length === 0 && !isLocalAddress(baseUrl))
    trust.push(odd(about, `TRUSTED_PROXIES is empty; a proxy is not believed then, ${says}`, nameIt))
  if (amiss) return [...trust, amiss]
  return trust.length > 0 ? trust : [well(about, `${baseUrl} leads here`)]
}

const nameIt = 'Name the address that the proxy comes from in TRUSTED_PROXIES.'

/** What is amiss there, and whether the service believes what came before it of where we come from. */
async function whereItLeads(
  baseUrl: string,
  id: DatabaseId,
): Promise<{ amiss?: Finding | undefined; forwarded?: Ready['forwarded'] }> {
  const answer = await said(`${baseUrl}${sitePaths.health()}`)
  if (answer instanceof Error) return { amiss: silence(baseUrl, answer) }
  const health = v.safeParse(Health, answer)
  if (!health.success)
    return { amiss: wrong(about, `something else answers at ${baseUrl}`, 'Look at the proxy and BASE_URL.') }
  const { version: other } = health.output
  if (other !== version)
    return { amiss: odd(about, `${baseUrl} is Dialin ${other}, this is ${version}`, 'Restart the service.') }
  const ready = v.safeParse(Ready, await said(`${baseUrl}${sitePaths.ready()}`))
  if (!ready.success) return {}
  const { database, forwarded } = ready.output
  const isOther = id !== undefined && database !== null && database !== id
  return isOther ? { amiss: anotherDatabase(baseUrl) } : { amiss: notReady(baseUrl, ready.output), forwarded }
}

const anotherDatabase = (baseUrl: string) =>
  wrong(
    about,
    `${baseUrl} is a Dialin with another database than this one`,
    'Look at BASE_URL, DNS and the proxy; or run this with the DATABASE_URL and DATA_DIR of the service.',
  )

const notReady = (baseUrl: string, { reason }: Ready) =>
  reason === null
    ? undefined
    : odd(about, `${baseUrl} leads to a Dialin that is not ready: ${reason}`, 'The log of the service says more.')

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
