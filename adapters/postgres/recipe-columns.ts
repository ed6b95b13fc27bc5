import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import type { Sql, Transaction } from './client.ts'
import { fieldsOf, selected } from './columns.ts'

/**
 * A recipe as lists show it (core/recipes/model.ts `Recipe`), for any query over `recipes` with these joins:
 * select ${recipeInList.columns}, … from recipes ${recipeInList.joins} where recipes.hidden_at is null …
 */
export const recipeInList = (sql: Sql | Transaction) => ({
  columns: sql`
    ${figures(sql)},
    ${coffeeInRecipe(sql)} as coffee,
    jsonb_build_object(${grinderJson(sql)}) as grinder,
    jsonb_build_object(${machineJson(sql)}) as machine,
    case when users.id is not null then
      jsonb_build_object('id', users.id, 'displayName', ${displayName(sql)})
    end as created_by`,
  joins: joins(sql),
})

/** A recipe on its own page (`RecipeDetail`). */
export const recipeInDetail = (sql: Sql | Transaction) => ({
  columns: sql`
    ${figures(sql)},
    recipes.comment_count,
    jsonb_build_object(
      ${coffeeJson(sql)},
      'coffeeType', coffees.coffee_type,
      'description', coffees.description,
      'processingMethod', coffees.processing_method,
      'roaster', jsonb_build_object(
        'id', roasters.id,
        'name', roasters.name,
        'slug', roasters.slug,
        'city', roasters.city,
        'state', roasters.state,
        'country', roasters.country,
        'logoUrl', roasters.logo_url,
        'websiteUrl', roasters.website_url,
        'isVerified', roasters.is_verified
      )
    ) as coffee,
    jsonb_build_object(
      ${grinderJson(sql)},
      'minGrindSetting', grinders.record -> 'minSetting',
      'maxGrindSetting', grinders.record -> 'maxSetting',
      'burrType', grinders.record -> 'burrType',
      'burrSizeMm', grinders.record -> 'burrSizeMm'
    ) as grinder,
    jsonb_build_object(${machineJson(sql)}, 'defaultWaterTempF', machines.default_water_temp_f) as machine,
    case when filters.id is not null then
      jsonb_build_object(
        'id', filters.id,
        'name', filters.name,
        'type', filters.type,
        'description', filters.description
      )
    end as filter,
    case when users.id is not null then
      jsonb_build_object('displayName', ${displayName(sql)})
    end as created_by`,
  joins: sql`
    ${joins(sql)}
    left join filters on filters.id = recipes.filter_id`,
})

/** The coffee of a recipe in a list, for rows of coffees and roasters. */
export const coffeeInRecipe = (sql: Sql | Transaction) => sql`
    jsonb_build_object(
      ${coffeeJson(sql)},
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
    round(recipes.avg_rating::numeric, 2) as avg_rating,
    recipes.rating_count,
    recipes.brew_count,
    recipes.created_at`

const coffeeJson = (sql: Sql | Transaction) => sql`
      'id', coffees.id,
      'name', coffees.name,
      'slug', coffees.slug,
      'roastLevel', coffees.roast_level,
      'origin', coffees.origin,
      'flavorProfile', coffees.flavor_profile,
      'acidityLevel', coffees.acidity_level,
      'bodyLevel', coffees.body_level`

const grinderJson = (sql: Sql | Transaction) => sql`
      'id', grinders.id,
      'slug', grinders.slug,
      'brand', grinders.brand,
      'name', grinders.model,
      'model', grinders.model`

const machineJson = (sql: Sql | Transaction) => sql`
      'id', machines.id,
      'brand', machines.brand,
      'model', machines.model,
      'brewMethod', machines.brew_method`

const joins = (sql: Sql | Transaction) => sql`
    join coffees on coffees.id = recipes.coffee_profile_id
    join roasters on roasters.id = recipes.roaster_id
    join grinders on grinders.id = recipes.grinder_id
    join machines on machines.id = recipes.machine_id
    left join users on users.id = recipes.created_by`
