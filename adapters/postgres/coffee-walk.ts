import type postgres from 'postgres'
import type { CoffeeQuery } from '../../core/coffees/coffees.ts'
import { coffeeTypes } from '../../core/coffees/model.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import type { Sql } from './client.ts'
import { placeKey } from './coffee-columns.ts'
import type { CoffeeSearch } from './coffee-search.ts'
import { roasterMeant } from './naming.ts'
import { type Keys, literalLimit, rowOf } from './page.ts'

/** What coffees are sorted by, and where an index holds them so: beside them, or in a table of its own. */
export function coffeeOrders(sql: Sql) {
  const asCoffees = {
    from: (coffees: postgres.Fragment) => coffees,
    alone: sql`coffees`,
    id: sql`coffees.id`,
    marks: sql`coffees.word_marks`,
    ofEach: undefined,
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
      ...down,
    },
    /** Of a search, which says how close each is. */
    match: { ...asCoffees, ...down, key: sql`0` },
  }
}

type CoffeeOrder = ReturnType<typeof coffeeOrders>[CoffeeQuery['sort']]

interface Walked {
  wanted: Pick<CoffeeQuery, 'sort' | 'roasterId' | 'roaster' | 'roastLevel' | 'coffeeType'>
  /** By their ids; of any, if none are given. */
  origins: number[] | undefined
  /** Whatever comes first, if none was seen. */
  last: Keys | undefined
  room: number
}

/** The ways to a page of coffees in an order, behind the last one seen: queries of so many coffees, each with its `key`. */
export function coffeeWalk(sql: Sql, order: CoffeeOrder, { wanted, origins, last, room }: Walked) {
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
  return { pageOf, pageOfEach, pageOfKinds, soon, cutFrom }
}

/** What each kind has that is of this roast, of this type, or of both; an index of the table holds every kind in order. */
const kindsOf = (sql: Sql, table: postgres.Fragment, { roastLevel, coffeeType }: Partial<CoffeeQuery>) =>
  (roastLevel === undefined ? roastLevels : [roastLevel]).flatMap(roast =>
    (coffeeType === undefined ? [...coffeeTypes, null] : [coffeeType]).map(
      type =>
        sql`${table}.roast_level = ${roast} and ${table}.coffee_type ${type === null ? sql`is null` : sql`= ${type}`}`,
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
    roastLevel !== undefined && sql`and coffees.roast_level = ${roastLevel}`,
    origins && sql`and coffees.origin_id = any(${origins})`,
    coffeeType !== undefined && sql`and coffees.coffee_type = ${coffeeType}`,
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? sql`true ${conditions}` : sql`true`
}
