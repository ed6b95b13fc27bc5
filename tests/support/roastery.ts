import type { TestWorld } from './world.ts'

export interface TestRoasterRecipe {
  method: string
  doseGrams?: number
  waterGrams?: number
  waterTempF?: number | null
  grindSize?: string | null
  grindIndex?: number
  brewTimeSeconds?: number | null
  notes?: string | null
  isDefault?: boolean
}

export interface Roastery {
  slug: string
  name: string
  isPremium?: boolean
  settings?: { accentColor?: string; theme?: string; showPoweredBy?: boolean; allowedDomains?: string[] }
  coffees: { slug: string; name: string; flavorProfile?: string | null; recipes: TestRoasterRecipe[] }[]
}

/**
 * A roaster with coffees, its own recipes and embed settings, written straight to the tables.
 * Returns its id.
 */
export async function aRoastery({ sql, clock }: TestWorld, roastery: Roastery): Promise<number> {
  const now = clock.now()
  const [roaster] = await sql<{ id: number }[]>`
    insert into roasters (slug, name, match_name, is_premium, created_at)
    values (${roastery.slug}, ${roastery.name}, ${roastery.slug}, ${roastery.isPremium ?? false}, ${now})
    returning id`
  const roasterId = roaster?.id as number
  if (roastery.settings) {
    const { accentColor = '#1D3557', theme = 'light', showPoweredBy = true, allowedDomains = [] } = roastery.settings
    await sql`
      insert into embed_settings (roaster_id, accent_color, theme, show_powered_by, allowed_domains, updated_at)
      values (${roasterId}, ${accentColor}, ${theme}, ${showPoweredBy}, ${allowedDomains}, ${now})`
  }
  for (const { slug, name, flavorProfile, recipes } of roastery.coffees) {
    const [coffee] = await sql<{ id: number }[]>`
      insert into coffees (roaster_id, slug, name, roast_level, flavor_profile, search_text, created_at)
      values (${roasterId}, ${slug}, ${name}, 'MEDIUM_LIGHT', ${flavorProfile ?? null}, '', ${now})
      returning id`
    for (const recipe of recipes) {
      const { doseGrams = 15, waterGrams = 250 } = recipe
      await sql`
        insert into roaster_recipes (
          coffee_id, method, dose_grams, water_grams, ratio, water_temp_f, grind_size, grind_index,
          brew_time_seconds, notes, is_default, created_at, updated_at
        ) values (
          ${coffee?.id as number}, ${recipe.method}, ${doseGrams}, ${waterGrams}, ${waterGrams / doseGrams},
          ${recipe.waterTempF ?? null}, ${recipe.grindSize ?? null}, ${recipe.grindIndex ?? 41},
          ${recipe.brewTimeSeconds ?? null}, ${recipe.notes ?? null}, ${recipe.isDefault ?? true}, ${now}, ${now}
        )`
    }
  }
  return roasterId
}

/** A person who manages these roasters, the first of them for longest. */
export async function aMember(world: TestWorld, ...roasterIds: number[]) {
  const person = await world.person()
  for (const [place, roasterId] of roasterIds.entries())
    await world.sql`
      insert into roaster_members (roaster_id, user_id, role, created_at)
      values (${roasterId}, ${person.id}, ${place === 0 ? 'OWNER' : 'EDITOR'}, ${new Date(1e12 + place)})`
  return person
}
