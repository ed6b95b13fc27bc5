import { inBatches } from './batches.ts'
import type { Sql } from './client.ts'
import { firstPagesLike, type RareSearch, searchShape } from './coffee-rank.ts'
import type { Fragment } from './search-word.ts'

/**
 * The coffees closest to a search for what few have, so many at most: of searches of one shape, those that are asked for
 * meanwhile are one statement. `read` is told where to read from: rows of `coffees`, with `key` and `asked` (coffee-rank.ts).
 */
export function gatherSearches<Row extends { asked?: number | undefined }>(
  sql: Sql,
  read: (coffees: Fragment) => Promise<Row[]>,
) {
  const gatherLike = (first: RareSearch, most: number) => {
    const pages = firstPagesLike(sql, first, most)
    return inBatches(async (searches: RareSearch[]) => {
      const rows = await read(sql`(${pages(searches)}) coffees`)
      const ofEach = Map.groupBy(rows, ({ asked }) => asked)
      for (const row of rows) row.asked = undefined
      return searches.map((_, at) => ofEach.get(at + 1) ?? [])
    })
  }
  const gatherers = new Map<string, ReturnType<typeof gatherLike>>()
  return (search: RareSearch, most: number) => {
    const key = `${searchShape(search)} ${most}`
    const gather = gatherers.get(key) ?? gatherLike(search, most)
    gatherers.set(key, gather)
    return gather(search)
  }
}
