import type postgres from 'postgres'
import type { Coffees } from '../../core/coffees/coffees.ts'
import type { Coffee } from '../../core/coffees/model.ts'
import type { Sql } from './client.ts'
import { coffeeFactColumns } from './coffee-columns.ts'
import { gatherSearches } from './coffee-gather.ts'
import type { CoffeeSearch } from './coffee-search.ts'
import { coffeeOrders, coffeeWalk, matchingCoffees } from './coffee-walk.ts'
import { searchCoffees } from './coffee-words.ts'
import { literally } from './naming.ts'
import { nested, part } from './nested.ts'
import { type Cursors, type Keyed, roomFor } from './page.ts'

/** The list of coffees: in every order, of a roaster, of origins, by words. */
export function coffeeListIn(sql: Sql, cursors: Cursors): Pick<Coffees, 'list'> {
  const orders = coffeeOrders(sql)
  const inList = sql`
    ${coffeeFactColumns(sql)},
    ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug'])},
    ${part(sql, 'pictures', 'picture', ['sizes'])}`
  const joins = sql`
        join roasters on roasters.id = coffees.roaster_id
        left join pictures on pictures.coffee_id = coffees.id`
  const gatherFirst = gatherSearches(sql, coffees =>
    nested<CoffeeInPage & { asked?: number | undefined }>(sql`
        select ${inList}, coffees.key::text as keys, coffees.asked
        from ${coffees}
        ${joins}
        order by coffees.asked, coffees.key desc, coffees.id desc`),
  )
  /** The first pages of other searches that are held: to put such a query together takes a tenth of a request. */
  const firstPages = new WeakMap<CoffeeSearch, Map<number, postgres.Fragment>>()
  const heldFirst = (search: CoffeeSearch, room: number, make: (search: CoffeeSearch) => postgres.Fragment) => {
    const held = firstPages.get(search) ?? new Map<number, postgres.Fragment>()
    firstPages.set(search, held)
    const first = held.get(room) ?? make(search)
    held.set(room, first)
    return first
  }

  return {
    list: async ({ limit, cursor, ...wanted }) => {
      const list = `coffees ${JSON.stringify(wanted)}`
      const last = cursors.read(list, cursor)
      const order = orders[wanted.sort]
      const room = roomFor(limit + 1)
      const origins = wanted.origin === undefined ? undefined : await originsWith(sql, wanted.origin)
      if (origins?.length === 0) return cursors.page(list, [], limit)
      const { pageOf, pageOfEach, pageOfKinds, soon, cutFrom } = coffeeWalk(sql, order, { wanted, origins, last, room })
      const walksEach =
        origins && origins.length <= MOST_ORIGINS && wanted.sort !== 'trending' && !wanted.roaster && !wanted.roasterId
      const shown = (page: postgres.Fragment) => sql`
        select ${inList}, coffees.key::text as keys
        from (${page}) coffees
        ${joins}
        order by coffees.key ${order.way} nulls last, coffees.id ${order.way}`
      const read = (query: postgres.Fragment) => nested<CoffeeInPage>(sql`${query}`)
      const isStrewn = !origins && wanted.roasterId === undefined && wanted.roaster === undefined
      const isOfAll = isStrewn && wanted.roastLevel === undefined && wanted.coffeeType === undefined
      const best = (search: CoffeeSearch) =>
        shown(search.page(isOfAll ? undefined : matchingCoffees(sql, wanted, origins), last, room))
      const byMatch = async (search: CoffeeSearch) => {
        if (!isOfAll || last) return read(best(search))
        return search.sought ? gatherFirst(search.sought, room) : read(heldFirst(search, room, best))
      }
      const inOrder = async ({ matches, metOften, firstName, few }: CoffeeSearch) => {
        const gatherFew = few && (() => read(shown(cutFrom(few))))
        // By name those that have the words stand together, anywhere.
        if (gatherFew && wanted.sort === 'name') return gatherFew()
        if (!metOften || !isStrewn) return gatherFew?.() ?? read(shown(pageOf(matches)))
        const { areAllMarked } = metOften
        const met = await read(shown(soon(metOften, firstName, areAllMarked ? MOST_MET : MOST_MET_AND_READ)))
        if (met.length > limit) return met
        return gatherFew?.() ?? read(shown(areAllMarked ? soon(metOften, firstName, EVERY) : pageOf(matches)))
      }
      const rows = wanted.words
        ? await searchCoffees(sql, wanted.words, wanted.sort === 'match' ? byMatch : inOrder)
        : await read(shown(walksEach ? pageOfEach(origins) : isStrewn && !isOfAll ? pageOfKinds() : pageOf()))
      const end = rows[limit - 1]
      if (end) end.keys = JSON.stringify([end.keys, end.id])
      return cursors.page(list, rows.map(withRoasterName), limit)
    },
  }
}

/** A coffee as the list reads it: what its roaster is called comes once, and of its keys the first alone. */
type CoffeeInPage = Omit<Coffee, 'roasterName' | 'roasterSlug'> & { keys: string | null }

function withRoasterName(row: CoffeeInPage): Coffee & Keyed {
  const coffee = row as Coffee & Keyed
  coffee.roasterName = coffee.roaster.name
  coffee.roasterSlug = coffee.roaster.slug
  return coffee
}

/** So many are met in an order at first, which mostly is enough. */
const MOST_MET = 6000
/** Fewer where each is read, before the words are asked of the index, which gives all that have them, to be sorted. */
const MOST_MET_AND_READ = 3000
const EVERY = 10_000_000

/** Of more origins than this the list is walked past whatever is of another. */
const MOST_ORIGINS = 200

/** The origins that have these letters. */
const originsWith = async (sql: Sql, letters: string) =>
  (
    await sql<{ id: number }[]>`
      select id
      from coffee_origins
      where origin like '%' || fold(${literally(letters)}) || '%'`
  ).map(({ id }) => id)
