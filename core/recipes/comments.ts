import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { Mail } from '../mail.ts'
import { mailToAuthor, type Recipes, recipeNotFound } from './recipes.ts'

export const Comment = v.object({
  id: field.id,
  body: v.string(),
  createdAt: field.instant,
  author: v.object({ id: field.id, displayName: v.string() }),
})
export type Comment = v.InferOutput<typeof Comment>

export interface Comments {
  /** Oldest first, at most the `MOST_COMMENTS` newest. Undefined when there is no such recipe. */
  of: (recipeId: number) => Promise<Comment[] | undefined>
  /** The comment and the mails about it, all or none. */
  add: (
    comment: { recipeId: number; userId: number; body: string; now: Date },
    mailsAbout: (commentId: number) => Mail[],
  ) => Promise<Comment>
  /** Who wrote a comment, and whose recipe it is on. */
  partiesOf: (commentId: number) => Promise<{ recipeId: number; writerId: number; ownerId: number | null } | undefined>
  /** False when there is none. */
  remove: (commentId: number) => Promise<boolean>
}

/** The interface has no pages here; more than this nobody reads. */
export const MOST_COMMENTS = 500

export const AddComment = v.object({ id: field.id, body: field.text(1, 2000) })
export const DeleteComment = v.object({ id: field.id, commentId: field.id })
export const CommentList = v.object({ comments: v.array(Comment) })
export const CommentReply = v.object({ comment: Comment })

export async function listComments({ id }: { id: number }, { comments }: { comments: Comments }) {
  const found = await comments.of(id)
  if (!found) throw recipeNotFound(id)
  return { comments: found }
}

/** Whoever wrote the recipe hears of it: a person, or all who act for a roaster. */
export async function addComment(
  { id, body }: v.InferOutput<typeof AddComment>,
  { recipes, comments, clock }: { recipes: Recipes; comments: Comments; clock: Clock },
  person: Person,
) {
  const owner = await recipes.ownerOf(id)
  if (!owner) throw recipeNotFound(id)
  const comment = { recipeId: id, userId: person.id, body, now: clock() }
  const authors = owner.author ? [owner.author] : await recipes.roasterTeamOf(id)
  const mailsAbout = (commentId: number) =>
    authors.flatMap(
      author =>
        mailToAuthor({ ...owner, author }, person, 'notifyRecipeComments', recipe => ({
          template: 'new-comment',
          props: { ...recipe, commentId, commenterName: person.displayName, body },
        })) ?? [],
    )
  return { comment: await comments.add(comment, mailsAbout) }
}

/** Where a comment stands on its recipe's page. */
export const commentPlace = (id: number) => `comment-${id}`

/** Comments are there for all to see, so who may not delete one is told so. */
export async function deleteComment(
  { id, commentId }: v.InferOutput<typeof DeleteComment>,
  { recipes, comments }: { recipes: Recipes; comments: Comments },
  person: Person,
) {
  const [owner, parties] = await Promise.all([recipes.ownerOf(id), comments.partiesOf(commentId)])
  if (!owner) throw recipeNotFound(id)
  if (parties?.recipeId !== id) throw commentNotFound(commentId)
  if (parties.writerId !== person.id && parties.ownerId !== person.id)
    throw new Fault('not-allowed', 'Only who wrote a comment, or whose recipe it is on, may delete it.')
  await comments.remove(commentId)
  return { success: true as const }
}

/** Moderation: any comment. */
export async function removeComment({ commentId }: { commentId: number }, { comments }: { comments: Comments }) {
  if (!(await comments.remove(commentId))) throw commentNotFound(commentId)
}

const commentNotFound = (commentId: number) => new Fault('not-found', `There is no comment ${commentId} here.`)
