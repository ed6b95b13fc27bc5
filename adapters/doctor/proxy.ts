import * as v from 'valibot'
import { Health, Ready } from '../../core/health/health.ts'
import { version } from '../../package.json'
import type { Config } from '../config/config.ts'
import { isLocalAddress } from '../config/variables.ts'
import { isUnproven } from '../program/certificate.ts'
import { sitePaths } from '../site/addresses.ts'
import { type Finding, odd, well, wrong } from './finding.ts'
import { tooWide } from './trust.ts'

/**
 * Identifies the configured database: null if it does not exist yet, undefined if it could not be
 * read.
 */
export type DatabaseId = string | null | undefined

const about = 'proxy'

/**
 * Checks the proxy in front of the service: whether it is trusted, and whether BASE_URL leads here.
 */
export async function findingsBefore({ baseUrl, trustedProxies }: Config, id: DatabaseId): Promise<Finding[]> {
  const wide = tooWide(trustedProxies)
  const strangers = `TRUSTED_PROXIES includes ${wide.join(', ')}, so anyone can claim any address and avoid the limits`
  const trust = wide.length === 0 ? [] : [wrong(about, strangers, nameIt)]
  if (!baseUrl) return trust
  const { amiss, forwarded } = await whereItLeads(baseUrl, id)
  const says = 'so all its clients share one rate limit'
  if (forwarded === 'ignored')
    trust.push(wrong(about, `${baseUrl} leads here through a proxy that is not in TRUSTED_PROXIES, ${says}`, nameIt))
  else if (trustedProxies.length === 0 && !isLocalAddress(baseUrl))
    trust.push(
      odd(
        about,
        `TRUSTED_PROXIES is empty, so no proxy is trusted, and all clients behind one share a rate limit`,
        nameIt,
      ),
    )
  if (amiss) return [...trust, amiss]
  return trust.length > 0 ? trust : [well(about, `${baseUrl} leads here`)]
}

const nameIt = 'Add the address of the proxy to TRUSTED_PROXIES.'

/**
 * What is wrong at that address, if anything, and whether the service trusts the proxy's word on
 * where we come from.
 */
async function whereItLeads(
  baseUrl: string,
  id: DatabaseId,
): Promise<{ amiss?: Finding | undefined; forwarded?: Ready['forwarded'] }> {
  const answer = await said(`${baseUrl}${sitePaths.health()}`)
  if (answer instanceof Error) return { amiss: silence(baseUrl, answer) }
  const health = v.safeParse(Health, answer)
  if (!health.success)
    return { amiss: wrong(about, `something else answers at ${baseUrl}`, 'Check the proxy and BASE_URL.') }
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
    `${baseUrl} is a Dialin with a different database`,
    'Check BASE_URL, DNS and the proxy, or run this with the DATABASE_URL and DATA_DIR of the service.',
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
      `the certificate at ${baseUrl} is not valid for ${hostname}: it is self-signed, for another name, or expired`,
      'Get one for that name; for an authority of your own, set NODE_EXTRA_CA_CERTS.',
    )
  if ('code' in error && /^(ENOTFOUND|EAI_\w+)$/.test(String(error.code)))
    return wrong(about, `the name ${hostname} cannot be resolved here`, 'Check BASE_URL and DNS.')
  return odd(about, `${baseUrl} does not answer here`, 'Start the service, and check BASE_URL, DNS and the proxy.')
}

const ANSWER_WITHIN_MS = 5000

const said = (address: string): Promise<unknown> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    .then(reply => reply.json().catch(() => undefined))
    .catch((error: Error) => error)
