import type { Ratings, RecipeRating } from '../../core/recipes/ratings.ts'
import type { Sql } from './client.ts'
import { transact } from './client.ts'
import { queueBounded } from './outbox.ts'

export function ratingsIn(sql: Sql): Ratings {
  return {
    brew: (brew, mail) =>
      transact(sql, async sql => {
        const [log] = await sql<{ id: number }[]>`
          insert into brew_logs (
            user_id, recipe_id, method, coffee_profile_id, grinder_id, machine_id,
            dose_grams, water_grams, grind_setting, grind_setting_text, grind_index,
            water_temp_f, brew_time_seconds, rating, notes, created_at
          )
          values (
            ${brew.userId}, ${brew.recipeId}, ${brew.method}, ${brew.coffeeProfileId}, ${brew.grinderId},
            ${brew.machineId},
            ${brew.doseGrams}, ${brew.waterGrams}, ${brew.grindSetting}, ${brew.grindSettingText}, ${brew.grindIndex},
            ${brew.waterTempF}, ${brew.brewTimeSeconds}, ${brew.rating}, ${brew.notes}, ${brew.now}
          )
          returning id`
        await sql`
          insert into ratings (recipe_id, user_id, rating, notes, created_at)
          values (${brew.recipeId}, ${brew.userId}, ${brew.rating}, ${brew.notes}, ${brew.now})
          on conflict (recipe_id, user_id) do update
          set rating = excluded.rating,
              notes = excluded.notes,
              created_at = excluded.created_at`
        if (mail) await queueBounded(sql, mail, brew.now)
        const [rating] = await sql<{ avg: number; count: number }[]>`
          select round(avg_rating::numeric, 2) as avg, rating_count as count
          from recipes
          where id = ${brew.recipeId}`
        if (!log || !rating) throw new Error('The brew was not stored.')
        return { brewLogId: log.id, ...rating }
      }),

    of: async (recipeId, userId) => {
      const [row] = await sql<RecipeRating[]>`
        select round(recipes.avg_rating::numeric, 2) as avg,
               recipes.rating_count as count,
               case when ratings.user_id is not null then
                 jsonb_build_object('rating', ratings.rating, 'notes', ratings.notes)
               end as user_rating
        from recipes
        left join ratings on ratings.recipe_id = recipes.id and ratings.user_id = ${userId ?? null}
        where recipes.id = ${recipeId}
          and recipes.hidden_at is null`
      return row
    },
  }
}
