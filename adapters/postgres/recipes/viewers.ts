import type { StoredViewer, Viewers } from '../../../core/recipes/viewer.ts'
import type { Sql } from '../engine/client.ts'

export function viewersIn(sql: Sql): Viewers {
  return {
    of: async (userId, recipeIds) => {
      const rows = await sql<(StoredViewer & { id: number })[]>`
        select asked.id,
               votes.vote,
               ratings.rating,
               saved_recipes.user_id is not null as saved
        from unnest(${[...recipeIds]}::int[]) asked (id)
        left join votes on votes.recipe_id = asked.id and votes.user_id = ${userId}
        left join ratings on ratings.recipe_id = asked.id and ratings.user_id = ${userId}
        left join saved_recipes on saved_recipes.community_recipe_id = asked.id and saved_recipes.user_id = ${userId}`
      return new Map(rows.map(({ id, ...viewer }) => [id, viewer]))
    },
  }
}
