import type { Vote } from '../../core/recipes/vote.ts'
import type { Votes } from '../../core/recipes/votes.ts'
import { turns } from '../turns.ts'
import type { Sql } from './client.ts'

/**
 * As many as there are connections, unless another number is said. A vote waits for others on the same recipe or coffee, and
 * whatever is sent over a connection behind it would wait, too.
 */
const MOST_AT_ONCE = 10

export function votesIn(sql: Sql): Votes {
  const inTurn = turns(MOST_AT_ONCE)
  return {
    // The recipe's counters change in the statement of the vote, by trigger; a vote that stays the same counts nothing.
    cast: async ({ recipeId, userId, vote, now }) => {
      const [cast] = await inTurn(
        () => sql<{ counts: boolean }[]>`
        with ${shownRecipe(sql, recipeId)}, given as (
          insert into votes (recipe_id, user_id, vote, created_at, counts)
          select id, ${userId}, ${vote}, ${now}, created_by is distinct from ${userId}
          from recipe
          on conflict (recipe_id, user_id) do update
          set vote = excluded.vote,
              created_at = excluded.created_at
          where votes.vote <> excluded.vote
        )
        select created_by is distinct from ${userId} as counts
        from recipe`,
      )
      return cast
    },

    withdraw: async (recipeId, userId) => {
      const [row] = await sql<{ found: boolean }[]>`
        with ${shownRecipe(sql, recipeId)}, withdrawn as (
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
  }
}

/** The part `recipe` of a statement: no row where there is no such recipe, or it is hidden. */
const shownRecipe = (sql: Sql, recipeId: number) => sql`
  recipe as (
    select id, created_by
    from recipes
    where id = ${recipeId}
      and hidden_at is null
  )`
