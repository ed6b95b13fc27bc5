import type { Sql, Transaction } from '../engine/client.ts'
import { eventCounters } from '../events/event-counters.ts'
import { type Counter, type Drift, MOST_SHOWN } from '../queries/counter.ts'
import { recipeScores } from '../recipes/recipe-scores.ts'

/** Everything that is stored although it could be derived. */
export const counters: Counter[] = [
  {
    name: 'votes, ratings, brews, saves and comments of recipes',
    drift: sql => sql<Drift[]>`
      select 'recipe ' || id as what,
             row(upvotes, downvotes, rating_sum, rating_count, brew_count, save_count, comment_count)::text as stored,
             counted::text
      from recipes
      cross join lateral (
        select ${countsOfRecipe(sql)}
      ) counted
      where row(upvotes, downvotes, rating_sum, rating_count, brew_count, save_count, comment_count)::text <> counted::text
      order by id
      limit ${MOST_SHOWN}`,
    repair: sql => sql`select recount_recipes()`,
  },
  recipeScores,
  {
    name: 'votes and ratings of techniques',
    drift: sql => sql<Drift[]>`
      select 'technique ' || technique as what,
             ${techniqueCounts(sql, 'stored')}::text as stored,
             ${techniqueCounts(sql, 'counted')}::text as counted
      from technique_counts stored
      full join (${countsOfTechniques(sql)}) counted using (technique)
      where ${techniqueCounts(sql, 'stored')} <> ${techniqueCounts(sql, 'counted')}
      order by technique
      limit ${MOST_SHOWN}`,
    repair: async sql => {
      await sql`delete from technique_counts`
      await sql`
        insert into technique_counts (technique, upvotes, downvotes, rating_sum, rating_count)
        ${countsOfTechniques(sql)}`
    },
  },
  {
    name: 'near copies of recipes',
    drift: sql => sql<Drift[]>`
      select 'recipe ' || recipes.id as what,
             recipes.is_near_copy::text as stored,
             ${isNearCopy(sql)}::text as counted
      from recipes
      ${originals(sql)}
      where recipes.is_near_copy <> ${isNearCopy(sql)}
      order by recipes.id
      limit ${MOST_SHOWN}`,
    repair: sql => sql`
      update recipes
      set is_near_copy = not is_near_copy
      where id in (
        select recipes.id
        from recipes
        ${originals(sql)}
        where recipes.is_near_copy <> ${isNearCopy(sql)}
      )`,
  },
  {
    name: 'versions of recipes and personal recipes',
    drift: sql => sql<Drift[]>`
      select 'recipe ' || id as what, version::text as stored, ${versionsOfRecipe(sql)}::text as counted
      from recipes
      where version <> ${versionsOfRecipe(sql)}

      union all
      select 'personal recipe ' || id, version::text, ${versionsOfPersonal(sql)}::text
      from personal_recipes
      where version <> ${versionsOfPersonal(sql)}
      limit ${MOST_SHOWN}`,
    repair: async sql => {
      await sql`
        update recipes
        set version = ${versionsOfRecipe(sql)}
        where version <> ${versionsOfRecipe(sql)}`
      await sql`
        update personal_recipes
        set version = ${versionsOfPersonal(sql)}
        where version <> ${versionsOfPersonal(sql)}`
    },
  },
  {
    name: 'roaster and roast of recipes',
    drift: sql => sql<Drift[]>`
      select 'recipe ' || recipes.id as what,
             concat_ws(' ', recipes.roaster_id, recipes.roast_level) as stored,
             concat_ws(' ', coffees.roaster_id, coffees.roast_level) as counted
      from recipes
      join coffees on coffees.id = recipes.coffee_profile_id
      where (recipes.roaster_id, recipes.roast_level) <> (coffees.roaster_id, coffees.roast_level)
      order by recipes.id
      limit ${MOST_SHOWN}`,
    repair: sql => sql`
      update recipes
      set roaster_id = coffees.roaster_id,
          roast_level = coffees.roast_level
      from coffees
      where coffees.id = recipes.coffee_profile_id
        and (recipes.roaster_id, recipes.roast_level) <> (coffees.roaster_id, coffees.roast_level)`,
  },
  {
    name: 'recipes of coffees',
    drift: sql => sql<Drift[]>`
      select 'coffee ' || id as what, recipe_count::text as stored, ${recipesOfCoffee(sql)}::text as counted
      from coffees
      where recipe_count <> ${recipesOfCoffee(sql)}
      order by id
      limit ${MOST_SHOWN}`,
    // Not with recount_coffees(), which skips coffees that have no recipes left.
    repair: sql => sql`
      update coffees
      set recipe_count = ${recipesOfCoffee(sql)}
      where recipe_count <> ${recipesOfCoffee(sql)}`,
  },
  {
    // Compared with a tolerance, because weights are added and taken away again.
    name: 'trend of coffees',
    drift: sql => sql<Drift[]>`
      select 'coffee ' || lifted.id as what, trending::text as stored, weight::text as counted
      from (${liftedCoffees(sql)}) lifted
      left join coffee_trends on coffee_id = lifted.id
      where trending is null
         or abs(trending - weight) > 1e-9 * greatest(trending, trend_weight(now()))
      order by lifted.id
      limit ${MOST_SHOWN}`,
    repair: sql => sql`
      insert into coffee_trends (coffee_id, trending, roast_level, coffee_type)
      select lifted.id, weight, roast_level, coffee_type
      from (${liftedCoffees(sql)}) lifted
      join coffees on coffees.id = lifted.id
      on conflict (coffee_id) do update
      set trending = excluded.trending`,
  },
  {
    name: 'roast and type of trending coffees',
    drift: sql => sql<Drift[]>`
      select 'coffee ' || coffee_id as what,
             row(coffee_trends.roast_level, coffee_trends.coffee_type)::text as stored,
             row(coffees.roast_level, coffees.coffee_type)::text as counted
      from coffee_trends
      join coffees on coffees.id = coffee_id
      where ${isOfAnotherKind(sql)}
      order by coffee_id
      limit ${MOST_SHOWN}`,
    repair: sql => sql`
      update coffee_trends
      set roast_level = coffees.roast_level,
          coffee_type = coffees.coffee_type
      from coffees
      where coffees.id = coffee_id
        and ${isOfAnotherKind(sql)}`,
  },
  {
    name: 'search text of coffees',
    drift: sql => sql<Drift[]>`
      select 'coffee ' || coffees.id as what, search_text as stored, ${searchText(sql)} as counted
      from coffees
      join roasters on roasters.id = coffees.roaster_id
      where search_text <> ${searchText(sql)}
      order by coffees.id
      limit ${MOST_SHOWN}`,
    // The trigger writes it.
    repair: sql => sql`update coffees set name = name`,
  },
  {
    // Two transactions that add a new origin at once may both insert it: any of its rows will do.
    name: 'origins of coffees',
    drift: sql => sql<Drift[]>`
      select 'coffee ' || coffees.id as what,
             coalesce(coffee_origins.origin, '') as stored,
             coalesce(fold(coffees.origin), '') as counted
      from coffees
      left join coffee_origins on coffee_origins.id = origin_id
      where coffee_origins.origin is distinct from fold(coffees.origin)
      order by coffees.id
      limit ${MOST_SHOWN}`,
    // The trigger looks it up.
    repair: sql => sql`update coffees set origin = origin`,
  },
  {
    name: 'words of coffees',
    drift: sql => sql<Drift[]>`
      select word as what, '0' as stored, '1' as counted
      from (${unknownWords(sql)}) unknown
      order by word
      limit ${MOST_SHOWN}`,
    repair: sql => sql`insert into coffee_words (word) ${unknownWords(sql)}`,
  },
  {
    name: 'coffees, recipes and followers of roasters',
    drift: sql => sql<Drift[]>`
      select 'roaster ' || id as what,
             row(coffee_count, recipe_count, follower_count)::text as stored,
             counted::text
      from roasters
      cross join lateral (
        select (select count(*)::int from coffees where roaster_id = roasters.id),
               (select count(*)::int from recipes where roaster_id = roasters.id and is_listed),
               (select count(*)::int from roaster_follows where roaster_id = roasters.id)
      ) counted
      where row(coffee_count, recipe_count, follower_count)::text <> counted::text
      order by id
      limit ${MOST_SHOWN}`,
    // This adds up the counts of coffees, so those are repaired first.
    repair: sql => sql`select recount_roasters()`,
  },
  {
    name: 'recipes by gear, style and taste',
    drift: sql => sql<Drift[]>`
      select concat_ws(' ', 'gear', grinder_id, machine_id, brew_method, roast_level) as what,
             coalesce(recipes, 0)::text as stored,
             coalesce(counted, 0)::text as counted
      from recipes_by_gear
      full join (
        select grinder_id, machine_id, brew_method, roast_level, count(*) as counted
        from recipes
        where is_listed
        group by 1, 2, 3, 4
      ) fresh using (grinder_id, machine_id, brew_method, roast_level)
      where coalesce(recipes, 0) <> coalesce(counted, 0)

      union all
      select concat_ws(' ', 'style', brew_method, roast_level, grind_range, brew_time_range, taste_level),
             coalesce(recipes, 0)::text,
             coalesce(counted, 0)::text
      from recipes_by_style
      full join (
        select brew_method, roast_level, coalesce(grind_range, '') as grind_range,
               coalesce(brew_time_range, '') as brew_time_range, taste_level, count(*) as counted
        from recipes
        where is_listed
        group by 1, 2, 3, 4, 5
      ) fresh using (brew_method, roast_level, grind_range, brew_time_range, taste_level)
      where coalesce(recipes, 0) <> coalesce(counted, 0)

      union all
      select distinct 'taste ' || taste::text, '0', '1'
      from recipes
      where is_listed
        and taste is not null
        and taste not in (select taste from taste_cells)
      limit ${MOST_SHOWN}`,
    repair: sql => sql`select recount_recipe_kinds()`,
  },
  ...eventCounters,
]

const countsOfTechniques = (sql: Sql | Transaction) => sql`
  select technique,
         (count(*) filter (where vote = 'UP'))::int as upvotes,
         (count(*) filter (where vote = 'DOWN'))::int as downvotes,
         coalesce(sum(rating), 0)::int as rating_sum,
         count(rating)::int as rating_count
  from (
    select technique, vote, null::int as rating from technique_votes
    union all
    select technique, null, rating from technique_ratings
  ) said
  group by technique`

/** Zeros where there is no row. */
const techniqueCounts = (sql: Sql | Transaction, of: 'stored' | 'counted') => sql`
  row(
    ${sql.unsafe(['upvotes', 'downvotes', 'rating_sum', 'rating_count'].map(count => `coalesce(${of}.${count}, 0)`).join(', '))}
  )`

const countsOfRecipe = (sql: Sql | Transaction) => sql`
  (select count(*)::int from votes where recipe_id = recipes.id and vote = 'UP' and counts),
  (select count(*)::int from votes where recipe_id = recipes.id and vote = 'DOWN' and counts),
  (select coalesce(sum(rating), 0)::int from ratings where recipe_id = recipes.id and counts),
  (select count(*)::int from ratings where recipe_id = recipes.id and counts),
  (select count(*)::int from brew_logs where recipe_id = recipes.id),
  (select count(*)::int from saved_recipes where community_recipe_id = recipes.id),
  (select count(*)::int from comments where recipe_id = recipes.id)`

const versionsOfRecipe = (sql: Sql | Transaction) => sql`
  (1 + (select count(*)::int from recipe_versions where recipe_id = recipes.id))`

const versionsOfPersonal = (sql: Sql | Transaction) => sql`
  (1 + (select count(*)::int from personal_recipe_versions where personal_recipe_id = personal_recipes.id))`

const originals = (sql: Sql | Transaction) => sql`
      left join recipe_forks on recipe_id = recipes.id
      left join recipes original on original.id = parent_id and original.hidden_at is null`

const isNearCopy = (sql: Sql | Transaction) => sql`nearly_repeats(recipes, original, step_points)`

const recipesOfCoffee = (sql: Sql | Transaction) => sql`
  (select count(*)::int from recipes where coffee_profile_id = coffees.id and is_listed)`

const liftedCoffees = (sql: Sql | Transaction) => sql`
  select coffees.id, coalesce(sum(trend_weight(lifts.created_at)), 0) as weight
  from coffees
  left join recipes on recipes.coffee_profile_id = coffees.id and recipes.is_listed
  left join lifts on lifts.recipe_id = recipes.id
  group by coffees.id`

const isOfAnotherKind = (sql: Sql | Transaction) => sql`
  (coffee_trends.roast_level, coffee_trends.coffee_type) is distinct from (coffees.roast_level, coffees.coffee_type)`

const searchText = (sql: Sql | Transaction) => sql`search_text_of(coffees.name, roasters.name, coffees.origin)`

const unknownWords = (sql: Sql | Transaction) => sql`
  select distinct used.word
  from coffees
  cross join lateral unnest(string_to_array(search_text, ' ')) used (word)
  where used.word !~ '^[0-9]*$'
    and not exists (select from coffee_words where coffee_words.word = used.word)`
