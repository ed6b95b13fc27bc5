import * as core from '../../core/recipes/recipes.ts'
import { print } from '../print.ts'
import { adminAct } from '../world.ts'

export async function hideRecipe(id: number) {
  const on = { kind: 'recipe', id } as const
  await adminAct('recipes hide', async ports => ({ done: await core.hideRecipe({ id }, ports), on }))
  print(`Recipe ${id} is hidden: it no longer appears in any list, page or embed.`)
}

export async function showRecipe(id: number) {
  const on = { kind: 'recipe', id } as const
  await adminAct('recipes show', async ports => ({ done: await core.showRecipe({ id }, ports), on }))
  print(`Recipe ${id} is public again.`)
}
