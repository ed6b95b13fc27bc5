import type postgres from 'postgres'
import type { CoffeeQuery, Coffees } from '../../core/coffees/coffees.ts'
import { type Coffee, coffeeTypes } from '../../core/coffees/model.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import type { Sql } from './client.ts'
import { coffeeFactColumns, placeKey } from './coffee-columns.ts'
import { gatherSearches } from './coffee-gather.ts'
import type { CoffeeSearch } from './coffee-search.ts'
import { searchCoffees } from './coffee-words.ts'
import { literally, roasterMeant } from './naming.ts'
import { nested, part } from './nested.ts'
import { type Cursors, type Keyed, literalLimit, roomFor, rowOf } from './page.ts'

/** The list of coffees: in every order, of a roaster, of origins, by words. */
export function coffeeListIn(sql: Sql, cursors: Cursors): Pick<Coffees, 'list'> {
  const everyCoffee = sql`coffees`
  const asCoffees = {
    from: (coffees: postgres.Fragment) => coffees,
    alone: everyCoffee,
    id: sql`coffees.id`,
    marks: sql`coffees.word_marks`,
    ofEach: undefined,
  }
  const up = { next: sql`>`, way: sql`asc`, step: 1 }
  const down = { next: sql`<`, way: sql`desc`, step: -1 }
  const orders = {
    name: { ...asCoffees, ...up, key: sql`coffees.folded_name` },
    newest: { ...asCoffees, ...down, key: sql`coffees.created_at` },
    place: { ...asCoffees, ...up, key: placeKey(sql) },
    popular: { ...asCoffees, ...down, key: sql`coffees.recipe_count` },
    trending: {
      from: (coffees: postgres.Fragment) => sql`coffee_trends join ${coffees} on coffees.id = coffee_trends.coffee_id`,
      alone: sql`coffee_trends`,
      id: sql`coffee_trends.coffee_id`,
      marks: sql`coffee_trends.word_marks`,
      key: sql`coffee_trends.trending`,
      ofEach: sql`(select trending from coffee_trends where coffee_id = coffees.id)`,
      ...down,
    },
    /** Of a search, which says how close each is. */
    match: { ...asCoffees, ...down, key: sql`0` },
  }
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
      const { from, alone, id, marks, key, ofEach = key, next, way, step } = orders[wanted.sort]
      const room = roomFor(limit + 1)
      const origins = wanted.origin === undefined ? undefined : await originsWith(sql, wanted.origin)
      if (origins?.length === 0) return cursors.page(list, [], limit)
      const isBehind = (key: postgres.Fragment, id: postgres.Fragment) =>
        last ? sql`and (${key}, ${id}) ${next} ${rowOf(sql, last)}` : sql``
      const behind = isBehind(key, id)
      const walk = (matches: postgres.Fragment, beyond = behind) => sql`
          select coffees.*, ${key} as key
          from ${from(everyCoffee)}
          where ${matches}
            ${beyond}
          order by ${key} ${way}, ${id} ${way}
          ${literalLimit(sql, room)}`
      /** Each with its key, and then cut: to the planner hardly any are behind the last one seen, however many there are. */
      const cutFrom = (few: NonNullable<CoffeeSearch['few']>) => sql`
          select coffees.*, cut.key
          from (
            select few.id, few.key
            from ${few(ofEach, matchingCoffees(sql, wanted, origins))}
            where true
              ${isBehind(sql`few.key`, sql`few.id`)}
            order by few.key ${way}, few.id ${way}
            ${literalLimit(sql, room)}
          ) cut
          join coffees on coffees.id = cut.id`
      /** Of the next in order those that have the words: an index gives them with their marks, and few others are read. */
      const soon = (
        { isMarked, hasAll }: NonNullable<CoffeeSearch['metOften']>,
        firstName: postgres.Fragment,
        most: number,
      ) => sql`
          select coffees.*, met.key
          from (
            select ${id} as id, ${key} as key, ${marks} as marks
            from ${alone}
            where ${wanted.sort === 'name' && !last ? sql`coffees.folded_name >= ${firstName}` : sql`true`}
              ${behind}
            order by ${key} ${way}, ${id} ${way}
            ${literalLimit(sql, most)}
          ) met
          join coffees on coffees.id = met.id
          where ${isMarked(sql`met.marks`)}
            and ${hasAll}
            and ${matchingCoffees(sql, wanted)}
          order by met.key ${way}, met.id ${way}
          ${literalLimit(sql, room)}`
      const pageOf = (matches?: postgres.Fragment) =>
        walk(sql`${matchingCoffees(sql, wanted, origins)} ${matches ? sql`and ${matches}` : sql``}`)
      /** The first of each origin, which indexes hold in order, and of those the first. */
      const pageOfEach = (origins: number[]) => sql`
          select coffees.*
          from unnest(${origins}::int[]) origin (id)
          cross join lateral (
            ${walk(sql`${matchingCoffees(sql, wanted)} and coffees.origin_id = origin.id`)}
          ) coffees
          order by coffees.key ${way}, coffees.id ${way}
          ${literalLimit(sql, room)}`
      /** From the next one on: the planner sees how many may have the same key, where `behind` it sees hardly any. */
      const fromNext = () => {
        const [lastKey = null, lastId] = last ?? []
        return last ? sql`and (${key}, ${id}) ${next}= ${rowOf(sql, [lastKey, Number(lastId) + step])}` : behind
      }
      /** The same of each roast and type that is wanted. */
      const pageOfKinds = () => {
        const pages = kindsOf(sql, alone, wanted).map(isOfKind => walk(isOfKind, fromNext()))
        return sql`
          select coffees.*
          from (${pages.map((page, at) => sql`${at > 0 ? sql`union all` : sql``} (${page})`)}) coffees
          order by coffees.key ${way}, coffees.id ${way}
          ${literalLimit(sql, room)}`
      }
      const walksEach =
        origins && origins.length <= MOST_ORIGINS && wanted.sort !== 'trending' && !wanted.roaster && !wanted.roasterId
      const shown = (page: postgres.Fragment) => sql`
        select ${inList}, coffees.key::text as keys
        from (${page}) coffees
        ${joins}
        order by coffees.key ${way} nulls last, coffees.id ${way}`
      const read = (query: postgres.Fragment) => nested<CoffeeInPage>(sql`${query}`)
      const isStrewn = !origins && wanted.roasterId === undefined && wanted.roaster === undefined
      const isOfAll = isStrewn && wanted.roastLevel === undefined && wanted.coffeeType === undefined
      const best = (search: CoffeeSearch) =>
        shown(search.page(isOfAll ? undefined : matchingCoffees(sql, wanted, origins), last, room))
      const rows = wanted.words
        ? await searchCoffees(sql, wanted.words, async search => {
            const { matches, metOften, firstName, few, sought } = search
            if (wanted.sort === 'match') {
              if (!isOfAll || last) return read(best(search))
              return sought ? gatherFirst(sought, room) : read(heldFirst(search, room, best))
            }
            const gatherFew = few && (() => read(shown(cutFrom(few))))
            // By name those that have the words stand together, anywhere.
            if (gatherFew && wanted.sort === 'name') return gatherFew()
            if (!metOften || !isStrewn) return gatherFew?.() ?? read(shown(pageOf(matches)))
            const { areAllMarked } = metOften
            const met = await read(shown(soon(metOften, firstName, areAllMarked ? MOST_MET : MOST_MET_AND_READ)))
            if (met.length > limit) return met
            if (gatherFew) return gatherFew()
            return read(shown(areAllMarked ? soon(metOften, firstName, EVERY) : pageOf(matches)))
          })
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

/** What each kind has that is of this roast, of this type, or of both; an index of the table holds every kind in order. */
const kindsOf = (sql: Sql, table: postgres.Fragment, { roastLevel, coffeeType }: Partial<CoffeeQuery>) =>
  (roastLevel === undefined ? roastLevels : [roastLevel]).flatMap(roast =>
    (coffeeType === undefined ? [...coffeeTypes, null] : [coffeeType]).map(
      type =>
        sql`${table}.roast_level = ${roast} and ${table}.coffee_type ${type === null ? sql`is null` : sql`= ${type}`}`,
    ),
  )

const matchingCoffees = (
  sql: Sql,
  { roasterId, roaster, roastLevel, coffeeType }: Partial<CoffeeQuery>,
  origins?: number[],
) => {
  const conditions = [
    roasterId !== undefined && sql`and coffees.roaster_id = ${roasterId}`,
    roaster !== undefined && sql`and coffees.roaster_id in (${roasterMeant(sql, roaster)})`,
    roastLevel !== undefined && sql`and coffees.roast_level = ${roastLevel}`,
    origins && sql`and coffees.origin_id = any(${origins})`,
    coffeeType !== undefined && sql`and coffees.coffee_type = ${coffeeType}`,
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? sql`true ${conditions}` : sql`true`
}
