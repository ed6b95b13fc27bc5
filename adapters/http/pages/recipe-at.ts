import * as v from 'valibot'
import { getRoasterRecipe, publishRoasterRecipe, RoasterRecipeId } from '../../../core/embeds/publish.ts'
import { Fault } from '../../../core/errors.ts'
import { getRecipe } from '../../../core/recipes/recipes.ts'
import { brewPage } from './brew.ts'
import type { Visit } from './choices.ts'
import { idIn } from './query.ts'
import { recipePage } from './recipe.ts'
import { fromPerson } from './recipe-on-page.ts'
import { recipePath } from './recipe-path.ts'

/**
 * A recipe found by its URL. A roaster's recipe joins the community recipes when somebody first
 * acts on it.
 */
export interface RecipeAt {
  path: string
  coffeeName: string
  page: (visit: Visit) => Promise<Response>
  /** Returns its community id for an action, publishing a roaster's recipe if needed. */
  putThere: () => Promise<number>
  /** The roaster's recipe, whether published or not. */
  ofRoaster?: { id: number; roasterSlug: string }
  /** Runs `act` to undo something, if it has a community id. */
  ifThere: <T>(act: (id: number) => Promise<T>) => Promise<T | undefined>
}

/** The recipe that a URL names: by id, or by roaster, coffee and method. */
export async function recipeAt(params: Record<string, string>, { ports }: Visit): Promise<RecipeAt> {
  if (params.id !== undefined) {
    const recipe = await getRecipe({ id: idIn(params.id) ?? 0 }, ports)
    return {
      path: recipePath(recipe),
      coffeeName: recipe.coffee.name,
      page: visit => recipePage(fromPerson(recipe, ports), visit),
      putThere: async () => recipe.id,
      ifThere: act => act(recipe.id),
    }
  }
  const named = v.safeParse(RoasterRecipeId, params)
  if (!named.success) throw new Fault('recipe-not-found', 'We couldn’t find this recipe. It may have been removed.')
  const { roasterSlug, coffeeSlug, method } = named.output
  const { recipe, coffee } = await getRoasterRecipe(named.output, ports)
  return {
    path: `/brew/${roasterSlug}/${coffeeSlug}?method=${method}`,
    coffeeName: coffee.name,
    page: visit => brewPage(visit, params),
    putThere: () => publishRoasterRecipe(named.output, ports),
    ofRoaster: { id: recipe.id, roasterSlug },
    ifThere: async act => {
      const there = await ports.recipes.ofRoaster(recipe.id)
      return there && act(there.id)
    },
  }
}
