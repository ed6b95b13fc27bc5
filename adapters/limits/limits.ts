import { isIPv6 } from 'node:net'

export interface Limits {
  /**
   * Counts a request against a route's limit; returns the seconds to wait if the limit is exceeded.
   */
  countHit: (route: string, address: string, perMinute: number, now: Date) => Promise<number | undefined>
  /** Deletes hits that no longer count. */
  sweep: (now: Date) => Promise<void>
}

/**
 * The key that a limit counts by. An IPv6 customer usually has a whole /64, so its addresses count
 * as one.
 */
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
