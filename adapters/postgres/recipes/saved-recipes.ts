import type { SavedRecipes } from '../../../core/recipes/saved-recipes.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import { type Sql, transact } from '../engine/client.ts'
import { queueBounded } from '../events/outbox.ts'
import { holdRecipe } from '../queries/locks.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { recipeInList } from './recipe-columns.ts'

export function savedRecipesIn(sql: Sql, equipment: HeldEquipment): SavedRecipes {
  const recipe = recipeInList(sql, equipment)

  return {
    list: async (userId, { limit, offset }) => {
      const recipes = await recipe.read<{ savedAt: string }>(sql`
        select ${recipe.columns}, saved_recipes.created_at as saved_at
        from saved_recipes
        join recipes on recipes.id = saved_recipes.community_recipe_id
        ${recipe.joins}
        where saved_recipes.user_id = ${userId}
          and recipes.hidden_at is null
        order by saved_recipes.created_at desc, saved_recipes.community_recipe_id desc
        ${literalLimit(sql, roomFor(limit))}
        offset ${offset}`)
      return recipes
        .slice(0, limit)
        .map(({ savedAt, ...recipe }) => ({ communityRecipeId: recipe.id, createdAt: savedAt, recipe }))
    },

    add: ({ userId, communityRecipeId, now }, mail) =>
      transact(sql, async sql => {
        await holdRecipe(sql, communityRecipeId, userId)
        const added = await sql`
          insert into saved_recipes (user_id, community_recipe_id, created_at)
          values (${userId}, ${communityRecipeId}, ${now})
          on conflict do nothing`
        if (added.count > 0 && mail) {
          const noticed = await sql`
            insert into favourite_notices (user_id, community_recipe_id)
            values (${userId}, ${communityRecipeId})
            on conflict do nothing`
          if (noticed.count > 0) await queueBounded(sql, mail, now)
        }
        const [saved] = await sql<{ createdAt: string }[]>`
          select created_at
          from saved_recipes
          where user_id = ${userId}
            and community_recipe_id = ${communityRecipeId}`
        // Removed by another request in the meantime.
        return saved ?? { createdAt: now.toISOString() }
      }),

    remove: (userId, communityRecipeId) =>
      transact(sql, async sql => {
        await holdRecipe(sql, communityRecipeId, userId)
        await sql`
          delete from saved_recipes
          where user_id = ${userId}
            and community_recipe_id = ${communityRecipeId}`
      }),
  }
}
