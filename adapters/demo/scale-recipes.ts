import words from '../../db/demo/words.json'
import { brewedByRecipe } from '../postgres/brews/brew-columns.ts'
import type { Transaction } from '../postgres/engine/client.ts'
import { type Block, reserve } from '../postgres/engine/load.ts'
import { listed } from '../postgres/queries/columns.ts'
import { derivedFields, recipeFields } from '../postgres/recipes/recipe-columns.ts'
import { coffeeKinds } from './patterns.ts'

const remarks = [...words.praise, ...words.tweak, ...words.question]

/**
 * Adds a chunk of recipes with their counters, then the rows that the counters count. The voters of
 * a recipe are consecutive people from a random start, so that nobody votes twice: the first
 * `upvotes` of them vote for it, the first `raters` have brewed and rated it. Half of the recipes
 * have no votes; the rest follow a Pareto distribution.
 */
export async function addRecipes(
  sql: Transaction,
  chunk: { coffees: Block; people: Block; now: Date; done: number; count: number; recipes: number },
) {
  const { coffees, people, now, done, count, recipes } = chunk
  const { first } = await reserve(sql, 'recipes', count)
  const firstCoffee = sql`${coffees.first}::int`
  const person = sql`${people.first}::int + (start + nth) % ${people.count}::int`
  // A random time between the recipe's creation and now.
  const since = sql`created_at + random() * (${now}::timestamptz - created_at)`
  const rating = sql`least_rating + nth % 2`
  const ofRecipe = listed(sql, [...recipeFields, ...derivedFields])
  const ofBrew = listed(sql, brewedByRecipe)

  await sql`drop table if exists chunk`
  await sql`
    create temporary table chunk on commit drop as
    select dice.*,
           patterns.*,
           coffees.roaster_id,
           round(votes * least(0.99, quality))::int as upvotes
    from (
      select ${first}::int + n as id,
             ${firstCoffee} + floor(${coffees.count}::int * random() ^ 2)::int as coffee_profile_id,
             ${people.first}::int + floor(${people.count}::int * random() ^ 2)::int as author_id,
             -- In the order of their ids, up to a day of disorder.
             ${now}::timestamptz - (1 - (${done}::int + n) / ${recipes}::float8) * interval '729 days' - random() * interval '1 day' as created_at,
             floor(random() * (select max(variant) + 1 from patterns))::int as chosen,
             floor(${people.count}::int * random() ^ 2)::int as start,
             least(500, ${people.count}::int, floor(0.6 * (1 - random()) ^ -0.7))::int as votes,
             least(200, ${people.count}::int, floor(0.35 * (1 - random()) ^ -0.7))::int as raters,
             least(100, floor(0.35 * (1 - random()) ^ -0.7))::int as more_brews,
             least(100, ${people.count}::int, floor(0.3 * (1 - random()) ^ -0.6))::int as saves,
             least(50, floor(0.25 * (1 - random()) ^ -0.6))::int as comments,
             2 + floor(random() * 3)::int as least_rating
      from generate_series(0, ${count - 1}::int) n
    ) dice
    join coffees on coffees.id = dice.coffee_profile_id
    join patterns on patterns.kind = (coffees.id - ${firstCoffee}) % ${coffeeKinds.length}::int
      and patterns.variant = dice.chosen`
  await sql`
    insert into recipes (
      id, created_by, ${ofRecipe},
      upvotes, downvotes, rating_sum, rating_count, brew_count, save_count, comment_count, created_at
    )
    overriding system value
    select id, author_id, ${ofRecipe},
           upvotes, votes - upvotes, raters * least_rating + raters / 2, raters, raters + more_brews, saves, comments,
           created_at
    from chunk
    order by id`
  await sql`
    insert into votes (recipe_id, user_id, vote, created_at)
    select id, ${person}, case when nth < upvotes then 'UP' else 'DOWN' end, ${since}
    from chunk
    cross join lateral generate_series(0, votes - 1) nth`
  await sql`
    insert into ratings (recipe_id, user_id, rating, created_at)
    select id, ${person}, ${rating}, ${since}
    from chunk
    cross join lateral generate_series(0, raters - 1) nth`
  await sql`
    insert into brew_logs (user_id, recipe_id, method, ${ofBrew}, rating, created_at, brewed_at)
    select ${person}, id, brew_method, ${ofBrew},
           case when nth < raters then ${rating} end, ${since}, ${since}
    from chunk
    cross join lateral generate_series(0, raters + more_brews - 1) nth`
  await sql`
    insert into saved_recipes (user_id, community_recipe_id, created_at)
    select ${person}, id, ${since}
    from chunk
    cross join lateral generate_series(0, saves - 1) nth`
  await sql`
    insert into comments (recipe_id, user_id, body, created_at)
    select id, ${person}, (${remarks}::text[])[1 + (id + nth) % ${remarks.length}::int], ${since}
    from chunk
    cross join lateral generate_series(0, comments - 1) nth`
}
