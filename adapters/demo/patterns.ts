import type { RoastLevel } from '../../core/coffees/roast.ts'
import type { Equipment } from '../../core/equipment/equipment.ts'
import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import coffees from '../../db/demo/coffees.json' with { type: 'json' }
import { asStored } from '../postgres/recipes/recipe-columns.ts'
import { gearOf } from './gear.ts'
import { seededRandom } from './random.ts'
import { generateMethod, generateRecipe } from './recipe.ts'

/** A recipe that can be copied to any coffee of one kind. */
type Pattern = ReturnType<typeof asStored<ComposedRecipe>> & {
  kind: number
  /** Counts from 0 within its kind. */
  variant: number
  quality: number
}

/** The kinds of coffee in a load test: one for each coffee of the demo data. */
export const coffeeKinds = coffees.map((coffee, kind) => ({ kind, ...coffee }))

/** Recipes to copy up to a million times, each composed exactly like a published one. */
export function generatePatterns(equipment: Equipment, variants: number): Pattern[] {
  const random = seededRandom(SEED)
  const gear = gearOf(equipment)
  return coffeeKinds.flatMap(({ kind, acidityLevel, bodyLevel, ...coffee }) => {
    const roastLevel = coffee.roastLevel as RoastLevel
    return Array.from({ length: variants }, (_, variant) => {
      const method = generateMethod(random, roastLevel)
      const gearSet = method && gear.pick(random, method)
      if (!gearSet) throw new Error(`No grinder of the catalog grinds for ${method}.`)
      const anyCoffee = { id: 0, roaster: { id: 0 }, roastLevel, acidityLevel, bodyLevel }
      const { recipe, quality } = generateRecipe(random, anyCoffee, gearSet)
      return { kind, variant, ...asStored(recipe), quality }
    })
  })
}

const SEED = 1_000_000
