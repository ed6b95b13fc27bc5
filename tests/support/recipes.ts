import { type Sql, transact } from '../../adapters/postgres/engine/client.ts'
import { recipeScores } from '../../adapters/postgres/recipes/recipe-scores.ts'
import { usualMachine } from '../../core/equipment/usual.ts'
import type { MethodId } from '../../core/grind/methods.ts'
import { followingCoffee } from '../../core/recipes/compose.ts'
import type { Recipe } from '../../core/recipes/model.ts'
import { grindRangeOf } from '../../core/recipes/ranges.ts'
import type { TestWorld } from './world.ts'

let names = 0

/** A roaster with one coffee, written straight to the catalog. */
export async function aCoffee({ sql, clock }: TestWorld, name = `Coffee ${++names}`): Promise<number> {
  const slug = `test-${++names}`
  const [coffee] = await sql<{ id: number }[]>`
    with roaster as (
      insert into roasters (slug, name, match_name, created_at)
      values (${slug}, ${`Roaster ${slug}`}, ${slug}, ${clock.now()})
      returning id
    )
    insert into coffees (roaster_id, slug, name, roast_level, origin, search_text, created_at)
    select id, ${slug}, ${name}, 'LIGHT', 'Ethiopia', ${name.toLowerCase()}, ${clock.now()}
    from roaster
    returning id`
  return coffee?.id as number
}

export const machineOfSlug = (world: TestWorld, slug: string) =>
  world.ports.machines.list().find(machine => machine.slug === slug)?.id

export const grinderId = ({ ports }: TestWorld, slug = 'comandante-c40-mk4') =>
  ports.grinders.list().find(grinder => grinder.slug === slug)?.id as number

export const machineId = ({ ports }: TestWorld, brewMethod: MethodId = 'v60') => usualMachine(ports, brewMethod).id

/** A community recipe: V60, 15 g to 250 g, 24 clicks on a C40. */
export async function aRecipe(
  world: TestWorld,
  { by, coffeeId }: { by?: { id: number }; coffeeId?: number | undefined } = {},
): Promise<number> {
  const id = coffeeId ?? (await aCoffee(world))
  const [coffee] = await world.sql<Parameters<typeof followingCoffee>[1][]>`select * from coffees where id = ${id}`
  if (!coffee) throw new Error(`There is no coffee ${id}.`)
  const { tasteCell } = followingCoffee({ brewMethod: 'v60', ratio: 16.667, tasteProfile: null }, coffee)
  const [recipe] = await world.sql<{ id: number }[]>`
    insert into recipes (
      coffee_profile_id, grinder_id, machine_id, created_by, grind_setting, grind_index, grind_range, ratio, dose_grams,
      water_grams, roaster_id, brew_method, roast_level, taste, created_at
    )
    select id, ${grinderId(world)}, ${machineId(world)}, ${by?.id ?? null}, 24, 40, ${grindRangeOf(40)}, 16.667, 15,
      250, roaster_id, 'v60', roast_level, ${`(${tasteCell.join()})`}, ${world.clock.now()}
    from coffees
    where id = ${id}
    returning id`
  return recipe?.id as number
}

/** Recomputes recipes that a test has inserted or changed directly in their table. */
export const composeAll = (sql: Sql) => transact(sql, recipeScores.repair)

/** The body to publish a recipe: V60, 15 g to 250 g, 24 clicks on a C40. */
export const recipeBody = (world: TestWorld, coffeeProfileId: number) => ({
  coffeeProfileId,
  grinderId: grinderId(world),
  machineId: machineId(world),
  grindSetting: 24 as number | string,
  ratio: 16.7,
  doseGrams: 15,
  waterGrams: 250,
})

/** A recipe published through the API, of a new coffee unless one is given. */
export async function publish(world: TestWorld, as: { token: string }, fields: Record<string, unknown> = {}) {
  const coffeeId = (fields.coffeeProfileId as number | undefined) ?? (await aCoffee(world))
  const { status, body } = await world.call('POST /api/community-recipes', {
    as,
    body: { ...recipeBody(world, coffeeId), ...fields },
  })
  if (status !== 201) throw new Error(`The recipe was refused: ${body.error}`)
  return body.recipe as Recipe
}

export const vote = (world: TestWorld, as: { token: string }, recipeId: number, direction: 'UP' | 'DOWN') =>
  world.call(`POST /api/community-recipes/${recipeId}/vote`, { as, body: { vote: direction } })
