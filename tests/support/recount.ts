import type { Sql } from '../../adapters/postgres/client.ts'

/** Every counter beside a fresh count of what it counts; what comes back disagrees. */
export async function miscounted(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'recipe ' || recipes.id as what
    from recipes
    where (upvotes, downvotes) <> (
        select count(*) filter (where vote = 'UP'), count(*) filter (where vote = 'DOWN')
        from votes
        where recipe_id = recipes.id
      )
      or (rating_sum, rating_count) <> (
        select coalesce(sum(rating), 0), count(*) from ratings where recipe_id = recipes.id
      )
      or brew_count <> (select count(*) from brew_logs where recipe_id = recipes.id)
      or save_count <> (select count(*) from saved_recipes where community_recipe_id = recipes.id)
      or comment_count <> (select count(*) from comments where recipe_id = recipes.id)

    union all
    select 'recipe ' || recipes.id || ', which is not of its coffee'
    from recipes
    join coffees on coffees.id = recipes.coffee_profile_id
    where (recipes.roaster_id, recipes.roast_level) <> (coffees.roaster_id, coffees.roast_level)

    union all
    select 'coffee ' || coffees.id || ' recipes'
    from coffees
    where recipe_count <> (select count(*) from recipes where coffee_profile_id = coffees.id and hidden_at is null)

    union all
    select 'coffee ' || coffees.id || ' trending'
    from coffees
    left join (
      select coffee_profile_id as id, sum(trend_weight(done.created_at)) as weight
      from recipes
      join (
        select recipe_id, created_at from votes
        union all
        select community_recipe_id, created_at from saved_recipes
        union all
        select recipe_id, created_at from brew_logs
      ) done on done.recipe_id = recipes.id
      where hidden_at is null
      group by 1
    ) lifted using (id)
    -- What has come and gone leaves the last bits of its weight behind.
    where abs(trending - coalesce(weight, 0)) > 1e-9 * greatest(trending, trend_weight(now()))

    union all
    select 'roaster ' || roasters.id
    from roasters
    where coffee_count <> (select count(*) from coffees where roaster_id = roasters.id)
      or recipe_count <> (select count(*) from recipes where roaster_id = roasters.id and hidden_at is null)
      or follower_count <> (select count(*) from roaster_follows where roaster_id = roasters.id)

    union all
    select concat_ws(' ', 'gear', grinder_id, machine_id, roast_level)
    from recipes_by_gear
    full join (
      select grinder_id, machine_id, roast_level, count(*) as counted
      from recipes
      where hidden_at is null
      group by 1, 2, 3
    ) fresh using (grinder_id, machine_id, roast_level)
    where coalesce(recipes, 0) <> coalesce(counted, 0)

    union all
    select concat_ws(' ', 'style', brew_method, roast_level, grind_range, brew_time_range)
    from recipes_by_style
    full join (
      select brew_method, roast_level, coalesce(grind_range, '') as grind_range,
             coalesce(brew_time_range, '') as brew_time_range, count(*) as counted
      from recipes
      where hidden_at is null
      group by 1, 2, 3, 4
    ) fresh using (brew_method, roast_level, grind_range, brew_time_range)
    where coalesce(recipes, 0) <> coalesce(counted, 0)

    union all
    select 'cell ' || taste::text
    from recipes
    where hidden_at is null
      and taste is not null
      and taste not in (select taste from taste_cells)

    union all
    select concat_ws(' ', 'day', roaster_id, day, kind, coffee_id, method, host)
    from (
      select roaster_id, day, kind, coffee_id, method, host, events
      from event_days
      union all
      select roaster_id, (at at time zone 'UTC')::date, kind, coffee_id, method, host, -1
      from events
    ) both_ways
    group by roaster_id, day, kind, coffee_id, method, host
    having sum(events) <> 0

    union all
    select concat_ws(' ', 'quarter', roaster_id, quarter, kind)
    from (
      select roaster_id, quarter, kind, events
      from event_quarters
      union all
      select roaster_id, date_bin('15 minutes', at, timestamptz '2000-01-01Z'), kind, -1
      from events
    ) both_ways
    group by roaster_id, quarter, kind
    having sum(events) <> 0`
  return rows.map(({ what }) => what)
}
