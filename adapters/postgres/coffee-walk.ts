import type postgres from 'postgres'
import type { CoffeeQuery } from '../../core/coffees/coffees.ts'
import { coffeeTypes } from '../../core/coffees/model.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import type { Sql } from './client.ts'
import { placeKey } from './coffee-columns.ts'
import type { CoffeeSearch, MetOften } from './coffee-search.ts'
import { roasterMeant } from './naming.ts'
import { type Keys, rowOf } from './page.ts'
import { isAmong, literalLimit } from './planner.ts'

/** What coffees are sorted by, and where an index holds them so: beside them, or in a table of its own. */
export function coffeeOrders(sql: Sql) {
  const asCoffees = {
    from: (coffees: postgres.Fragment) => coffees,
    alone: sql`coffees`,
    id: sql`coffees.id`,
    marks: sql`coffees.word_marks`,
    ofEach: undefined,
    hasOrigins: true,
  }
  const up = { next: sql`>`, way: sql`asc`, step: 1 }
  const down = { next: sql`<`, way: sql`desc`, step: -1 }
  return {
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
      hasOrigins: false,
      ...down,
    },
    /** Of a search, which says how close each is. */
    match: { ...asCoffees, ...down, key: sql`0` },
  }
}

type CoffeeOrder = ReturnType<typeof coffeeOrders>[CoffeeQuery['sort']]

interface Walked {
  wanted: Pick<CoffeeQuery, 'sort' | 'roastLevel' | 'coffeeType'>
  /** By their ids; of any, if none are given. */
  origins: number[] | undefined
  /** Coffees of the origins have these marks, as text. */
  originMarks: string | undefined
  /** What else is wanted, or all of it, as matchingCoffees gives it. */
  within: postgres.Fragment
  /** Whatever comes first, if none was seen. */
  last: Keys | undefined
  room: number
}

/** The ways to a page of coffees in an order, behind the last one seen: queries of so many coffees, each with its `key`. */
export function coffeeWalk(
  sql: Sql,
  order: CoffeeOrder,
  { wanted, origins, originMarks = '0', within, last, room }: Walked,
) {
  const { from, alone, id, marks, key, ofEach = key, next, way, step } = order
  const isBehind = (key: postgres.Fragment, id: postgres.Fragment) =>
    last ? sql`and (${key}, ${id}) ${next} ${rowOf(sql, last)}` : sql``
  const behind = isBehind(key, id)
  const walk = (matches: postgres.Fragment, beyond = behind) => sql`
      select coffees.*, ${key} as key
      from ${from(sql`coffees`)}
      where ${matches}
        ${beyond}
      order by ${key} ${way}, ${id} ${way}
      ${literalLimit(sql, room)}`
  /** Whoever is met is wanted, if no words are. */
  const arePartsExact = !origins || (order.hasOrigins && origins.length <= MOST_PARTS)
  /** Each with its key, and then cut: to the planner hardly any are behind the last one seen, however many there are. */
  const pageOfGathered = (gathered: CoffeeSearch['gathered']) => sql`
      select coffees.*, cut.key
      from (
        select gathered.id, gathered.key
        from ${gathered(ofEach, within)}
        where true
          ${isBehind(sql`gathered.key`, sql`gathered.id`)}
        order by gathered.key ${way}, gathered.id ${way}
        ${literalLimit(sql, room)}
      ) cut
      join coffees on coffees.id = cut.id`
  /** Of the next in order those that have the words: an index gives them with their marks, and few others are read. */
  const pageOfMet = ({ isMarked, hasAll }: MetOften, firstName: postgres.Fragment, most: number) => {
    const isFromFirstName = wanted.sort === 'name' && !last ? sql`coffees.folded_name >= ${firstName}` : sql`true`
    const pages = partsOf(sql, order, { wanted, origins }).map(
      isOfPart => sql`
        select ${id} as id, ${key} as key, ${marks} as marks
        from ${alone}
        where ${isOfPart}
          and ${isFromFirstName}
          ${behind}
        order by ${key} ${way}, ${id} ${way}
        ${literalLimit(sql, most)}`,
    )
    return sql`
      select coffees.*, met.key
      from (
        select *
        from (${allOf(sql, pages)}) met
        order by met.key ${way}, met.id ${way}
        ${literalLimit(sql, most)}
      ) met
      join coffees on coffees.id = met.id
      where ${isMarked(sql`met.marks`)}
        ${arePartsExact ? sql`` : sql`and met.marks & ${originMarks}::bigint = ${originMarks}::bigint`}
        and ${hasAll}
      order by met.key ${way}, met.id ${way}
      ${literalLimit(sql, room)}`
  }
  const pageOf = (matches = sql`true`) => walk(sql`${within} and ${matches}`)
  /** The first of each origin, which indexes hold in order, and of those the first. */
  const pageOfEach = (origins: number[]) => sql`
      select coffees.*
      from unnest(${origins}::int[]) origin (id)
      cross join lateral (
        ${walk(sql`coffees.origin_id = origin.id`)}
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
      from (${allOf(sql, pages)}) coffees
      order by coffees.key ${way}, coffees.id ${way}
      ${literalLimit(sql, room)}`
  }
  return { pageOf, pageOfEach, pageOfKinds, pageOfMet, pageOfGathered, arePartsExact }
}

const allOf = (sql: Sql, pages: postgres.Fragment[]) =>
  sql`${pages.map((page, at) => sql`${at > 0 ? sql`union all` : sql``} (${page})`)}`

/** Of more origins than this their pages are not put together, and whatever is of others is passed. */
const MOST_PARTS = 20

/** Conditions of parts that together are all that is wanted; an index has each in order: of origins, of kinds, or all coffees. */
function partsOf(
  sql: Sql,
  { alone, hasOrigins }: CoffeeOrder,
  { wanted, origins }: Pick<Walked, 'wanted' | 'origins'>,
) {
  const { roastLevel, coffeeType } = wanted
  if (origins && hasOrigins && origins.length <= MOST_PARTS)
    return origins.map(id => sql`coffees.origin_id = ${id} and ${matchingCoffees(sql, { roastLevel, coffeeType })}`)
  return roastLevel === undefined && coffeeType === undefined ? [sql`true`] : kindsOf(sql, alone, wanted)
}

/** What each kind has that is of this roast, of this type, or of both; an index of the table holds every kind in order. */
const kindsOf = (sql: Sql, table: postgres.Fragment, { roastLevel, coffeeType }: Partial<CoffeeQuery>) =>
  (roastLevel ?? roastLevels).flatMap(roast =>
    (coffeeType === undefined ? [...coffeeTypes, ''] : [coffeeType]).map(
      type => sql`${table}.roast_level = ${roast} and coalesce(${table}.coffee_type, '') = ${type}`,
    ),
  )

/** What is wanted of coffees, to follow a `where`. */
export const matchingCoffees = (
  sql: Sql,
  { roasterId, roaster, roastLevel, coffeeType }: Partial<CoffeeQuery>,
  origins?: number[],
) => {
  const conditions = [
    roasterId !== undefined && sql`and coffees.roaster_id = ${roasterId}`,
    roaster !== undefined && sql`and coffees.roaster_id in (${roasterMeant(sql, roaster)})`,
    roastLevel !== undefined && sql`and coffees.roast_level ${isAmong(sql, roastLevel)}`,
    origins && sql`and coffees.origin_id = any(${origins})`,
    coffeeType !== undefined && sql`and coffees.coffee_type = ${coffeeType}`,
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? sql`true ${conditions}` : sql`true`
}
