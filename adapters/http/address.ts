import { BlockList, isIPv4, isIPv6 } from 'node:net'

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null) => string

/**
 * The address a request came from. X-Forwarded-For counts only as far as trusted proxies wrote it: read from the
 * right, the first address that is not a trusted proxy's is the client's.
 */
export function clientAddresses(trustedProxies: string[]): ClientAddress {
  const trusted = blockListOf(trustedProxies)
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (socketAddress, forwardedFor) => {
    let client = plain(socketAddress ?? '')
    if (trustedProxies.length === 0 || !forwardedFor) return client
    const hops = forwardedFor.split(',').map(hop => plain(hop.trim()))
    while (hops.length > 0 && isTrusted(client)) {
      const hop = hops.pop() ?? ''
      if (!isIPv4(hop) && !isIPv6(hop)) break
      client = hop
    }
    return client
  }
}

function blockListOf(ranges: string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** IPv4 in IPv6 clothes is IPv4; zone and port are not part of an address. */
function plain(address: string) {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare
}
