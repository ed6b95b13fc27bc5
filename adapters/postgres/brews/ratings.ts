import type { Ratings } from '../../../core/brews/ratings.ts'
import type { RecipeRating } from '../../../core/recipes/rating.ts'
import { ofKnownCoffee } from '../catalog/coffee-columns.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { queueBounded } from '../events/outbox.ts'
import { heldRecipe, holdRecipe } from '../queries/locks.ts'
import { nestedOne, part } from '../queries/nested.ts'
import { brewRow } from './brew-columns.ts'
import { rateByBrew } from './brew-ratings.ts'

export function ratingsIn(sql: Sql): Ratings {
  return {
    brew: (brew, mail) =>
      transact(sql, async sql => {
        const { now, ...row } = brew
        const [held] = await holdRecipe(sql, brew.recipeId, brew.userId, sql`hidden_at is null`)
        if (!held) return undefined
        const [log] = await sql<{ id: number }[]>`
          insert into brew_logs ${brewRow(sql, { ...row, createdAt: now })}
          ${ofKnownCoffee(sql, { coffeeProfileId: brew.coffeeProfileId ?? null })}
          returning id`
        if (!log) return undefined
        await rateByBrew(sql, log.id)
        if (mail) await queueBounded(sql, mail, brew.now)
        const [rating] = await ratingOf(sql, brew.recipeId)
        if (!rating) throw new Error('The brew was not stored.')
        return { brewLogId: log.id, ...rating }
      }),

    // A trigger updates the counters, so they are read in a second statement.
    rate: async ({ recipeId, userId, rating, notes, now }) => {
      const { count } = await sql`
        with ${heldRecipe(sql, recipeId, userId, sql`hidden_at is null`)}
        insert into ratings (recipe_id, user_id, rating, notes, created_at, counts)
        select id, ${userId}, ${rating}, ${notes ?? null}, ${now}, created_by is distinct from ${userId}
        from recipe
        on conflict (recipe_id, user_id) do update
        set rating = excluded.rating`
      if (count === 0) return undefined
      const [totals] = await ratingOf(sql, recipeId)
      return totals
    },

    of: (recipeId, userId) =>
      nestedOne<RecipeRating>(sql`
        select round(recipes.avg_rating::numeric, 2) as avg,
               recipes.rating_count as count,
               ${part(sql, 'ratings', 'user_rating', ['rating', 'notes'])},
               given.ones as "distribution.1",
               given.twos as "distribution.2",
               given.threes as "distribution.3",
               given.fours as "distribution.4",
               given.fives as "distribution.5"
        from recipes
        cross join lateral (
          select count(*) filter (where rating = 1) as ones,
                 count(*) filter (where rating = 2) as twos,
                 count(*) filter (where rating = 3) as threes,
                 count(*) filter (where rating = 4) as fours,
                 count(*) filter (where rating = 5) as fives
          from ratings
          where recipe_id = recipes.id
            and counts
        ) given
        left join ratings on ratings.recipe_id = recipes.id and ratings.user_id = ${userId ?? null}
        where recipes.id = ${recipeId}
          and recipes.hidden_at is null`),
  }
}

const ratingOf = (sql: Sql | Transaction, recipeId: number) => sql<{ avg: number | null; count: number }[]>`
  select round(avg_rating::numeric, 2) as avg, rating_count as count
  from recipes
  where id = ${recipeId}
    and hidden_at is null`
