/** The number of all items of a list, which may lag: each list is counted at most once a minute. */
export type Totals = (list: string, count: () => Promise<number>) => Promise<number>

const HELD_MS = 60_000
const MOST_LISTS = 1000

export function totalsHeld(clock: () => Date): Totals {
  const held = new Map<string, { countedAt: number; total: Promise<number> }>()
  return (list, count) => {
    const now = clock().getTime()
    const known = held.get(list)
    if (known && Math.abs(now - known.countedAt) < HELD_MS) return known.total
    if (held.size >= MOST_LISTS) held.clear()
    const total = count()
    held.set(list, { countedAt: now, total })
    total.catch(() => held.delete(list))
    return total
  }
}
