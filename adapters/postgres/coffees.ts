import type postgres from 'postgres'
import type { CoffeeByMethod, CoffeeFigures, CoffeeQuery, Coffees, NewCoffee } from '../../core/coffees/coffees.ts'
import type { Coffee, CoffeeDetail, CoffeeSuggestion } from '../../core/coffees/model.ts'
import type { CoffeeChanges } from '../../core/portal/coffees.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { searchCoffees } from './coffee-words.ts'
import { fieldsOf, selected, written } from './columns.ts'
import { freeSlug, literally, roasterMeant, roasterNamed, slugsInTurn } from './naming.ts'
import { nested, nestedOne, part } from './nested.ts'
import { type Cursors, type Keyed, literalLimit, roomFor, rowOf } from './page.ts'
import { pictureOwnedBy } from './pictures.ts'
import { displayName } from './recipe-columns.ts'
import { roasterInList } from './roasters.ts'

export function coffeesIn(sql: Sql, cursors: Cursors): Coffees {
  const asCoffees = { from: sql`coffees`, id: sql`coffees.id` }
  const orders = {
    name: { ...asCoffees, key: sql`fold(coffees.name)`, next: sql`>`, way: sql`asc` },
    newest: { ...asCoffees, key: sql`coffees.created_at`, next: sql`<`, way: sql`desc` },
    place: { ...asCoffees, key: placeKey(sql), next: sql`>`, way: sql`asc` },
    popular: { ...asCoffees, key: sql`coffees.recipe_count`, next: sql`<`, way: sql`desc` },
    trending: {
      from: sql`coffee_trends join coffees on coffees.id = coffee_trends.coffee_id`,
      id: sql`coffee_trends.coffee_id`,
      key: sql`coffee_trends.trending`,
      next: sql`<`,
      way: sql`desc`,
    },
    /** Of a search, which says how close each is. */
    match: { ...asCoffees, key: sql`0`, next: sql`<`, way: sql`desc` },
  }
  const inList = sql`
    ${factColumns(sql)},
    ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug'])},
    ${part(sql, 'pictures', 'picture', ['sizes'])}`

  return {
    list: async ({ limit, cursor, ...wanted }) => {
      const list = `coffees ${JSON.stringify(wanted)}`
      const last = cursors.read(list, cursor)
      const { from, id, key, next, way } = orders[wanted.sort]
      const room = roomFor(limit + 1)
      const origins = wanted.origin === undefined ? undefined : await originsWith(sql, wanted.origin)
      if (origins?.length === 0) return cursors.page(list, [], limit)
      const walk = (matches: postgres.Fragment) => sql`
          select coffees.*, ${key} as key
          from ${from}
          where ${matches}
            ${last ? sql`and (${key}, ${id}) ${next} ${rowOf(sql, last)}` : sql``}
          order by ${key} ${way}, ${id} ${way}
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
      const walksEach =
        origins && origins.length <= MOST_ORIGINS && wanted.sort !== 'trending' && !wanted.roaster && !wanted.roasterId
      const read = async (page: postgres.Fragment) =>
        (
          await nested<CoffeeInPage>(sql`
        select ${inList}, coffees.key::text as keys
        from (${page}) coffees
        join roasters on roasters.id = coffees.roaster_id
        left join pictures on pictures.coffee_id = coffees.id
        order by coffees.key ${way} nulls last, coffees.id ${way}`)
        ).map(withRoasterName)
      const rows = wanted.words
        ? await searchCoffees(sql, wanted.words, ({ matches, page }) =>
            read(wanted.sort === 'match' ? page(matchingCoffees(sql, wanted, origins), last, room) : pageOf(matches)),
          )
        : await read(walksEach ? pageOfEach(origins) : pageOf())
      const end = rows[limit - 1]
      if (end) end.keys = JSON.stringify([end.keys, end.id])
      return cursors.page(list, rows, limit)
    },

    suggest: (words, limit) =>
      searchCoffees<CoffeeSuggestion>(
        sql,
        words,
        ({ found }) => sql`
        with ${found(sql`true`)}
        select coffees.id,
               coffees.name,
               coffees.slug,
               coffees.roast_level,
               coffees.origin,
               roasters.name as roaster_name,
               roasters.slug as roaster_slug
        from (
          select id, rank, recipe_count
          from found
          order by rank desc, recipe_count desc, id
          ${literalLimit(sql, limit)}
        ) best
        join coffees on coffees.id = best.id
        join roasters on roasters.id = coffees.roaster_id
        order by best.rank desc, best.recipe_count desc, best.id`,
      ),

    byId: id => detail(sql, sql`coffees.id = ${id}`),

    bySlug: (roasterSlug, slug) => detail(sql, sql`roasters.slug = ${roasterSlug} and coffees.slug = ${slug}`),

    figures: (id, top) =>
      nestedOne<CoffeeFigures>(sql`
        with shown as (
          select grinder_id, machine_id, grind_index, ratio, upvotes, downvotes
          from recipes
          where coffee_profile_id = ${id}
            and hidden_at is null
        ), sums as (
          select count(*)::int as recipe_count,
                 coalesce(sum(upvotes), 0)::int as upvotes,
                 coalesce(sum(downvotes), 0)::int as downvotes,
                 min(ratio) as least_ratio,
                 max(ratio) as most_ratio,
                 avg(ratio) as ratio,
                 min(grind_index) as finest,
                 max(grind_index) as coarsest,
                 avg(grind_index) as grind_index
          from shown
        ), top_grinders as (
          select grinder_id as id, count(*)::int as "recipeCount", avg(grind_index) as "avgGrindIndex"
          from shown
          group by grinder_id
          order by count(*) desc, grinder_id
          ${literalLimit(sql, top)}
        ), top_machines as (
          select machine_id as id, count(*)::int as "recipeCount"
          from shown
          group by machine_id
          order by count(*) desc, machine_id
          ${literalLimit(sql, top)}
        ), grinds as (
          select round(grind_index::numeric)::int as "grindIndex", count(*)::int as "recipeCount"
          from shown
          group by 1
        )
        select sums.recipe_count,
               sums.upvotes,
               sums.downvotes,
               sums.least_ratio as "ratio_range.min",
               sums.most_ratio as "ratio_range.max",
               sums.ratio as "ratio_range.avg",
               sums.finest as "grind_range.min",
               sums.coarsest as "grind_range.max",
               sums.grind_index as "grind_range.avg",
               coalesce(
                 (select json_agg(one order by one."recipeCount" desc, one.id) from top_grinders one), '[]'
               ) as top_grinders,
               coalesce(
                 (select json_agg(one order by one."recipeCount" desc, one.id) from top_machines one), '[]'
               ) as top_machines,
               coalesce((select json_agg(one order by one."grindIndex") from grinds one), '[]') as grinds
        from coffees, sums
        where coffees.id = ${id}`),

    submit: coffee =>
      transact(sql, async sql => {
        const id = await insertCoffee(sql, coffee)
        return (await detail(sql, sql`coffees.id = ${id}`)) as CoffeeDetail
      }),
  }
}

/** Under its roaster, who is made if there is none. Gives the coffee's id. */
async function insertCoffee(sql: Transaction, coffee: NewCoffee) {
  const { id: roasterId } = await roasterNamed(sql, coffee.roaster, coffee.now)
  const [made] = await insertCoffees(sql, [{ ...coffee, roasterId }])
  return made?.id ?? 0
}

/** Under roasters that the transaction holds, so that coffees get their slugs in turn. */
async function insertCoffees(sql: Transaction, coffees: readonly (NewCoffee & { roasterId: number })[]) {
  const taken = sql`select from coffees where roaster_id = wanted."roasterId" and slug = candidate`
  const wanted = slugsInTurn(
    coffees.map(({ roasterId, slug }) => ({ roasterId, slug })),
    ({ roasterId }) => roasterId,
  )
  const free = await sql<{ slug: string }[]>`
    select ${freeSlug(sql, sql`wanted.slug`, taken, sql`wanted.turn`)} as slug
    from jsonb_to_recordset(${sql.json(wanted.map((row, at) => ({ ...row, at })))})
      as wanted("roasterId" int, slug text, turn int, at int)
    order by wanted.at`
  const rows = coffees.map(({ roaster, roasterId, submittedBy, now, acidity, body, slug: _, ...facts }, at) => ({
    ...emptyAsNull({ ...facts, acidityLevel: acidity, bodyLevel: body }),
    slug: free[at]?.slug,
    roasterId,
    submittedBy,
    createdAt: now,
  }))
  return sql<{ id: number }[]>`
    insert into coffees ${written(sql, 'coffees', insertedFields, rows)}
    returning id`
}

/** What is said of a coffee. */
export const coffeeFields = fieldsOf<Omit<CoffeeChanges, 'slug'>>({
  name: true,
  roastLevel: true,
  coffeeType: true,
  origin: true,
  flavorProfile: true,
  description: true,
  acidityLevel: true,
  bodyLevel: true,
  processingMethod: true,
  buyUrl: true,
})
export const insertedFields = ['roasterId', 'slug', 'submittedBy', 'createdAt', ...coffeeFields]

const emptyAsNull = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, fact === '' ? null : fact]))

/** Where a coffee stands among its roaster's: as an index has it. */
export const placeKey = (sql: Sql | Transaction) => sql`(lpad(coffees.place::text, 7, '0') || fold(coffees.name))`

/** A coffee, in any query over `coffees` and `roasters`. */
export const coffeeFacts = (sql: Sql | Transaction) => sql`
  ${factColumns(sql)},
  roasters.name as roaster_name,
  roasters.slug as roaster_slug,
  ${pictureOwnedBy(sql, 'coffees')} as picture`

const factColumns = (sql: Sql | Transaction) =>
  selected(sql, 'coffees', ['id', 'slug', ...coffeeFields, 'recipeCount', 'createdAt'])

/** A coffee as the list reads it: what its roaster is called comes once, and of its keys the first alone. */
type CoffeeInPage = Omit<Coffee, 'roasterName' | 'roasterSlug'> & { keys: string | null }

function withRoasterName(row: CoffeeInPage): Coffee & Keyed {
  const coffee = row as Coffee & Keyed
  coffee.roasterName = coffee.roaster.name
  coffee.roasterSlug = coffee.roaster.slug
  return coffee
}

/** The coffee of a row with a `coffee_profile_id`, null where it has none: for any query with these joins. */
export const coffeeBehind = (sql: Sql | Transaction, table: string) => ({
  columns: sql`${part(sql, 'coffees', 'coffee', ['id', 'name', 'slug'])}, roasters.name as "coffee.roaster_name"`,
  joins: sql`
    left join coffees on coffees.id = ${sql(`${table}.coffeeProfileId`)}
    left join roasters on roasters.id = coffees.roaster_id`,
})

/** Nothing is written of a coffee that is not there. */
export const ofKnownCoffee = (sql: Sql | Transaction, { coffeeProfileId }: { coffeeProfileId: number | null }) =>
  coffeeProfileId === null ? sql`` : sql`where exists (select from coffees where id = ${coffeeProfileId})`

/** Coffees, each by one method, as rows to look for what is of each. */
export const coffeesByMethod = (sql: Sql, of: readonly CoffeeByMethod[]) => sql`
  unnest(
    ${of.map(({ coffeeId }) => coffeeId)}::int[],
    ${of.map(({ method }) => method)}::text[]
  ) brewed (coffee_id, method)`

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

const detail = (sql: Sql | Transaction, it: postgres.Fragment) =>
  nestedOne<CoffeeDetail>(sql`
    select ${coffeeFacts(sql)},
           ${roasterInList(sql, 'roaster.')},
           users.id as "submitted_by.id",
           ${displayName(sql)} as "submitted_by.display_name",
           coffees.recipe_count as "_count.community_recipes"
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    left join users on users.id = coffees.submitted_by
    where ${it}`)
