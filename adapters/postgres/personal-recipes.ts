import type { StoredRecipe } from '../../core/personal-recipes/model.ts'
import type { PersonalRecipes } from '../../core/personal-recipes/personal-recipes.ts'
import type { Sql } from './client.ts'

export function personalRecipesIn(sql: Sql): PersonalRecipes {
  const columns = sql`
    mine.id, mine.name, mine.method, mine.coffee_profile_id, mine.grinder_id, mine.grind_setting,
    mine.grind_setting_text, mine.grind_index, mine.ratio, mine.dose_grams, mine.water_grams, mine.water_temp_f,
    mine.brew_time_seconds, mine.notes, mine.rating, mine.brew_log_id, mine.created_at,
    case when coffees.id is not null then
      jsonb_build_object('id', coffees.id, 'name', coffees.name, 'slug', coffees.slug, 'roasterName', roasters.name)
    end as coffee`
  const joins = sql`
    left join coffees on coffees.id = mine.coffee_profile_id
    left join roasters on roasters.id = coffees.roaster_id`

  return {
    list: async (userId, { limit, offset }) => sql<StoredRecipe[]>`
      select ${columns}
      from personal_recipes mine
      ${joins}
      where mine.user_id = ${userId}
      order by mine.created_at desc, mine.id desc
      limit ${limit}
      offset ${offset}`,

    byId: async (userId, id) => {
      const [row] = await sql<StoredRecipe[]>`
        select ${columns}
        from personal_recipes mine
        ${joins}
        where mine.id = ${id}
          and mine.user_id = ${userId}`
      return row
    },

    create: async (userId, recipe, now) => {
      const [row] = await sql<StoredRecipe[]>`
        with mine as (
          insert into personal_recipes (
            user_id, name, method, coffee_profile_id, grinder_id, grind_setting, grind_setting_text, grind_index,
            ratio, dose_grams, water_grams, water_temp_f, brew_time_seconds, notes, rating, created_at
          )
          select
            ${userId}, ${recipe.name}, ${recipe.method}, ${recipe.coffeeProfileId}, ${recipe.grinderId},
            ${recipe.grindSetting}, ${recipe.grindSettingText}, ${recipe.grindIndex}, ${recipe.ratio},
            ${recipe.doseGrams}, ${recipe.waterGrams}, ${recipe.waterTempF}, ${recipe.brewTimeSeconds},
            ${recipe.notes}, ${recipe.rating}, ${now}
          where ${recipe.coffeeProfileId}::int is null
             or exists (select from coffees where id = ${recipe.coffeeProfileId})
          returning *
        )
        select ${columns}
        from mine
        ${joins}`
      return row
    },

    revise: async (userId, id, changes) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length > 0)
        await sql`
          update personal_recipes
          set ${sql(given)}
          where id = ${id}
            and user_id = ${userId}`
      const [row] = await sql<StoredRecipe[]>`
        select ${columns}
        from personal_recipes mine
        ${joins}
        where mine.id = ${id}
          and mine.user_id = ${userId}`
      return row
    },

    remove: async (userId, id) => {
      const { count } = await sql`delete from personal_recipes where id = ${id} and user_id = ${userId}`
      return count > 0
    },
  }
}
