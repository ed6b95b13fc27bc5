import type { Sql } from '../../adapters/postgres/client.ts'

/** Every counter beside a fresh count of what it counts; what comes back disagrees. */
export async function miscounted(sql: Sql) {
  return [
    ...(await sql`
      select 'recipe ' || recipes.id as what
      from recipes
      where (upvotes, downvotes) <> (
          select count(*) filter (where vote = 'UP'), count(*) filter (where vote = 'DOWN')
          from votes where recipe_id = recipes.id
        )
        or (rating_sum, rating_count) <> (
          select coalesce(sum(rating), 0), count(*) from ratings where recipe_id = recipes.id
        )
        or brew_count <> (select count(*) from brew_logs where recipe_id = recipes.id)
        or save_count <> (select count(*) from saved_recipes where community_recipe_id = recipes.id)
        or comment_count <> (select count(*) from comments where recipe_id = recipes.id)`),
    ...(await sql`
      with liked as (
        select recipe_id, created_at from votes
        union all
        select community_recipe_id, created_at from saved_recipes
        union all
        select recipe_id, created_at from brew_logs
      ), lifted as (
        select coffee_profile_id as id, sum(trend_weight(liked.created_at)) as weight
        from liked
        join recipes on recipes.id = liked.recipe_id
        group by 1
      )
      select 'coffee ' || coffees.id as what
      from coffees
      left join lifted using (id)
      where recipe_count <> (select count(*) from recipes where coffee_profile_id = coffees.id and hidden_at is null)
        or abs(trending - coalesce(weight, 0)) > 1e-9 * trending`),
    ...(await sql`
      select 'roaster ' || roasters.id as what
      from roasters
      where coffee_count <> (select count(*) from coffees where roaster_id = roasters.id)
        or recipe_count <> (select count(*) from recipes where roaster_id = roasters.id and hidden_at is null)
        or follower_count <> (select count(*) from roaster_follows where roaster_id = roasters.id)`),
    ...(await sql`
      select 'gear ' || grinder_id || ' ' || machine_id || ' ' || roast_level as what
      from recipes_by_gear
      full join (
        select grinder_id, machine_id, roast_level, count(*) as counted
        from recipes
        where hidden_at is null
        group by 1, 2, 3
      ) fresh using (grinder_id, machine_id, roast_level)
      where recipes is distinct from counted`),
    ...(await sql`
      select 'style ' || brew_method || ' ' || roast_level as what
      from recipes_by_style
      full join (
        select brew_method, roast_level, coalesce(grind_range, '') as grind_range,
               coalesce(brew_time_range, '') as brew_time_range, count(*) as counted
        from recipes
        where hidden_at is null
        group by 1, 2, 3, 4
      ) fresh using (brew_method, roast_level, grind_range, brew_time_range)
      where recipes is distinct from counted`),
    ...(await sql`
      select 'cell ' || taste::text as what
      from recipes
      where not exists (select from taste_cells where taste_cells.taste = recipes.taste)`),
  ].map(({ what }) => what as string)
}
