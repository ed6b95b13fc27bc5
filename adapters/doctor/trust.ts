import { isIPv4 } from 'node:net'

/**
 * The ranges that trust strangers: together they cover half of all IPv4 addresses, or half of the
 * IPv6 addresses in public use.
 */
export function tooWide(ranges: string[]): string[] {
  const all = ranges.map(text => ({ text, prefix: prefixOf(text) }))
  // Two ranges either contain one another or do not overlap, so those inside no other can be added
  // up.
  const apart = all
    .filter(({ prefix }, at) => !all.some((other, before) => isInside(prefix, other.prefix, at > before)))
    .toSorted((a, b) => a.prefix.length - b.prefix.length)
  const found = families.find(family => apart.reduce((sum, { prefix }) => sum + shareOf(family, prefix), 0) >= 0.5)
  return found === undefined ? [] : apart.filter(({ prefix }) => shareOf(found, prefix) > 0).map(({ text }) => text)
}

/** If two ranges are equal, only the first counts. */
const isInside = (prefix: string, other: string, isLater: boolean) =>
  prefix === other ? isLater : prefix.startsWith(other)

/** The share of an address family that a range covers. */
function shareOf(family: string, prefix: string) {
  if (family.startsWith(prefix)) return 1
  return prefix.startsWith(family) ? 2 ** (family.length - prefix.length) : 0
}

/**
 * The bits that all addresses of a range start with. IPv4 is treated as part of IPv6, as in
 * http/address.ts where addresses are compared.
 */
function prefixOf(range: string) {
  const [address = '', length] = range.split('/')
  const skipped = isIPv4(address) ? IPV4_BITS : 0
  return bitsOf(skipped ? `::ffff:${address}` : address).slice(0, length === undefined ? 128 : skipped + Number(length))
}

function bitsOf(address: string) {
  // `URL` normalizes the address: hex groups with at most one `::`.
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = plain.split('::').map(part => part.split(':').filter(word => word !== ''))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].map(word => Number.parseInt(word, 16).toString(2).padStart(16, '0')).join('')
}

const IPV4_BITS = 96
/** All of IPv4, and the part of IPv6 in public use: 2000::/3. */
const families = [bitsOf('::ffff:0:0').slice(0, IPV4_BITS), '001']
