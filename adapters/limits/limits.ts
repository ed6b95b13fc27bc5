import { isIPv6 } from 'node:net'

export interface Limits {
  /** Counts a request against a route's limit; answers the seconds to wait when it is one too many. */
  countHit: (route: string, address: string, perMinute: number, now: Date) => Promise<number | undefined>
  /** Forgets the hits that count no more. */
  sweep: (now: Date) => Promise<void>
}

/** What a limit counts by: an IPv6 customer holds a whole /64, so its addresses count as one. */
export function limitKey(address: string) {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  if (address.includes('::')) while (groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
