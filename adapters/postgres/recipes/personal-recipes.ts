import type { Fragment } from 'postgres'
import { StoredPersonalRecipe } from '../../../core/personal-recipes/model.ts'
import type { NewPersonalRecipe, PersonalRecipes } from '../../../core/personal-recipes/personal-recipes.ts'
import { coffeeBehind, ofKnownCoffee } from '../catalog/coffee-columns.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { changed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { affectsAny } from '../queries/rows.ts'

const givenFields = schemaFields(StoredPersonalRecipe, 'id', 'brewLogId', 'coffee', 'createdAt')
export const personalRecipeFields = [...givenFields, 'brewLogId', 'createdAt']
const writtenFields = [...personalRecipeFields, 'userId']

/** To insert a recipe that was written by hand, saved from a brew, or imported. */
export const personalRecipeRow = (
  sql: Sql | Transaction,
  recipe: NewPersonalRecipe & { userId: number; brewLogId?: number | null; createdAt: Date | string },
) => writtenRow(sql, writtenFields, recipe)

export function personalRecipesIn(sql: Sql): PersonalRecipes {
  const coffee = coffeeBehind(sql, 'mine')
  const columns = sql`${selected(sql, 'mine', ['id', ...personalRecipeFields])}, ${coffee.columns}`

  const oneWhere = (condition: Fragment) =>
    nestedOne<StoredPersonalRecipe>(sql`
      select ${columns}
      from personal_recipes mine
      ${coffee.joins}
      where ${condition}`)
  const byId: PersonalRecipes['byId'] = (userId, id) => oneWhere(sql`mine.id = ${id} and mine.user_id = ${userId}`)

  return {
    list: async (userId, { limit, offset }) => {
      const rows = await nested<StoredPersonalRecipe>(sql`
      select ${columns}
      from personal_recipes mine
      ${coffee.joins}
      where mine.user_id = ${userId}
      order by mine.created_at desc, mine.id desc
      ${literalLimit(sql, roomFor(limit))}
      offset ${offset}`)
      return rows.slice(0, limit)
    },

    byId,

    ofBrew: (userId, brewLogId) => oneWhere(sql`mine.brew_log_id = ${brewLogId} and mine.user_id = ${userId}`),

    create: (userId, recipe, now) =>
      nestedOne<StoredPersonalRecipe>(sql`
        with mine as (
          insert into personal_recipes ${personalRecipeRow(sql, { ...recipe, userId, createdAt: now })}
          ${ofKnownCoffee(sql, recipe)}
          returning *
        )
        select ${columns}
        from mine
        ${coffee.joins}`),

    revise: async (userId, id, changes) => {
      await sql`
        update personal_recipes
        set ${changed(sql, 'personalRecipes', givenFields, changes)}
        where id = ${id}
          and user_id = ${userId}`
      return byId(userId, id)
    },

    remove: (userId, id) => affectsAny(sql`delete from personal_recipes where id = ${id} and user_id = ${userId}`),
  }
}
