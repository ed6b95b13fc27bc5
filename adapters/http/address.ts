import { BlockList, isIPv4, isIPv6 } from 'node:net'

export interface Clients {
  /**
   * The client's address. X-Forwarded-For counts only as far as trusted proxies wrote it: read from
   * the right, the first address that is not a trusted proxy is the client's.
   */
  addressOf: (socketAddress: string | undefined, forwardedFor: string | null) => string
  /**
   * Whether the other end of the connection is a trusted proxy, whose X-Forwarded-For we believe.
   */
  isTrusted: (socketAddress: string | undefined) => boolean
}

export function clientsBehind(trustedProxies: string[]): Clients {
  const trusted = blockListOf(trustedProxies)
  const isProxy = (address: string) =>
    trustedProxies.length > 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return {
    addressOf: (socketAddress, forwardedFor) => {
      let client = plain(socketAddress ?? '')
      if (!forwardedFor || !isProxy(client)) return client
      const hops = forwardedFor.split(',')
      while (hops.length > 0 && isProxy(client)) {
        const hop = plain((hops.pop() ?? '').trim())
        if (!isIPv4(hop) && !isIPv6(hop)) break
        client = hop
      }
      return client
    },
    isTrusted: socketAddress => isProxy(plain(socketAddress ?? '')),
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

/** Turns an IPv4-mapped IPv6 address into IPv4, and removes brackets, zone and port. */
function plain(address: string) {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').split('%', 1)[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare
}
