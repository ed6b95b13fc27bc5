import { LRUCache } from 'lru-cache'

/**
 * The number of items in a list. It may lag, because each list is counted at most once a minute.
 */
export type Totals = (list: string, count: () => Promise<number>) => Promise<number>

export function cachedTotals(clock: () => Date): Totals {
  const totals = new LRUCache<string, Promise<number>>({
    max: 1000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  return (list, count) => {
    const known = totals.get(list)
    if (known) return known
    const total = count()
    totals.set(list, total)
    total.catch(() => totals.delete(list))
    return total
  }
}
