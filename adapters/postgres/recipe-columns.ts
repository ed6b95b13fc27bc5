import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import type { Sql, Transaction } from './client.ts'
import { fieldsOf, selected } from './columns.ts'
import type { HeldEquipment } from './equipment.ts'
import { type DetailRow, detailOf, type RecipeRow, recipeOf, withEquipment } from './recipe-rows.ts'

/**
 * How recipes are read: `select ${columns}, … from recipes ${joins} where recipes.hidden_at is null …` gives flat rows,
 * and `shape` makes of them what a list shows (core/recipes/model.ts `Recipe`). Building objects in SQL takes the
 * database longer than finding the rows; the equipment is held here already.
 */
export const recipeInList = (sql: Sql | Transaction, equipment: HeldEquipment) => ({
  columns: sql`
    ${figures(sql)},
    ${coffeeColumns(sql)},
    users.id as author_id,
    ${displayName(sql)} as author_name`,
  joins: joins(sql),
  shape: <Row extends RecipeRow>(rows: readonly Row[]) => withEquipment(equipment, rows, recipeOf),
})

/** A recipe on its own page (`RecipeDetail`). */
export const recipeInDetail = (sql: Sql | Transaction, equipment: HeldEquipment) => ({
  columns: sql`
    ${figures(sql)},
    recipes.comment_count,
    ${coffeeColumns(sql)},
    coffees.coffee_type,
    coffees.description as coffee_description,
    coffees.processing_method,
    roasters.city as roaster_city,
    roasters.state as roaster_state,
    roasters.country as roaster_country,
    roasters.logo_url as roaster_logo_url,
    roasters.website_url as roaster_website_url,
    roasters.is_verified as roaster_is_verified,
    users.id as author_id,
    ${displayName(sql)} as author_name`,
  joins: joins(sql),
  shape: <Row extends DetailRow>(rows: readonly Row[]) => withEquipment(equipment, rows, detailOf),
})

/** The coffee of a recipe in a list as one column, for rows of coffees and roasters. */
export const coffeeInRecipe = (sql: Sql | Transaction) => sql`
    jsonb_build_object(
      'id', coffees.id,
      'name', coffees.name,
      'slug', coffees.slug,
      'roastLevel', coffees.roast_level,
      'origin', coffees.origin,
      'flavorProfile', coffees.flavor_profile,
      'acidityLevel', coffees.acidity_level,
      'bodyLevel', coffees.body_level,
      'roasterName', roasters.name,
      'roasterSlug', roasters.slug
    )`

/** As core/accounts/model.ts displayNameOf, for a row of users. */
export const displayName = (sql: Sql | Transaction) => sql`coalesce(users.name, 'Brewer ' || users.id)`

type Derived = 'roasterId' | 'brewMethod' | 'roastLevel' | 'grindRange' | 'brewTimeRange'

/** What the author of a recipe says of it. */
export const recipeFields = fieldsOf<Omit<ComposedRecipe, Derived | 'tasteCell'>>({
  coffeeProfileId: true,
  grinderId: true,
  machineId: true,
  filterId: true,
  grindSetting: true,
  grindSettingText: true,
  grindIndex: true,
  ratio: true,
  doseGrams: true,
  waterGrams: true,
  brewTimeSeconds: true,
  waterTempF: true,
  notes: true,
  tasteProfile: true,
  steps: true,
  authorCalibrated: true,
})
/** What is read off its coffee, machine and figures, so that one index can filter and sort. */
export const derivedFields = fieldsOf<Pick<ComposedRecipe, Derived> & { taste: string }>({
  roasterId: true,
  brewMethod: true,
  roastLevel: true,
  grindRange: true,
  brewTimeRange: true,
  taste: true,
})

const figures = (sql: Sql | Transaction) => sql`
    recipes.id,
    ${selected(sql, 'recipes', recipeFields)},
    recipes.upvotes,
    recipes.downvotes,
    recipes.wilson_score,
    recipes.avg_rating,
    recipes.rating_count,
    recipes.brew_count,
    recipes.created_at`

const coffeeColumns = (sql: Sql | Transaction) => sql`
    coffees.name as coffee_name,
    coffees.slug as coffee_slug,
    coffees.roast_level,
    coffees.origin,
    coffees.flavor_profile,
    coffees.acidity_level,
    coffees.body_level,
    roasters.id as roaster_id,
    roasters.name as roaster_name,
    roasters.slug as roaster_slug`

const joins = (sql: Sql | Transaction) => sql`
    join coffees on coffees.id = recipes.coffee_profile_id
    join roasters on roasters.id = recipes.roaster_id
    left join users on users.id = recipes.created_by`
