import { type NewPortalRecipe, type PortalRecipes, StoredPortalRecipe } from '../../../core/portal/recipes.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { changed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { lockPublishing, lockRecipes } from '../queries/locks.ts'
import { asStoredNow, recomposedFields } from '../recipes/recipe-columns.ts'
import { composedFields } from '../recipes/recipes.ts'

export function portalRecipesIn(sql: Sql): PortalRecipes {
  return {
    list: async (roasterId, coffeeId) => {
      const [coffee] = await sql`select from coffees where id = ${coffeeId} and roaster_id = ${roasterId}`
      if (!coffee) return undefined
      return sql<StoredPortalRecipe[]>`
        select ${columns(sql)}
        from roaster_recipes
        where coffee_id = ${coffeeId}
        order by ${orderOfRecipes(sql)}`
    },

    add: (roasterId, coffeeId, recipe, most, now) =>
      transact(sql, async sql => {
        const [coffee] = await sql`
          select
          from coffees
          where id = ${coffeeId}
            and roaster_id = ${roasterId}
          for no key update`
        if (!coffee) return undefined
        // After the coffee, the usual order. The recipes of one roaster are counted in turn.
        await sql`select from roasters where id = ${roasterId} for no key update`
        const [kept] = await sql<{ ofCoffee: number; ofRoaster: number }[]>`
          select count(*) filter (where coffee_id = ${coffeeId}) as of_coffee, count(*) as of_roaster
          from coffees
          join roaster_recipes on roaster_recipes.coffee_id = coffees.id
          where coffees.roaster_id = ${roasterId}`
        if (kept && kept.ofCoffee >= most.ofCoffee) return 'coffee-full'
        if (kept && kept.ofRoaster >= most.ofRoaster) return 'roaster-full'
        await makeRoom(sql, coffeeId, recipe)
        const [row] = await sql<StoredPortalRecipe[]>`
          insert into roaster_recipes ${writtenRow(sql, storedFields, { ...recipe, coffeeId, createdAt: now, updatedAt: now })}
          returning ${columns(sql)}`
        return row
      }),

    coffeeOf: async (roasterId, id) => {
      const [row] = await sql<{ coffeeId: number }[]>`
        select coffee_id
        from roaster_recipes
        join coffees on coffees.id = coffee_id
        where roaster_recipes.id = ${id}
          and roaster_id = ${roasterId}`
      return row?.coffeeId
    },

    revise: (roasterId, id, decide, compose, now) =>
      transact(sql, async sql => {
        const before = await lockedRecipe(sql, id, roasterId)
        if (!before) return undefined
        const recipe = decide(before)
        await makeRoom(sql, before.coffeeId, recipe, id)
        const [row] = await sql<StoredPortalRecipe[]>`
          update roaster_recipes
          set ${changed(sql, 'roasterRecipes', writtenFields, recipe)}, updated_at = ${now}
          where id = ${id}
          returning ${columns(sql)}`
        if (row)
          await sql`
            update recipes
            set ${changed(sql, 'recipes', recomposedFields, await asStoredNow(sql, compose(row)))}, edited_at = ${now}
            where roaster_recipe_id = ${id}`
        return row
      }),

    // With the date of the roaster's recipe: it is not new for followers.
    publish: (roasterRecipeId, compose) =>
      transact(sql, async sql => {
        const coffeeId = sql`(select coffee_id from roaster_recipes where id = ${roasterRecipeId})`
        await lockPublishing(sql, coffeeId, 'shared')
        const own = await lockedRecipe(sql, roasterRecipeId)
        if (!own) return undefined
        const recipe = { ...(await asStoredNow(sql, compose(own))), roasterRecipeId, createdAt: own.createdAt }
        await sql`
          insert into recipes ${writtenRow(sql, publishedFields, recipe)}
          on conflict (roaster_recipe_id) where roaster_recipe_id is not null do nothing`
        const [row] = await sql<{ id: number }[]>`
          select id
          from recipes
          where roaster_recipe_id = ${roasterRecipeId}`
        return row?.id
      }),

    remove: (roasterId, id) =>
      transact(sql, async sql => {
        await lockRecipes(sql, sql`roaster_recipe_id = ${id}`, 'to-remove')
        if (!(await lockedRecipe(sql, id, roasterId))) return false
        await sql`delete from roaster_recipes where id = ${id}`
        return true
      }),
  }
}

/** By method, in the order in which methods were added; the default of each first. */
export const orderOfRecipes = (sql: Sql | Transaction) => sql`
  min(roaster_recipes.id) over (partition by roaster_recipes.coffee_id, roaster_recipes.method),
  roaster_recipes.is_default desc,
  roaster_recipes.id`

const ownSetting = ['grinderId', 'grindSetting'] as const
/** The fields of a roaster's recipe that everybody sees. */
export const roasterRecipeFields = schemaFields(
  StoredPortalRecipe,
  'id',
  'coffeeId',
  ...ownSetting,
  'createdAt',
  'updatedAt',
)
/** What a roaster writes: also the setting on their own grinder. */
const writtenFields = [...roasterRecipeFields, ...ownSetting]
const storedFields = [...writtenFields, 'coffeeId' as const, 'createdAt' as const, 'updatedAt' as const]
const publishedFields = [...composedFields, 'roasterRecipeId', 'createdAt']
const columns = (sql: Sql | Transaction) => selected(sql, 'roasterRecipes', ['id', ...storedFields])

/**
 * Reads a roaster's recipe, and locks its published copy and its coffee, so that two recipes that
 * become a coffee's default at once take turns. The coffee counts the published copy, so that one
 * is locked first (locks.ts).
 */
async function lockedRecipe(sql: Transaction, id: number, roasterId?: number) {
  await lockRecipes(sql, sql`roaster_recipe_id = ${id}`)
  const [coffee] = await sql`
    select
    from coffees
    join roaster_recipes on roaster_recipes.coffee_id = coffees.id
    where roaster_recipes.id = ${id}
      ${roasterId === undefined ? sql`` : sql`and coffees.roaster_id = ${roasterId}`}
    for no key update of coffees`
  if (!coffee) return undefined
  const [row] = await sql<StoredPortalRecipe[]>`select ${columns(sql)} from roaster_recipes where id = ${id}`
  return row
}

/** Takes the default away from the other recipes of a method before this one becomes it. */
async function makeRoom(
  sql: Transaction,
  coffeeId: number,
  { method, isDefault }: Pick<NewPortalRecipe, 'method' | 'isDefault'>,
  except = 0,
) {
  if (!isDefault) return
  await sql`
    update roaster_recipes
    set is_default = false
    where coffee_id = ${coffeeId}
      and method = ${method}
      and is_default
      and id <> ${except}`
}
