import {
  type CoffeeChanges,
  type CoffeeUse,
  type PortalCoffees,
  type StoredPortalCoffee,
  UNPLACED,
} from '../../../core/portal/coffees.ts'
import type { TastedRecipe } from '../../../core/taste/match.ts'
import { coffeeFacts, coffeeFields, insertedCoffeeFields, placeKey } from '../catalog/coffee-columns.ts'
import { freeSlug } from '../catalog/naming.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { isTaken } from '../engine/faults.ts'
import { changed, writtenRow } from '../queries/columns.ts'
import { lockCoffees, lockPublishing, lockRecipes } from '../queries/locks.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import { type Cursors, type KeyedRow, rowOf } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'

export function portalCoffeesIn(sql: Sql, cursors: Cursors): PortalCoffees {
  return {
    list: async (roasterId, { limit, cursor }) => {
      const list = `coffees in the portal of ${roasterId}`
      const last = cursors.read(list, cursor)
      const [rows, [roaster]] = await Promise.all([
        nested<StoredPortalCoffee & KeyedRow>(sql`
          select ${columns(sql)},
                 json_build_array(${placeKey(sql)}, coffees.id)::text as keys
          from coffees
          join roasters on roasters.id = coffees.roaster_id
          where coffees.roaster_id = ${roasterId}
            ${last ? sql`and (${placeKey(sql)}, coffees.id) > ${rowOf(sql, last)}` : sql``}
          order by ${placeKey(sql)}, coffees.id
          ${literalLimit(sql, roomFor(limit + 1))}`),
        sql<{ total: number }[]>`select coffee_count as total from roasters where id = ${roasterId}`,
      ])
      return { ...cursors.page(list, rows, limit), total: roaster?.total ?? 0 }
    },

    byId: (roasterId, id) => oneCoffee(sql, roasterId, id),

    place: (roasterId, id, place, most) =>
      transact(sql, async sql => {
        const first = sql`
          select id, ${placeKey(sql)} as key
          from coffees
          where roaster_id = ${roasterId}
          order by ${placeKey(sql)}, id
          ${literalLimit(sql, most + 1)}`
        await lockCoffees(
          sql,
          sql`roaster_id = ${roasterId} and (id = ${id} or id in (select id from (${first}) first))`,
        )
        const [coffee] = await sql`select from coffees where id = ${id} and roaster_id = ${roasterId}`
        if (!coffee) return false
        const wanted = Math.min(place, most)
        await sql`
          with others as (
            select id, row_number() over (order by key, id) as place
            from (${first}) first
            where id <> ${id}
          ), moved as (
            select id, place + (place >= ${wanted})::int as place
            from others
          ), placed as (
            -- A coffee that is pushed beyond the last place loses its place.
            select id, case when place > ${most} then ${UNPLACED} else place end as place
            from moved
            union all
            select ${id}::int, least(${wanted}::bigint, (select count(*) + 1 from others))
          )
          update coffees
          set place = placed.place
          from placed
          where coffees.id = placed.id
            and coffees.place <> placed.place`
        return true
      }),

    top: (roasterId, limit) =>
      nested<StoredPortalCoffee>(sql`
        select ${columns(sql)}
        from coffees
        join roasters on roasters.id = coffees.roaster_id
        where coffees.roaster_id = ${roasterId}
        order by coffees.recipe_count desc, coffees.id
        ${literalLimit(sql, limit)}`),

    add: (roasterId, coffee, slug) =>
      transact(sql, async sql => {
        // Locks the roaster, so that coffees get their slugs in turn.
        await sql`select from roasters where id = ${roasterId} for no key update`
        const taken = sql`select from coffees where roaster_id = ${roasterId} and slug = candidate`
        const [free] =
          'like' in slug ? await sql<{ slug: string }[]>`select ${freeSlug(sql, slug.like, taken)} as slug` : []
        const [made] = await sql<{ id: number }[]>`
          insert into coffees ${writtenRow(sql, insertedCoffeeFields, {
            ...coffee,
            roasterId,
            slug: 'exactly' in slug ? slug.exactly : free?.slug,
          })}
          on conflict (roaster_id, slug) do nothing
          returning id`
        return made ? ((await oneCoffee(sql, roasterId, made.id)) as StoredPortalCoffee) : 'slug-taken'
      }),

    revise: async (roasterId, id, changes, cellOf) => {
      try {
        return await transact(sql, async sql => {
          const movesRecipes = ['roastLevel', 'acidityLevel', 'bodyLevel'].some(fact => fact in changes)
          if (movesRecipes) {
            await lockPublishing(sql, id, 'alone')
            await lockRecipes(sql, ofCoffee(sql, roasterId, id))
          }
          await sql`
            update coffees
            set ${changed<CoffeeChanges>(sql, 'coffees', [...coffeeFields, 'slug'], changes)}
            where id = ${id}
              and roaster_id = ${roasterId}`
          const coffee = await oneCoffee(sql, roasterId, id)
          if (coffee && movesRecipes) await placeAgain(sql, coffee, cellOf)
          return coffee
        })
      } catch (error) {
        if (isTaken(error, 'coffees_roaster_id_slug_key')) return 'slug-taken'
        throw error
      }
    },

    remove: (roasterId, id, permit) =>
      transact(sql, async sql => {
        await lockPublishing(sql, id, 'alone')
        await lockRecipes(sql, ofCoffee(sql, roasterId, id), 'to-remove')
        // Those who use the coffee now finish first; later ones wait, and find it gone.
        const [coffee] = await sql<{ name: string }[]>`
          select name
          from coffees
          where id = ${id}
            and roaster_id = ${roasterId}
          for update`
        if (!coffee) return false
        const [use] = await sql<Omit<CoffeeUse, 'name'>[]>`
          select (select count(*) from recipes where coffee_profile_id = ${id} and roaster_recipe_id is null) as recipes,
                 (select count(*) from coffee_library where coffee_profile_id = ${id}) as libraries,
                 (select count(*) from brew_logs where coffee_profile_id = ${id}) as brews,
                 (select count(*) from personal_recipes where coffee_profile_id = ${id}) as personal_recipes`
        if (use) permit({ ...coffee, ...use })
        await sql`delete from coffees where id = ${id}`
        return true
      }),
  }
}

/** A coffee of one roaster with its counts, each read from an index by the coffee's id. */
const columns = (sql: Sql | Transaction) => sql`
  ${coffeeFacts(sql)},
  (select count(*) from roaster_recipes where coffee_id = coffees.id) as roaster_recipe_count,
  (select count(*) from coffee_library where coffee_profile_id = coffees.id) as library_count,
  (select count(*) from brew_logs where coffee_profile_id = coffees.id) as brew_count`

const ofCoffee = (sql: Transaction, roasterId: number, coffeeId: number) => sql`
  coffee_profile_id = ${coffeeId}
  and roaster_id = ${roasterId}`

const oneCoffee = (sql: Sql | Transaction, roasterId: number, id: number) =>
  nestedOne<StoredPortalCoffee>(sql`
    select ${columns(sql)}
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    where coffees.id = ${id}
      and coffees.roaster_id = ${roasterId}`)

/** Recipes get a new position in taste space when their coffee changes. */
async function placeAgain(sql: Transaction, coffee: StoredPortalCoffee, cellOf: (recipe: TastedRecipe) => number[]) {
  const recipes = await sql<(TastedRecipe & { id: number })[]>`
    select id, brew_method as method, ratio, taste_profile
    from recipes
    where coffee_profile_id = ${coffee.id}
    order by id
    for no key update`
  const cells = recipes.map(recipe => ({ id: recipe.id, cell: cellOf({ ...recipe, coffee }) }))
  await sql`
    update recipes
    set taste = cube(placed.cell)
    from jsonb_to_recordset(${sql.json(cells)}) as placed (id int, cell float8[])
    where recipes.id = placed.id
      and recipes.taste is distinct from cube(placed.cell)`
}
