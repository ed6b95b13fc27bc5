import * as v from 'valibot'
import type { Coffees } from '../coffees/coffees.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import { usualGrinder, usualMachine } from '../equipment/usual.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { placeOn } from '../grind/place.ts'
import { type ComposedRecipe, composeRecipe, type Ingredients } from '../recipes/compose.ts'
import type { Recipes } from '../recipes/recipes.ts'
import type { Embeds, StoredEmbedRecipe } from './embeds.ts'
import { MOST_RECIPES_OF_A_COFFEE } from './model.ts'

/** A roaster's recipe by what its page is called. */
export const RoasterRecipeId = v.object({ roasterSlug: field.slug, coffeeSlug: field.slug, method: GivenMethod })

interface RoasterRecipePorts {
  embeds: Embeds
  coffees: Coffees
}
interface PublishPorts extends RoasterRecipePorts {
  recipes: Recipes
  grinders: Grinders
  machines: Machines
}

/** A coffee with its roaster's own recipes, of each method the default first. Undefined when there is no such coffee. */
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
  if (!found || !recipe)
    throw new Fault('recipe-not-found', `${id.roasterSlug} has no recipe for ${id.coffeeSlug} by ${id.method}.`)
  return { coffee: found.coffee, recipe }
}

/**
 * Its id among the community's recipes, where it comes with the first thing that somebody does with it: votes, stars,
 * comments, collections and brews are then those of any recipe.
 */
export async function publishRoasterRecipe(id: v.InferOutput<typeof RoasterRecipeId>, ports: PublishPorts) {
  const { coffee, recipe } = await getRoasterRecipe(id, ports)
  return ports.recipes.publish(recipe.id, asCommunityRecipe(recipe, coffee, ports))
}

type RoasterFigures = Omit<StoredEmbedRecipe, 'coffee' | 'isDefault' | 'grindSize' | 'onGrinder'>

/** A roaster writes for any grinder and brewer: it stands on the usual ones. */
export function asCommunityRecipe(
  { id: _, method, grindIndex, ...figures }: RoasterFigures,
  coffee: Ingredients['coffee'] & { id: number },
  ports: Pick<PublishPorts, 'grinders' | 'machines'>,
): ComposedRecipe {
  const [grinder, machine] = [usualGrinder(ports), usualMachine(ports, method)]
  const { setting: grindSetting } = placeOn(grinder, grindIndex)
  const { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps, notes } = figures
  const written = { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps, notes }
  return composeRecipe(
    { ...written, coffeeProfileId: coffee.id, grinderId: grinder.id, machineId: machine.id, grindSetting },
    { grinder, machine, coffee },
    { grindSetting, grindSettingText: null, grindIndex },
  )
}
