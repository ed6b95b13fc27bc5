import type postgres from 'postgres'
import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import type { CoffeeFigures, Coffees, NewCoffee } from '../../../core/coffees/coffees.ts'
import type { CoffeeDetail, CoffeeSuggestion } from '../../../core/coffees/model.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { nameColumns, written } from '../queries/columns.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import type { Cursors } from '../queries/page.ts'
import { literalLimit } from '../queries/planner.ts'
import { coffeeFacts, insertedCoffeeFields } from './coffee-columns.ts'
import { coffeeListIn } from './coffee-list.ts'
import { coffeeCandidates, ranked, type SearchedCoffee, searchCoffees, searchedText } from './coffee-search.ts'
import { freeSlug, roasterNamed, slugsInTurn } from './naming.ts'
import { roasterInList } from './roaster-columns.ts'

export function coffeesIn(sql: Sql, cursors: Cursors): Coffees {
  return {
    ...coffeeListIn(sql, cursors),

    suggest: async (words, limit) => {
      const { rows, search } = await searchCoffees(sql, { words }, search =>
        nested<CoffeeSuggestion & SearchedCoffee>(sql`
          with ${coffeeCandidates(sql, search)}
          select coffees.id,
                 coffees.name,
                 coffees.slug,
                 coffees.roast_level,
                 coffees.origin,
                 roasters.name as roaster_name,
                 roasters.slug as roaster_slug,
                 ${searchedText(sql)}
          from found
          join coffees on coffees.id = found.id
          join roasters on roasters.id = coffees.roaster_id
          order by coffees.recipe_count desc, coffees.id`),
      )
      return ranked(search, rows)
        .slice(0, limit)
        .map(({ row }) => row)
    },

    byId: id => detail(sql, sql`coffees.id = ${id}`),

    bySlug: (roasterSlug, slug) => detail(sql, sql`roasters.slug = ${roasterSlug} and coffees.slug = ${slug}`),

    figures: (id, top) =>
      nestedOne<CoffeeFigures>(sql`
        with alike as materialized (
          select grinder_id,
                 machine_id,
                 floor(grind_index + 0.5)::int as grind_index,
                 count(*) as recipes,
                 sum(upvotes) as upvotes,
                 sum(downvotes) as downvotes,
                 min(ratio) as least_ratio,
                 max(ratio) as most_ratio,
                 sum(ratio) as ratios,
                 min(grind_index) as finest,
                 max(grind_index) as coarsest,
                 sum(grind_index) as grind_indexes
          from recipes
          where coffee_profile_id = ${id}
            and is_listed
          group by 1, 2, 3
        ), sums as (
          select coalesce(sum(recipes), 0)::int as recipe_count,
                 coalesce(sum(upvotes), 0)::int as upvotes,
                 coalesce(sum(downvotes), 0)::int as downvotes,
                 min(least_ratio) as least_ratio,
                 max(most_ratio) as most_ratio,
                 sum(ratios) / sum(recipes)::int as ratio,
                 min(finest) as finest,
                 max(coarsest) as coarsest,
                 sum(grind_indexes) / sum(recipes)::int as grind_index
          from alike
        ), top_grinders as (
          select grinder_id as id,
                 sum(recipes)::int as "recipeCount",
                 sum(grind_indexes) / sum(recipes)::int as "avgGrindIndex"
          from alike
          group by grinder_id
          order by sum(recipes) desc, grinder_id
          ${literalLimit(sql, top)}
        ), top_machines as (
          select machine_id as id, sum(recipes)::int as "recipeCount"
          from alike
          group by machine_id
          order by sum(recipes) desc, machine_id
          ${literalLimit(sql, top)}
        ), grinds as (
          select grind_index as "grindIndex", sum(recipes)::int as "recipeCount"
          from alike
          group by grind_index
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

/** Adds a coffee, and its roaster if there is none of that name. Returns the id. */
async function insertCoffee(sql: Transaction, coffee: NewCoffee) {
  const { id: roasterId } = await roasterNamed(sql, coffee.roaster, coffee.now)
  const [made] = await insertCoffees(sql, [{ ...coffee, roasterId }])
  return made?.id ?? 0
}

/** The caller has locked the roasters, so that coffees get their slugs in turn. */
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
    insert into coffees ${written(sql, 'coffees', insertedCoffeeFields, rows)}
    returning id`
}

const emptyAsNull = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, fact === '' ? null : fact]))

async function detail(sql: Sql | Transaction, it: postgres.Fragment): Promise<CoffeeDetail | undefined> {
  const row = await nestedOne<Omit<CoffeeDetail, 'submittedBy'> & { submittedBy: NamedUser | null }>(sql`
    select ${coffeeFacts(sql)},
           ${roasterInList(sql, 'roaster.')},
           ${part(sql, 'users', 'submitted_by', nameColumns)},
           coffees.recipe_count as "_count.community_recipes"
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    left join users on users.id = coffees.submitted_by
    where ${it}`)
  return row && { ...row, submittedBy: row.submittedBy && presentPerson(row.submittedBy) }
}
