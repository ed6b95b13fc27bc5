import type { RoastLevel } from '../../core/coffees/roast.ts'
import type { Equipment } from '../../core/equipment/equipment.ts'
import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import coffees from '../../db/demo/coffees.json' with { type: 'json' }
import { asStored } from '../postgres/recipes/recipe-columns.ts'
import { gearOf } from './gear.ts'
import { seededRandom } from './random.ts'
import { generateMethod, generateRecipe } from './recipe.ts'

/** A recipe for any coffee of a kind. */
type Pattern = ReturnType<typeof asStored<ComposedRecipe>> & {
  kind: number
  /** Counts from 0 within those of one kind. */
  variant: number
  quality: number
}

/** What the coffees of a load test are like: each like one of the demonstration's. */
export const coffeeKinds = coffees.map((coffee, kind) => ({ kind, ...coffee }))

/** Recipes to copy a million times, each composed exactly as a published one is. */
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
