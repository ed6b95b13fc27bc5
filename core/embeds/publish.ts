import * as v from 'valibot'
import type { Coffees } from '../coffees/coffees.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import { usualGrinder, usualMachine } from '../equipment/usual.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { placeOn } from '../grind/place.ts'
import { type ComposedRecipe, composeRecipe, type Ingredients } from '../recipes/compose.ts'
import type { Embeds, StoredEmbedRecipe } from './embeds.ts'
import { MOST_RECIPES_OF_A_COFFEE } from './model.ts'

/** A roaster's recipe by what its page is called. */
export const RoasterRecipeId = v.object({ roasterSlug: field.slug, coffeeSlug: field.slug, method: GivenMethod })

interface RoasterRecipePorts {
  embeds: Embeds
  coffees: Coffees
}
/** Roasters' recipes among the community's. */
export interface PublishedRecipes {
  /** Puts it there as `compose` makes it, once; its id there. Undefined when the roaster has it no longer. */
  publish: (id: number, compose: Compose) => Promise<number | undefined>
}
export type Compose = (recipe: RoasterFigures) => ComposedRecipe

interface PublishPorts extends RoasterRecipePorts {
  portal: { recipes: PublishedRecipes }
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
  if (!found || !recipe) throw roasterRecipeNotFound(id)
  return { coffee: found.coffee, recipe }
}

/**
 * Its id among the community's recipes, where it comes with the first thing that somebody does with it: votes, stars,
 * comments, collections and brews are then those of any recipe.
 */
export async function publishRoasterRecipe(id: v.InferOutput<typeof RoasterRecipeId>, ports: PublishPorts) {
  const { coffee, recipe } = await getRoasterRecipe(id, ports)
  const published = await ports.portal.recipes.publish(recipe.id, one => asCommunityRecipe(one, coffee, ports))
  if (published === undefined) throw roasterRecipeNotFound(id)
  return published
}

const roasterRecipeNotFound = ({ roasterSlug, coffeeSlug, method }: v.InferOutput<typeof RoasterRecipeId>) =>
  new Fault('recipe-not-found', `${roasterSlug} has no recipe for ${coffeeSlug} by ${method}.`)

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
