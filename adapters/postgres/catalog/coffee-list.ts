import type postgres from 'postgres'
import type { CoffeeQuery, Coffees } from '../../../core/coffees/coffees.ts'
import type { Coffee } from '../../../core/coffees/model.ts'
import type { Sql } from '../engine/client.ts'
import { nested, part } from '../queries/nested.ts'
import type { Cursors, KeyedRow, Keys } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { coffeeFactColumns } from './coffee-columns.ts'
import { type CoffeeOrder, coffeeOrders, coffeePages, matchingCoffees } from './coffee-orders.ts'
import {
  CANDIDATES,
  type CoffeeSearch,
  coffeeCandidates,
  firstMatching,
  hasSimilar,
  kindTerms,
  LEAST_READ,
  ranked,
  type SearchedCoffee,
  type SoughtCoffees,
  searchCoffees,
  searchedText,
  searchFor,
} from './coffee-search.ts'
import { literally } from './naming.ts'

/** A row of the list. `keys` has only its sort key until `withKeys`. */
type CoffeeInPage = Omit<Coffee, 'roasterName' | 'roasterSlug'> & { keys: string | null }

interface PageAsked {
  last: Keys | undefined
  limit: number
}

export function coffeeListIn(sql: Sql, cursors: Cursors): Pick<Coffees, 'list'> {
  const columns = sql`
      ${coffeeFactColumns(sql)},
      ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug'])},
      ${part(sql, 'pictures', 'picture', ['sizes'])}`
  const joins = sql`
      join roasters on roasters.id = coffees.roaster_id
      left join pictures on pictures.coffee_id = coffees.id`

  /** Reads a page of `coffees`, each with a `key` to sort by. */
  const readPage = (coffees: postgres.Fragment, way: CoffeeOrder['way']) =>
    nested<CoffeeInPage>(sql`
      select ${columns}, coffees.key::text as keys
      from (${coffees}) coffees
      ${joins}
      ${sql.unsafe(`order by coffees.key ${way}, coffees.id ${way}`)}`)

  const readMatching = (search: CoffeeSearch, order: CoffeeOrder, page: PageAsked) =>
    readPage(
      sql`
        with ${firstMatching(sql, search, order, { ...page, limit: roomFor(page.limit) })}
        select coffees.*, found.key
        from found
        join coffees on coffees.id = found.id`,
      order.way,
    )

  /** A page of a sorted search. Its cursor also says whether similar spellings count. */
  const readSorted = async (sought: SoughtCoffees, order: CoffeeOrder, { last, limit }: PageAsked) => {
    if (!last) {
      const least = Math.max(limit + 1, LEAST_READ)
      const read = (search: CoffeeSearch) => readMatching(search, order, { last, limit: least })
      const { rows, search } = await searchCoffees(sql, sought, read)
      return withKeys(rows, limit, ({ keys, id }) => [keys, id, hasSimilar(search)])
    }
    const [lastKey = null, lastId = null, isForgiving] = last
    const search = await searchFor(sql, sought, Boolean(isForgiving))
    const rows = await readMatching(search, order, { last: [lastKey, lastId], limit: limit + 1 })
    return withKeys(rows, limit, ({ keys, id }) => [keys, id, Boolean(isForgiving)])
  }

  /**
   * A page of a search, closest match first. The first page ranks the candidates, and its cursor
   * carries their ids, so that later pages keep the order. Further matches follow, newest first.
   */
  const readClosest = async (sought: SoughtCoffees, { last, limit }: PageAsked) => {
    if (!last) {
      const { rows, search } = await searchCoffees(sql, sought, readCandidates)
      const newestId = rows[0]?.newestId ?? 0
      const closest = ranked(search, rows).map(({ row }) => row)
      return withKeys(closest, limit, () => [idsAsText(closest), newestId, hasSimilar(search), limit])
    }
    const cursor = matchCursor(last)
    const closest = await readRanked(cursor, limit + 1)
    const isMore = closest.length <= limit && cursor.ids.length === CANDIDATES
    const others = isMore ? await readUnranked(sought, cursor, limit + 1 - closest.length) : []
    return withKeys([...closest, ...others], limit, ({ keys, id }, at) => [
      ...last.slice(0, 3),
      ...(at < closest.length ? [Number(keys)] : [cursor.ids.length, keys, id]),
    ])
  }

  const readCandidates = (search: CoffeeSearch) =>
    nested<CoffeeInPage & SearchedCoffee & { newestId?: number }>(sql`
      with ${coffeeCandidates(sql, search)}
      select ${columns}, ${searchedText(sql)}, (select max(id) from coffees) as newest_id, null as keys
      from found
      join coffees on coffees.id = found.id
      ${joins}
      order by coffees.id desc`)

  /** The next candidates that still exist; the key of each is its rank. */
  const readRanked = async ({ ids, shown }: MatchCursor, limit: number) => {
    if (shown >= ids.length) return []
    const next = sql`
        select coffees.*, candidate.place as key
        from unnest(${ids}::int[]) with ordinality candidate (id, place)
        join coffees on coffees.id = candidate.id
        where candidate.place > ${shown}
        order by candidate.place
        ${literalLimit(sql, roomFor(limit))}`
    return (await readPage(next, 'asc')).slice(0, limit)
  }

  const readUnranked = async (sought: SoughtCoffees, cursor: MatchCursor, limit: number) => {
    const { ids, newestId, isForgiving, last } = cursor
    const within = sql`${sought.within ?? sql`true`} and coffees.id <= ${newestId}`
    const search = await searchFor(sql, { ...sought, within, exceptIds: ids }, isForgiving)
    return readMatching(search, coffeeOrders.newest, { last, limit })
  }

  /**
   * A page without words. Undefined for origins with a kind, and for trending coffees of an origin:
   * no index has that order.
   */
  const pageWithoutWords = (
    wanted: Omit<CoffeeQuery, 'cursor'>,
    order: CoffeeOrder,
    origins?: number[],
    last?: Keys,
  ) => {
    const { roasterId, roaster, roastLevel, coffeeType, limit } = wanted
    const pages = coffeePages(sql, order, { last, limit: roomFor(limit + 1) })
    const isOfRoaster = roasterId !== undefined || roaster !== undefined
    const hasKind = roastLevel !== undefined || coffeeType !== undefined
    if (isOfRoaster || isMany(origins) || !(origins || hasKind))
      return pages.pageOf(matchingCoffees(sql, wanted, origins))
    if (!origins) return pages.pageOfKinds(wanted)
    return hasKind || order === coffeeOrders.trending ? undefined : pages.pageOfEach(origins)
  }

  const readList = async (wanted: Omit<CoffeeQuery, 'cursor'>, last: Keys | undefined) => {
    const { words, origin, sort, roasterId, roaster, roastLevel, coffeeType, limit } = wanted
    const origins = origin === undefined ? undefined : await originsWith(sql, origin)
    if (origins?.length === 0 || words?.length === 0) return []
    const sought = () => ({
      words: words ?? [],
      kinds: kindTerms({ roastLevel, coffeeType, origins: isMany(origins) ? undefined : origins }),
      within: matchingCoffees(sql, { roasterId, roaster }, isMany(origins) ? origins : undefined),
      isWithinFew: roasterId !== undefined || roaster !== undefined,
    })
    if (sort === 'match') return readClosest(sought(), { last, limit })
    const order = coffeeOrders[sort]
    const page = words ? undefined : pageWithoutWords(wanted, order, origins, last)
    if (!page) return readSorted(sought(), order, { last, limit })
    return withKeys(await readPage(page, order.way), limit, ({ keys, id }) => [keys, id])
  }

  return {
    list: async ({ cursor, ...wanted }) => {
      const { limit, ...asked } = wanted
      const list = `coffees ${JSON.stringify(asked)}`
      const rows = await readList(wanted, cursors.read(list, cursor))
      return cursors.page(list, rows.map(withRoasterName), limit)
    },
  }
}

interface MatchCursor {
  /** The candidates, the closest first. */
  ids: number[]
  /** The newest coffee when the search began. Later ones are not shown. */
  newestId: number
  isForgiving: boolean
  /** How many candidates have been shown. */
  shown: number
  /** The last one seen of the matches that follow the candidates. */
  last: Keys | undefined
}

const matchCursor = ([ids, newestId, isForgiving, shown, ...last]: Keys): MatchCursor => ({
  ids: String(ids)
    .split(' ')
    .map(id => Number.parseInt(id, 36)),
  newestId: Number(newestId),
  isForgiving: Boolean(isForgiving),
  shown: Number(shown),
  last: last.length > 0 ? last : undefined,
})

/** Short, because a cursor has at most 1,000 characters: enough up to 60 million coffees. */
const idsAsText = (coffees: readonly { id: number }[]) => coffees.map(({ id }) => id.toString(36)).join(' ')

/** Gives the last row of the page its keys, from which its cursor is made. */
function withKeys(rows: CoffeeInPage[], limit: number, keysOf: (row: CoffeeInPage, at: number) => Keys) {
  const end = rows[limit - 1]
  if (end) end.keys = JSON.stringify(keysOf(end, limit - 1))
  return rows
}

function withRoasterName(row: CoffeeInPage & { newestId?: number | undefined }): Coffee & KeyedRow {
  const coffee = row as Coffee & KeyedRow
  coffee.roasterName = coffee.roaster.name
  coffee.roasterSlug = coffee.roaster.slug
  row.newestId = undefined
  return coffee
}

/** With more origins than this, the index of words is not used. */
const MOST_ORIGINS = 200
const isMany = (origins: number[] | undefined) => origins !== undefined && origins.length > MOST_ORIGINS

/** The origins that contain these letters. */
const originsWith = async (sql: Sql, letters: string) => {
  const rows = await sql<{ id: number }[]>`
    select id
    from coffee_origins
    where origin like '%' || fold(${literally(letters)}) || '%'`
  return rows.map(({ id }) => id)
}
