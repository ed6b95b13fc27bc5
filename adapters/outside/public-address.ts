import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether this is the address of a server on the internet, and of nothing else: not of this machine
 * or its network, and no IPv6 address that stands for an IPv4 one.
 */
export function isPublicAddress(text: string) {
  // A zone, as in fe80::1%eth0, names a network of this machine.
  if (!isIP(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/**
 * All IPv6 addresses that have been handed out so far (RFC 4291, 2.4). Outside it, ipaddr.js calls
 * whatever it does not know unicast, such as ::127.0.0.1.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
