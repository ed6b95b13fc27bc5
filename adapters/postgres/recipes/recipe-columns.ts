import {
  type AuthoredRecipe,
  type ComposedRecipe,
  followingCoffee,
  GivenRecipe,
} from '../../../core/recipes/compose.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsOf, nameColumns, schemaFields, selected } from '../queries/columns.ts'
import { part } from '../queries/nested.ts'
import { basisOfFork, variationCount } from './lineage.ts'
import { detailOf, readingWith, recipeOf } from './recipe-rows.ts'

/**
 * For lists: `read` takes a query `select ${columns} from recipes ${joins} where recipes.hidden_at
 * is null …` and makes a `Recipe` of each row. Building objects in SQL would take longer than
 * finding the rows, and the equipment is in memory.
 */
export const recipeInList = (sql: Sql | Transaction, equipment: HeldEquipment) => ({
  columns: sql`
    ${figureColumns(sql)},
    ${coffeeInRecipe(sql)},
    ${part(sql, 'users', 'created_by', nameColumns)}`,
  joins: joins(sql),
  read: readingWith(equipment, recipeOf),
})

/** A recipe on its own page (`RecipeDetail`). */
export const recipeInDetail = (sql: Sql | Transaction, equipment: HeldEquipment) => ({
  columns: sql`
    ${figureColumns(sql)},
    recipes.comment_count,
    recipes.version,
    recipes.edited_at,
    ${part(sql, 'coffees', 'coffee', [...coffeeColumns, 'coffee_type', 'description', 'processing_method'])},
    ${part(sql, 'roasters', 'coffee.roaster', roasterColumns)},
    ${part(sql, 'users', 'created_by', nameColumns)}`,
  joins: joins(sql),
  read: readingWith(equipment, detailOf),
})

/** The coffee of a recipe, as the part `coffee`. */
export const coffeeInRecipe = (sql: Sql | Transaction) => sql`
    ${part(sql, 'coffees', 'coffee', coffeeColumns)},
    roasters.name as "coffee.roaster_name",
    roasters.slug as "coffee.roaster_slug"`

/** Columns of users: whom to mail, and about what. */
export const authorColumns = [
  'id',
  'email',
  'notify_recipe_comments',
  'notify_recipe_favorites',
  'notify_recipe_brews',
  'notify_recipe_variations',
] as const

/** What the author of a recipe says about it. */
export const recipeFields: (keyof AuthoredRecipe)[] = [
  ...schemaFields(GivenRecipe),
  'grindSettingText',
  'grindIndex',
  'authorCalibrated',
]
/** Copied or derived, so that one index can filter and sort by them. */
export const derivedFields = fieldsOf<Omit<ComposedRecipe, keyof AuthoredRecipe | 'tasteCell'> & { taste: string }>({
  roasterId: true,
  brewMethod: true,
  roastLevel: true,
  grindRange: true,
  brewTimeRange: true,
  taste: true,
})

/** The columns that may change. A recipe stays with its coffee. */
export const recomposedFields = [...recipeFields, ...derivedFields].filter(
  field => field !== 'coffeeProfileId' && field !== 'roasterId',
)

/** The values of those columns. */
export const asStored = <R extends ComposedRecipe>({ tasteCell, ...given }: R) => ({
  ...given,
  notes: given.notes || null,
  taste: `(${tasteCell.join()})`,
})

/**
 * The same, with the facts that the coffee has now. The caller has locked the coffee or the recipe
 * (locks.ts), so the coffee cannot change before the recipe is written.
 */
export async function asStoredNow<R extends ComposedRecipe>(sql: Transaction, recipe: R) {
  const [coffee] = await sql<Parameters<typeof followingCoffee>[1][]>`
    select roast_level, acidity_level, body_level
    from coffees
    where id = ${recipe.coffeeProfileId}`
  return asStored({ ...recipe, ...(coffee && followingCoffee(recipe, coffee)) })
}

const figureColumns = (sql: Sql | Transaction) => sql`
    recipes.id,
    ${selected(sql, 'recipes', recipeFields)},
    recipes.upvotes,
    recipes.downvotes,
    recipes.wilson_score,
    recipes.avg_rating,
    recipes.rating_count,
    recipes.brew_count,
    recipes.created_at,
    recipes.roaster_recipe_id is not null as by_roaster,
    ${basisOfFork(sql)} as basis,
    ${variationCount(sql)} as variation_count`

const coffeeColumns = ['id', 'name', 'slug', 'roast_level', 'origin', 'flavor_profile', 'acidity_level', 'body_level']
const roasterColumns = ['id', 'name', 'slug', 'city', 'state', 'country', 'logo_url', 'website_url', 'is_verified']

const joins = (sql: Sql | Transaction) => sql`
    join coffees on coffees.id = recipes.coffee_profile_id
    join roasters on roasters.id = recipes.roaster_id
    left join users on users.id = recipes.created_by`
