import type { Person } from '../accounts/model.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import type { MethodId } from '../grind/methods.ts'
import { hundredths } from '../rounding.ts'
import { flavourOf, liftForNovelty, NEUTRAL, tasteMatch } from './match.ts'
import type { Palate } from './palate.ts'
import type { Palates } from './palates.ts'
import type { TasteProfile } from './profile.ts'

/** The coffees and origins that a person has brewed. */
interface Brewed {
  coffeeIds: ReadonlySet<number>
  origins: ReadonlySet<string>
}
export type BrewedCoffeesOf = (userId: number, drinkerId?: number) => Promise<Brewed>

/** A person with a palate of their own. Others are not shown how well a recipe suits them. */
export interface Taster {
  palate: Palate
  /** Only read for adventurous palates; it makes no difference to others. */
  brewed: Brewed | undefined
}

/** The fields that a match is computed from. Every recipe in a list has them. */
export interface RecipeToMatch {
  ratio: number
  tasteProfile: TasteProfile | null
  coffee: {
    id: number
    roastLevel: RoastLevel
    origin: string | null
    acidityLevel: number | null
    bodyLevel: number | null
  }
  machine: { brewMethod: MethodId }
}

export interface TasterPorts {
  palates: Pick<Palates, 'of'>
  brewedCoffeesOf: BrewedCoffeesOf
}

export async function tasterOf(
  person: Person | undefined,
  { palates, brewedCoffeesOf }: TasterPorts,
): Promise<Taster | undefined> {
  const palate = person && (await palates.of(person.id, person.drinkerId))
  if (!palate) return undefined
  return { palate, brewed: palate.explorer > NEUTRAL ? await brewedCoffeesOf(person.id, person.drinkerId) : undefined }
}

/** From 0 to 1. */
export function matchFor({ palate, brewed }: Taster, recipe: RecipeToMatch): number {
  const { ratio, tasteProfile, coffee, machine } = recipe
  const match = tasteMatch(palate, flavourOf({ method: machine.brewMethod, ratio, tasteProfile, coffee }))
  if (!brewed) return match
  return liftForNovelty(match, palate, {
    coffee: !brewed.coffeeIds.has(coffee.id),
    origin: coffee.origin !== null && !brewed.origins.has(coffee.origin),
  })
}

/** Recipes with the score that is shown, to two decimals; null without a palate. */
export function withMatch<R extends RecipeToMatch>(
  recipes: readonly R[],
  taster: Taster | undefined,
): (R & { tasteMatchScore?: number })[] {
  return taster
    ? recipes.map(recipe => ({ ...recipe, tasteMatchScore: hundredths(matchFor(taster, recipe)) }))
    : [...recipes]
}
