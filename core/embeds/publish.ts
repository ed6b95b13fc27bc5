import * as v from 'valibot'
import type { Coffees } from '../coffees/coffees.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import { usualGrinder, usualMachine } from '../equipment/usual.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { positionOn } from '../grind/position.ts'
import { type ComposedRecipe, composeRecipe, type Ingredients } from '../recipes/compose.ts'
import type { Embeds, StoredEmbedRecipe } from './embeds.ts'
import { MOST_RECIPES_OF_A_COFFEE } from './model.ts'

/** A roaster's recipe, identified by the slugs of its page. */
export const RoasterRecipeId = v.object({ roasterSlug: field.slug, coffeeSlug: field.slug, method: GivenMethod })

interface RoasterRecipePorts {
  embeds: Embeds
  coffees: Coffees
}
/** Roasters' recipes that have a copy among the community recipes. */
export interface PublishedRecipes {
  /**
   * Adds the recipe that `compose` makes, once, and returns its id. Undefined when the roaster no
   * longer has it.
   */
  publish: (id: number, compose: Compose) => Promise<number | undefined>
}
export type Compose = (recipe: RoasterFigures) => ComposedRecipe

interface PublishPorts extends RoasterRecipePorts {
  portal: { recipes: PublishedRecipes }
  grinders: Grinders
  machines: Machines
}

/**
 * A coffee with its roaster's recipes, the default of each method first. Undefined when there is no
 * such coffee.
 */
export async function roasterRecipes(
  { roasterSlug, coffeeSlug }: Pick<v.InferOutput<typeof RoasterRecipeId>, 'roasterSlug' | 'coffeeSlug'>,
  { embeds, coffees }: RoasterRecipePorts,
) {
  const coffee = await coffees.bySlug(roasterSlug, coffeeSlug)
  if (!coffee) return
  const query = { roasterId: coffee.roaster.id, coffee: coffeeSlug, limit: MOST_RECIPES_OF_A_COFFEE }
  return { coffee, recipes: await embeds.recipes(query) }
}

export async function getRoasterRecipe(id: v.InferOutput<typeof RoasterRecipeId>, ports: RoasterRecipePorts) {
  const found = await roasterRecipes(id, ports)
  const recipe = found?.recipes.find(({ method }) => method === id.method)
  if (!found || !recipe) throw roasterRecipeNotFound(id)
  return { coffee: found.coffee, recipe }
}

/**
 * The id of a roaster's recipe among the community recipes. The copy is made when somebody first
 * votes on it, rates it, comments, collects or brews it; from then on it works like any recipe.
 */
export async function publishRoasterRecipe(id: v.InferOutput<typeof RoasterRecipeId>, ports: PublishPorts) {
  const { coffee, recipe } = await getRoasterRecipe(id, ports)
  const published = await ports.portal.recipes.publish(recipe.id, one => asCommunityRecipe(one, coffee, ports))
  if (published === undefined) throw roasterRecipeNotFound(id)
  return published
}

const roasterRecipeNotFound = ({ roasterSlug, coffeeSlug, method }: v.InferOutput<typeof RoasterRecipeId>) =>
  new Fault('recipe-not-found', `${roasterSlug} has no ${method} recipe for ${coffeeSlug}.`)

type RoasterFigures = Omit<StoredEmbedRecipe, 'coffee' | 'isDefault' | 'grindSize' | 'onGrinder'>

/** Roasters write for any grinder and brewer, so the copy names the usual ones. */
export function asCommunityRecipe(
  { id: _, method, grindIndex, ...figures }: RoasterFigures,
  coffee: Ingredients['coffee'] & { id: number },
  ports: Pick<PublishPorts, 'grinders' | 'machines'>,
): ComposedRecipe {
  const [grinder, machine] = [usualGrinder(ports), usualMachine(ports, method)]
  const { setting: grindSetting } = positionOn(grinder, grindIndex)
  const { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps, notes } = figures
  const written = { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps, notes }
  return composeRecipe(
    { ...written, coffeeProfileId: coffee.id, grinderId: grinder.id, machineId: machine.id, grindSetting },
    { grinder, machine, coffee },
    { grindSetting, grindSettingText: null, grindIndex },
  )
}
