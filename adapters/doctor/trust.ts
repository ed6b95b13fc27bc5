import { isIPv4 } from 'node:net'

/** Ranges that let strangers in: together they have half of all IPv4 addresses, or of the IPv6 ones that are given out. */
export function tooWide(ranges: string[]): string[] {
  const all = ranges.map(text => ({ text, prefix: prefixOf(text) }))
  // Of two ranges one is inside the other, or they share nothing: what is in no other adds up.
  const apart = all
    .filter(({ prefix }, at) => !all.some((other, before) => isInside(prefix, other.prefix, at > before)))
    .toSorted((a, b) => a.prefix.length - b.prefix.length)
  const found = families.find(family => apart.reduce((sum, { prefix }) => sum + shareOf(family, prefix), 0) >= 0.5)
  return found === undefined ? [] : apart.filter(({ prefix }) => shareOf(found, prefix) > 0).map(({ text }) => text)
}

/** Of two that are the same the first counts. */
const isInside = (prefix: string, other: string, isLater: boolean) =>
  prefix === other ? isLater : prefix.startsWith(other)

/** How much of a family of addresses a range has. */
function shareOf(family: string, prefix: string) {
  if (family.startsWith(prefix)) return 1
  return prefix.startsWith(family) ? 2 ** (family.length - prefix.length) : 0
}

/** The bits that all addresses of a range begin with. IPv4 is a part of IPv6, as where they are compared (http/address.ts). */
function prefixOf(range: string) {
  const [address = '', length] = range.split('/')
  const skipped = isIPv4(address) ? IPV4_BITS : 0
  return bitsOf(skipped ? `::ffff:${address}` : address).slice(0, length === undefined ? 128 : skipped + Number(length))
}

function bitsOf(address: string) {
  // A URL writes it in one way: words of hex, with one gap at most.
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = plain.split('::').map(part => part.split(':').filter(word => word !== ''))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].map(word => Number.parseInt(word, 16).toString(2).padStart(16, '0')).join('')
}

const IPV4_BITS = 96
/** All of IPv4, and what of IPv6 is given out to the world: 2000::/3. */
const families = [bitsOf('::ffff:0:0').slice(0, IPV4_BITS), '001']
