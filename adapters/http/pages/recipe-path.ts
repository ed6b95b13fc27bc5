import type { Recipe, RecipeDetail } from '../../../core/recipes/model.ts'

/** The page of a recipe. A roaster's recipe is on the page that bags and widgets link to. */
export function recipePath({ id, byRoaster, coffee, machine }: Recipe | RecipeDetail): string {
  const roaster = 'roaster' in coffee ? coffee.roaster.slug : coffee.roasterSlug
  return byRoaster ? `/brew/${roaster}/${coffee.slug}?method=${machine.brewMethod}` : `/recipes/${id}`
}
