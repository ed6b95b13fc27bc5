import type { Vote } from '../../../core/recipes/vote.ts'
import type { Votes } from '../../../core/recipes/votes.ts'
import type { Sql } from '../engine/client.ts'
import { heldRecipe } from '../queries/locks.ts'
import { first } from '../queries/rows.ts'

/** A trigger updates the recipe's counters. A vote that stays the same changes nothing. */
export const votesIn = (sql: Sql): Votes => ({
  cast: ({ recipeId, userId, vote, now }) =>
    first(sql<{ counts: boolean }[]>`
      with ${heldRecipe(sql, recipeId, userId, sql`hidden_at is null`)}, given as (
        select id as recipe_id, created_by is distinct from ${userId} as counts
        from recipe
      ), cast_vote as (
        insert into votes (recipe_id, user_id, vote, created_at, counts)
        select recipe_id, ${userId}, ${vote}, ${now}, counts
        from given
        on conflict (recipe_id, user_id) do update
        set vote = excluded.vote,
            created_at = excluded.created_at
        where votes.vote <> excluded.vote
      )
      select counts
      from given`),

  withdraw: async (recipeId, userId) => {
    const [row] = await sql<{ found: boolean }[]>`
      with ${heldRecipe(sql, recipeId, userId, sql`hidden_at is null`)}, withdrawn as (
        delete from votes
        using recipe
        where votes.recipe_id = recipe.id
          and votes.user_id = ${userId}
      )
      select exists (select from recipe) as found`
    return row?.found ?? false
  },

  of: async (recipeId, userId) => {
    const [row] = await sql<{ vote: Vote | null }[]>`
      select votes.vote
      from recipes
      left join votes on votes.recipe_id = recipes.id and votes.user_id = ${userId ?? null}
      where recipes.id = ${recipeId}
        and recipes.hidden_at is null`
    return row?.vote
  },
})
