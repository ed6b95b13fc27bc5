import * as core from '../../core/recipes/comments.ts'
import { print } from '../print.ts'
import { withPorts } from '../world.ts'

export async function deleteComment(commentId: number) {
  await withPorts(ports => core.removeComment({ commentId }, ports))
  print(`Comment ${commentId} is deleted.`)
}
