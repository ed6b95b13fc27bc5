import * as core from '../../core/recipes/recipes.ts'
import { print } from '../print.ts'
import { withPorts } from '../world.ts'

export async function hideRecipe(id: number) {
  await withPorts(ports => core.hideRecipe({ id }, ports))
  print(`Recipe ${id} is hidden: it is gone from every list, page and embed.`)
}

export async function showRecipe(id: number) {
  await withPorts(ports => core.showRecipe({ id }, ports))
  print(`Recipe ${id} is public again.`)
}
