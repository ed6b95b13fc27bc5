import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { busyWithOthers } from '../../core/errors.ts'
import { type Outside, type OutsideDocument, Unreachable } from '../../core/outside.ts'
import { documentIn } from './document.ts'
import { hostnameOf, outsideUrl } from './outside-url.ts'
import { isPublicAddress } from './public-address.ts'

/** What tests replace. The service replaces none of it. */
interface OutsideRules {
  addressesOf: (name: string) => Promise<string[]>
  isPublic: (address: string) => boolean
  ca: string | undefined
  /** From the lookup to the last byte. */
  limitMs: number
}

const MOST_AT_ONCE = 100
/** So that a slow server leaves room for others. */
const MOST_OF_A_HOST = 5
const MOST_KEPT = 200
/** So that nobody can have us call a server again and again. */
const KEEP_FAILURE_MS = 10_000

/**
 * Reads documents whose URLs strangers give us, so no URL may lead into our own network, and no
 * server may keep us busy.
 */
export function openOutside(clock: () => Date, rules: Partial<OutsideRules> = {}): Outside {
  const { addressesOf = resolved, isPublic = isPublicAddress, ca, limitMs = 5000 } = rules
  const recent = new LRUCache<string, Promise<OutsideDocument>>({
    max: MOST_KEPT,
    perf: { now: () => clock().getTime() },
    ttlResolution: 0,
  })
  /** The hosts of the reads under way. */
  const underWay: string[] = []

  async function read(url: URL, signal: AbortSignal) {
    const host = hostnameOf(url)
    const addresses = isIP(host) ? [host] : await addressesOf(host).catch(() => [])
    // The same sentence for a name that does not exist: what names our network has is our business.
    if (addresses.length === 0 || !addresses.every(isPublic))
      throw new Unreachable('The host must have public addresses, and no others.')
    // Loaded when first used: most commands open the world, and never read such a document.
    const { readResponse } = await import('./response.ts')
    signal.throwIfAborted()
    const { headers, body } = await readResponse(url, { addresses, ca, signal })
    return documentIn(body, headers['cache-control'])
  }

  async function readInTime(url: URL) {
    const late = Promise.withResolvers<never>()
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      late.reject(new Unreachable('The server must send the whole document within 5 seconds.'))
      giveUp.abort()
    }, limitMs)
    const { hostname } = url
    underWay.push(hostname)
    // A lookup cannot be aborted, so it counts until it ends, while nobody waits for it any longer.
    const reading = read(url, giveUp.signal).finally(() => {
      underWay.splice(underWay.indexOf(hostname), 1)
    })
    return Promise.race([late.promise, reading]).finally(() => clearTimeout(timer))
  }

  return {
    readJson: async text => {
      const url = outsideUrl(text)
      const known = recent.get(url.href)
      if (known) return known
      const ofHost = underWay.filter(hostname => hostname === url.hostname).length
      if (underWay.length >= MOST_AT_ONCE || ofHost >= MOST_OF_A_HOST) throw busyWithOthers()
      const reading = readInTime(url)
      recent.set(url.href, reading)
      const keep = (ttl: number) => recent.set(url.href, reading, { ttl })
      reading.then(
        ({ keepMs }) => keep(keepMs),
        () => keep(KEEP_FAILURE_MS),
      )
      return reading
    },
  }
}

const resolved = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address)
