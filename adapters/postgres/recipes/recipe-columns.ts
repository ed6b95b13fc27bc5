import {
  type AuthoredRecipe,
  type ComposedRecipe,
  CreateRecipe,
  followingCoffee,
} from '../../../core/recipes/compose.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsIn, fieldsOf, nameColumns, selected } from '../queries/columns.ts'
import { part } from '../queries/nested.ts'
import { detailOf, readingWith, recipeOf } from './recipe-rows.ts'

/**
 * How recipes are read: `read` makes of the flat rows that `select ${columns}, … from recipes ${joins} where
 * recipes.hidden_at is null …` gives what a list shows (core/recipes/model.ts `Recipe`). Building objects in SQL takes
 * the database longer than finding the rows; the equipment is held here already.
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
    ${part(sql, 'coffees', 'coffee', [...coffeeColumns, 'coffee_type', 'description', 'processing_method'])},
    ${part(sql, 'roasters', 'coffee.roaster', roasterColumns)},
    ${part(sql, 'users', 'created_by', nameColumns)}`,
  joins: joins(sql),
  read: readingWith(equipment, detailOf),
})

/** The coffee of a recipe in a list, as the part `coffee` of rows with coffees and roasters. */
export const coffeeInRecipe = (sql: Sql | Transaction) => sql`
    ${part(sql, 'coffees', 'coffee', coffeeColumns)},
    roasters.name as "coffee.roaster_name",
    roasters.slug as "coffee.roaster_slug"`

/** Of users: whom to write to, and what they want to hear of. */
export const authorColumns = [
  'id',
  'email',
  'notify_recipe_comments',
  'notify_recipe_favorites',
  'notify_recipe_brews',
] as const

/** What the author of a recipe says about it. */
export const recipeFields: (keyof AuthoredRecipe)[] = [
  ...fieldsIn(CreateRecipe),
  'grindSettingText',
  'grindIndex',
  'authorCalibrated',
]
/** What is read off its coffee, machine and figures, so that one index can filter and sort. */
export const derivedFields = fieldsOf<Omit<ComposedRecipe, keyof AuthoredRecipe | 'tasteCell'> & { taste: string }>({
  roasterId: true,
  brewMethod: true,
  roastLevel: true,
  grindRange: true,
  brewTimeRange: true,
  taste: true,
})

/** The columns of a recipe that may change: it stays with its coffee. */
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
 * The same by what the coffee is now: it may have changed since the recipe was composed. Whoever asks holds the coffee or the
 * recipe (locks.ts), so a roaster who changes the coffee has done so before, or finds the recipe as it is written.
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
    recipes.roaster_recipe_id is not null as by_roaster`

const coffeeColumns = ['id', 'name', 'slug', 'roast_level', 'origin', 'flavor_profile', 'acidity_level', 'body_level']
const roasterColumns = ['id', 'name', 'slug', 'city', 'state', 'country', 'logo_url', 'website_url', 'is_verified']

const joins = (sql: Sql | Transaction) => sql`
    join coffees on coffees.id = recipes.coffee_profile_id
    join roasters on roasters.id = recipes.roaster_id
    left join users on users.id = recipes.created_by`
