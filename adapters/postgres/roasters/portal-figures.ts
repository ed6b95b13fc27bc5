import type { PortalFigures, RecipePerformance } from '../../../core/portal/dashboard.ts'
import type { Sql } from '../engine/client.ts'
import { nested, part } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { first } from '../queries/rows.ts'
import { bestOrder, bestOrderOfFew } from '../recipes/recipe-order.ts'

export function portalFiguresIn(sql: Sql): PortalFigures {
  return {
    of: roasterId =>
      first(sql<Awaited<ReturnType<PortalFigures['of']>>[]>`
        with own as (
          select id
          from coffees
          where roaster_id = ${roasterId}
        )
        select coffee_count as coffees,
               (select count(*) from roaster_recipes where coffee_id in (select id from own)) as roaster_recipes,
               recipe_count as community_recipes,
               follower_count as followers,
               (select count(*) from coffee_library where coffee_profile_id in (select id from own)) as library_entries,
               (select count(*) from brew_logs where coffee_profile_id in (select id from own)) as brews,
               exists (select from embed_settings where roaster_id = roasters.id) as is_configured,
               exists (
                 select
                 from event_days
                 where roaster_id = roasters.id
                   and kind = 'IMPRESSION'
               ) as was_seen
        from roasters
        where id = ${roasterId}`),

    brews: async (roasterId, { from, to, timeZone }) => {
      const [row] = await sql<{ brews: number }[]>`
        select count(*) as brews
        from brew_logs
        where coffee_profile_id in (select id from coffees where roaster_id = ${roasterId})
          and brewed_at >= (${from}::date)::timestamp at time zone ${timeZone}
          and brewed_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`
      return row?.brews ?? 0
    },

    recipes: (roasterId, top) =>
      nested<RecipePerformance>(sql`
      select recipes.id,
             ${part(sql, 'coffees', 'coffee', ['id', 'name', 'slug'])},
             recipes.brew_method as method,
             recipes.grind_index,
             recipes.upvotes,
             recipes.downvotes,
             recipes.wilson_score,
             round(recipes.avg_rating::numeric, 2) as avg_rating,
             recipes.rating_count,
             recipes.brew_count,
             recipes.save_count,
             recipes.created_at
      from (
        -- Apart, so that the index alone tells which recipes are the roaster's.
        select id
        from recipes
        where roaster_id = ${roasterId}
          and is_listed
        order by ${bestOrder(sql)}
        ${literalLimit(sql, top)}
      ) best
      join recipes on recipes.id = best.id
      join coffees on coffees.id = recipes.coffee_profile_id
      order by ${bestOrderOfFew(sql, 'recipes')}`),
  }
}
