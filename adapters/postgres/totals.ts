/** The number of all items of a list, which may lag: each list is counted at most once a minute. */
export type Totals = (list: string, count: () => Promise<number>) => Promise<number>

const CACHED_MS = 60_000
const MOST_LISTS = 1000

export function cachedTotals(clock: () => Date): Totals {
  const cache = new Map<string, { countedAt: number; total: Promise<number> }>()
  return (list, count) => {
    const now = clock().getTime()
    const cached = cache.get(list)
    if (cached && Math.abs(now - cached.countedAt) < CACHED_MS) return cached.total
    if (cache.size >= MOST_LISTS) cache.clear()
    const total = count()
    cache.set(list, { countedAt: now, total })
    total.catch(() => cache.delete(list))
    return total
  }
}
