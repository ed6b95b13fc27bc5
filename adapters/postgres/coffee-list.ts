import type postgres from 'postgres'
import type { CoffeeQuery, Coffees } from '../../core/coffees/coffees.ts'
import type { Coffee } from '../../core/coffees/model.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import type { Sql } from './client.ts'
import { coffeeFactColumns } from './coffee-columns.ts'
import { gatherSearches } from './coffee-gather.ts'
import type { CoffeeSearch } from './coffee-search.ts'
import { coffeeOrders, coffeeWalk, matchingCoffees } from './coffee-walk.ts'
import { searchCoffees } from './coffee-words.ts'
import { literally } from './naming.ts'
import { nested, part } from './nested.ts'
import type { Cursors, KeyedRow } from './page.ts'
import { roomFor } from './planner.ts'
import { kindQueries } from './search-terms.ts'

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
  /** Up to which a walk looks that begins with this page. */
  const newest = sql`(select max(id) from coffees) as newest_id`
  const gatherFirst = gatherSearches(sql, coffees =>
    nested<CoffeeInPage & { asked?: number | undefined }>(sql`
        select ${inList}, coffees.key::text as keys, ${newest}, coffees.asked
        from ${coffees}
        ${joins}
        order by coffees.asked, coffees.key desc, coffees.id desc`),
  )
  /** The first pages of other searches that are held: to put such a query together takes a tenth of a request. */
  const firstPages = new WeakMap<CoffeeSearch, Map<number, postgres.Fragment>>()
  const heldFirst = (search: CoffeeSearch, room: number, make: () => postgres.Fragment) => {
    const held = firstPages.get(search) ?? new Map<number, postgres.Fragment>()
    firstPages.set(search, held)
    const first = held.get(room) ?? make()
    held.set(room, first)
    return first
  }
  /** By name, the first that was found of searches that are held: what few have stands together, and is met soon from there. */
  const firstNames = new WeakMap<CoffeeSearch, { name: string; at: number }>()
  const heldFirstName = (search: CoffeeSearch) => {
    const first = firstNames.get(search)
    return first && performance.now() - first.at < FIRST_NAME_HELD_MS ? search.firstNameFrom(first.name) : undefined
  }

  return {
    list: async ({ limit, cursor, ...wanted }) => {
      const list = `coffees ${JSON.stringify(wanted)}`
      const last = cursors.read(list, cursor)
      const order = orders[wanted.sort]
      const room = roomFor(limit + 1)
      const originsMeant =
        wanted.origin === undefined ? undefined : await originsWith(sql, wanted.origin, wanted, !order.hasOrigins)
      const origins = originsMeant?.map(({ id }) => id)
      const originMarks = originsMeant && marksOfAll(originsMeant)
      if (origins?.length === 0 || wanted.words?.length === 0) return cursors.page(list, [], limit)
      const isOfAnyRoaster = wanted.roasterId === undefined && wanted.roaster === undefined
      const areManyOrigins = origins !== undefined && origins.length > MOST_ORIGINS
      /** Else whatever is not among a coffee's words is looked up in each coffee. */
      const isOfAll = isOfAnyRoaster && !areManyOrigins
      const hasKind = wanted.roastLevel !== undefined || wanted.coffeeType !== undefined
      // No index has coffees of an origin and a kind in order, or trending ones of an origin: they are searched for, without words.
      const isSearch = wanted.words !== undefined || (isOfAll && origins && (hasKind || wanted.sort === 'trending'))
      const { roasterId, roaster } = wanted
      const within = isSearch
        ? matchingCoffees(sql, { roasterId, roaster }, areManyOrigins ? origins : undefined)
        : matchingCoffees(sql, wanted, origins)
      const pages = coffeeWalk(sql, order, { wanted, origins, originMarks, within, last, room })
      const read = (page: postgres.Fragment) => nested<CoffeeInPage>(sql`${shown(page)}`)
      const shown = (page: postgres.Fragment) => sql`
        select ${inList}, coffees.key::text as keys ${wanted.sort === 'match' && !last ? sql`, ${newest}` : sql``}
        from (${page}) coffees
        ${joins}
        order by coffees.key ${order.way} nulls last, coffees.id ${order.way}`

      let begun: CoffeeSearch['begun'] | undefined
      const readBest = async (held: CoffeeSearch) => {
        // A walk goes on among those that its first page could see.
        const search = isOfAll && !last ? await held.withPopular() : held
        begun = search.begun
        if (!isOfAll || last) return read(search.page(isOfAll ? undefined : within, last, room))
        if (search.sought) return gatherFirst(search.sought, room)
        return nested<CoffeeInPage>(sql`${heldFirst(search, room, () => shown(search.page(undefined, last, room)))}`)
      }
      const readInOrder = async (search: CoffeeSearch) => {
        const { matches, metOften, firstName, few, gathered } = search
        const readFew = few && (() => read(pages.pageOfGathered(few)))
        if (!wanted.words && metOften && pages.arePartsExact) return read(pages.pageOfMet(metOften, firstName, room))
        if (readFew && wanted.sort === 'name' && metOften && isOfAll && !origins && !last) {
          const from = heldFirstName(search)
          const met = from ? await read(pages.pageOfMet(metOften, from, MOST_MET_FROM_FIRST)) : []
          if (met.length > limit) return met
          const all = await readFew()
          if (all[0]?.keys) firstNames.set(search, { name: all[0].keys, at: performance.now() })
          return all
        }
        // By name those that have the words stand together, anywhere; and among few of a kind hardly one has them.
        if (readFew && (wanted.sort === 'name' || (wanted.words && (hasKind || origins)))) return readFew()
        if (!metOften || !isOfAll) return readFew?.() ?? read(pages.pageOf(matches))
        // Else the origin is looked up in each that is met.
        const isSifted = metOften.areAllMarked && (order.hasOrigins || originMarks !== '0')
        if (readFew && origins && !isSifted) return readFew()
        const met = await read(pages.pageOfMet(metOften, firstName, isSifted ? MOST_MET : MOST_MET_AND_READ))
        if (met.length > limit) return met
        if (readFew) return readFew()
        const readOn = () => read(isSifted ? pages.pageOfMet(metOften, firstName, EVERY) : pages.pageOf(matches))
        // Of a kind or an origin not many more are to be met than would be sorted.
        if (isSifted && (hasKind || origins)) return readOn()
        const all = await read(pages.pageOfGathered(gathered))
        return all.length > 0 ? all : readOn()
      }
      const readWithoutSearch = () => {
        if (isOfAll && origins) return read(pages.pageOfEach(origins))
        return read(isOfAll && hasKind ? pages.pageOfKinds() : pages.pageOf())
      }

      const kinds = kindQueries({ ...wanted, origins: areManyOrigins ? undefined : origins })
      const rows = isSearch
        ? await searchCoffees(
            sql,
            { words: wanted.words ?? [], kinds },
            wanted.sort === 'match' ? readBest : readInOrder,
          )
        : await readWithoutSearch()
      const end = rows[limit - 1]
      if (end)
        end.keys = JSON.stringify([end.keys, end.id, ...(last?.slice(2) ?? begun?.(rows[0]?.newestId ?? 0) ?? [])])
      return cursors.page(list, rows.map(withRoasterName), limit)
    },
  }
}

/** A coffee as the list reads it: what its roaster is called comes once, and of its keys the first alone. */
type CoffeeInPage = Omit<Coffee, 'roasterName' | 'roasterSlug'> & { keys: string | null; newestId?: number | undefined }

function withRoasterName(row: CoffeeInPage): Coffee & KeyedRow {
  const coffee = row as Coffee & KeyedRow
  coffee.roasterName = coffee.roaster.name
  coffee.roasterSlug = coffee.roaster.slug
  row.newestId = undefined
  return coffee
}

/** So many are met in an order at first, which mostly is enough. */
const MOST_MET = 6000
/** Fewer where each is read, before the words are asked of the index, which gives all that have them, to be sorted. */
const MOST_MET_AND_READ = 3000
const EVERY = 10_000_000
/** And so many from where the first was: less than to gather all of a few hundred takes. */
const MOST_MET_FROM_FIRST = 1500
/** An older coffee may meanwhile have got the words, and a name before it: by name it is missing for so long, where it was not written. */
const FIRST_NAME_HELD_MS = 5000

/** Of more origins than this the list is walked past whatever is of another. */
const MOST_ORIGINS = 200

interface OriginMeant {
  id: number
  /** Every coffee of the origin has these (the migration marks-of-origins). As text: 64 bits. */
  marks?: string
}

const marksOfAll = (origins: OriginMeant[]) =>
  String(origins.reduce((common, { marks = '0' }) => common & BigInt(marks), -1n))

/** The origins that have these letters, and coffees of the kind: an origin of many that has none would be walked in vain. */
const originsWith = async (
  sql: Sql,
  letters: string,
  { roastLevel, coffeeType }: Partial<CoffeeQuery>,
  withMarks: boolean,
) => {
  const hasKind = sql`
      and exists (
        select
        from coffees
        where origin_id = coffee_origins.id
          and roast_level = any(${[...(roastLevel ?? roastLevels)]})
          ${coffeeType === undefined ? sql`` : sql`and coffee_type = ${coffeeType}`}
      )`
  return sql<OriginMeant[]>`
    select id ${withMarks ? sql`, word_marks::text as marks` : sql``}
    from coffee_origins
    where origin like '%' || fold(${literally(letters)}) || '%'
      ${roastLevel === undefined && coffeeType === undefined ? sql`` : hasKind}`
}
