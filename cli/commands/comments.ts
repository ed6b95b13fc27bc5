import * as core from '../../core/recipes/comments.ts'
import { print } from '../print.ts'
import { adminAct } from '../world.ts'

export async function deleteComment(commentId: number) {
  await adminAct('comments delete', async ports => {
    const done = await core.deleteAnyComment({ commentId }, ports)
    return { done, on: { kind: 'comment', id: commentId }, details: core.deletedComment(done) }
  })
  print(`Comment ${commentId} is deleted.`)
}
