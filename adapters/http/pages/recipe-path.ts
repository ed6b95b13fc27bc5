import type { Recipe, RecipeDetail } from '../../../core/recipes/model.ts'

/** Where a recipe is read; a roaster's own on the page that bags and widgets lead to. */
export function recipePath({ id, byRoaster, coffee, machine }: Recipe | RecipeDetail): string {
  const roaster = 'roaster' in coffee ? coffee.roaster.slug : coffee.roasterSlug
  return byRoaster ? `/brew/${roaster}/${coffee.slug}?method=${machine.brewMethod}` : `/recipes/${id}`
}
