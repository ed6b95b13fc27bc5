import type { Vote } from '../../core/recipes/vote.ts'
import type { Votes } from '../../core/recipes/votes.ts'
import { turns } from '../program/turns.ts'
import { inBatches } from './batches.ts'
import type { Sql } from './client.ts'
import { heldRecipe } from './locks.ts'

type NewVote = Parameters<Votes['cast']>[0]
type Cast = Awaited<ReturnType<Votes['cast']>>

/** A vote that goes alone waits for whoever holds its recipe or coffee, and has a connection meanwhile: most are for others. */
const MOST_ALONE = 4

/** The recipe's counters change in the statement of the vote, by trigger; a vote that stays the same counts nothing. */
export function votesIn(sql: Sql): Votes {
  const inTurn = turns(MOST_ALONE)
  const alone = (vote: NewVote) => inTurn(() => castOne(sql, vote))
  return {
    // One statement at a time, as it waits for nothing: two would keep recipes from each other.
    cast: inBatches((votes: NewVote[]) => castMany(sql, votes), { alone, atOnce: 1 }),

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
  }
}

async function castOne(sql: Sql, { recipeId, userId, vote, now }: NewVote): Promise<Cast> {
  const [cast] = await sql<{ counts: boolean }[]>`
    with ${heldRecipe(sql, recipeId, userId, sql`hidden_at is null`)}, given as (
      select id as recipe_id, ${userId}::int as user_id, ${vote}::text as vote, ${now}::timestamptz as created_at,
             created_by is distinct from ${userId} as counts
      from recipe
    ), ${castGiven(sql)}
    select counts
    from given`
  return cast
}

/** Casts each like `castOne`, but none whose rows another transaction holds, and a person's second on the same recipe neither. */
async function castMany(sql: Sql, votes: NewVote[]): Promise<Cast[]> {
  const rows = await sql<{ place: number; counts: boolean }[]>`
    with given as materialized (
      select given.*, recipe.created_by is distinct from given.user_id as counts
      from (
        select distinct on (recipe_id, user_id) *
        from unnest(
          ${votes.map(({ recipeId }) => recipeId)}::int[],
          ${votes.map(({ userId }) => userId)}::int[],
          ${votes.map(({ vote }) => vote)}::text[],
          ${votes.map(({ now }) => now.toISOString())}::timestamptz[]
        ) with ordinality given (recipe_id, user_id, vote, created_at, place)
        order by recipe_id, user_id, place
      ) given
      cross join lateral (
        select
        from users
        where id = given.user_id
        limit 1
        for key share skip locked
      ) person
      cross join lateral (
        select created_by, coffee_profile_id
        from recipes
        where id = given.recipe_id
          and hidden_at is null
        limit 1
        for no key update skip locked
      ) recipe
      cross join lateral (
        select
        from coffee_trends
        where coffee_id = recipe.coffee_profile_id
        limit 1
        for no key update skip locked
      ) trend
    ), ${castGiven(sql)}
    select place::int, counts
    from given`
  const cast: Cast[] = votes.map(() => undefined)
  for (const { place, counts } of rows) cast[place - 1] = { counts }
  return cast
}

/** The part `cast_votes` of a statement: the votes of its part `given`. */
const castGiven = (sql: Sql) => sql`
  cast_votes as (
    insert into votes (recipe_id, user_id, vote, created_at, counts)
    select recipe_id, user_id, vote, created_at, counts
    from given
    on conflict (recipe_id, user_id) do update
    set vote = excluded.vote,
        created_at = excluded.created_at
    where votes.vote <> excluded.vote
  )`
