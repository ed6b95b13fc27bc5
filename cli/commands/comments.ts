import * as core from '../../core/recipes/comments.ts'
import { print } from '../print.ts'
import { adminAct } from '../world.ts'

export async function deleteComment(commentId: number) {
  await adminAct('comments delete', async ports => {
    const done = await core.deleteAnyComment({ commentId }, ports)
    const { recipeId: recipe, writerId: user } = done
    return { done, on: { kind: 'comment', id: commentId }, details: { recipe, user } }
  })
  print(`Comment ${commentId} is deleted.`)
}
