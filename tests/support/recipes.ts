import type { TestWorld } from './world.ts'

let names = 0

/** A roaster with one coffee, put where the catalog keeps them. */
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

export const grinderId = ({ ports }: TestWorld, slug = 'comandante-c40-mk4') =>
  ports.grinders.list().find(grinder => grinder.slug === slug)?.id as number

export const machineId = ({ ports }: TestWorld, brewMethod = 'v60') =>
  ports.machines.list().find(machine => machine.brewMethod === brewMethod)?.id as number

/** A community recipe: V60, 15 g to 250 g, 24 clicks on a C40. */
export async function aRecipe(
  world: TestWorld,
  { by, coffeeId }: { by?: { id: number }; coffeeId?: number } = {},
): Promise<number> {
  const [recipe] = await world.sql<{ id: number }[]>`
    insert into recipes (
      coffee_profile_id, grinder_id, machine_id, created_by, grind_setting, grind_index, ratio, dose_grams, water_grams,
      roaster_id, brew_method, roast_level, created_at
    )
    select id, ${grinderId(world)}, ${machineId(world)}, ${by?.id ?? null}, 24, 40, 16.667, 15, 250,
      roaster_id, 'v60', roast_level, ${world.clock.now()}
    from coffees
    where id = ${coffeeId ?? (await aCoffee(world))}
    returning id`
  return recipe?.id as number
}
