import * as core from '../../core/recipes/comments.ts'
import { say } from '../print.ts'
import { withPorts } from '../world.ts'

export async function deleteComment(commentId: number) {
  await withPorts(ports => core.removeComment({ commentId }, ports))
  say(`Comment ${commentId} is deleted.`)
}
