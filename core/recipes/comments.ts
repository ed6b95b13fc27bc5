import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { RecipeMail } from './recipe-mail.ts'
import { type Author, mailToAuthor, type Recipes, recipeNotFound } from './recipes.ts'

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
  ofTechnique: (technique: string) => Promise<Comment[]>
  /** Stores the comment and its mails, all or none. It is about a recipe or a technique. */
  add: (
    comment: { recipeId: number | null; technique?: string; userId: number; body: string; now: Date },
    mailsAbout: (commentId: number) => RecipeMail[],
  ) => Promise<Comment>
  /** Who wrote a comment, and who wrote the recipe. */
  partiesOf: (commentId: number) => Promise<Parties | undefined>
  /** False when there is no such comment. */
  remove: (commentId: number) => Promise<boolean>
}

interface Parties {
  recipeId: number | null
  technique: string | null
  writerId: number
  /** Null once their account is disabled. */
  writer: Author | null
  ownerId: number | null
}

/** For the record of what an admin did. */
export const deletedComment = ({ recipeId, technique, writerId: user }: Parties) =>
  technique === null ? { recipe: recipeId ?? 0, user } : { technique, user }

/** This list has no pages; nobody reads more than this. */
export const MOST_COMMENTS = 500

export const AddComment = v.object({
  id: field.id,
  body: field.text(1, 2000),
  answersId: v.optional(v.pipe(field.id, v.description('The comment it replies to, whose author gets an email, too.'))),
})
export const DeleteComment = v.object({ id: field.id, commentId: field.id })
export const CommentList = v.object({ comments: v.array(Comment) })
export const CommentReply = v.object({ comment: Comment })

export async function listComments({ id }: { id: number }, { comments }: { comments: Comments }) {
  const found = await comments.of(id)
  if (!found) throw recipeNotFound(id)
  return { comments: found }
}

/**
 * Mails the author of the recipe (for a roaster's recipe, all its members) and the person who is
 * answered, one mail each.
 */
export async function addComment(
  { id, body, answersId }: v.InferOutput<typeof AddComment>,
  { recipes, comments, clock }: { recipes: Recipes; comments: Comments; clock: Clock },
  person: Person,
) {
  const owner = await recipes.ownerOf(id)
  if (!owner) throw recipeNotFound(id)
  const comment = { recipeId: id, userId: person.id, body, now: clock() }
  const answered = answersId === undefined ? undefined : await comments.partiesOf(answersId)
  if (answersId !== undefined && answered?.recipeId !== id)
    throw new Fault('invalid', 'The comment you replied to has been deleted. Post yours as a new comment.')
  const authors = owner.author ? [owner.author] : await recipes.roasterTeamOf(id)
  const isAuthor = (one: Author) => authors.some(author => author.id === one.id)
  const readers = answered?.writer && !isAuthor(answered.writer) ? [...authors, answered.writer] : authors
  // In a fixed order, so that two concurrent comments cannot deadlock on each other's mailboxes.
  const inOrder = readers.toSorted((one, other) => one.id - other.id)
  const mailsAbout = (commentId: number) =>
    inOrder.flatMap(
      author =>
        mailToAuthor({ ...owner, author }, person, 'notifyRecipeComments', recipe => ({
          template: 'new-comment',
          props: { ...recipe, commentId, commenterName: person.displayName, body, isAnswer: !isAuthor(author) },
        })) ?? [],
    )
  return { comment: await comments.add(comment, mailsAbout) }
}

/** Comments are public, so a person who may not delete one is told so instead of getting a 404. */
export async function deleteComment(
  { id, commentId }: v.InferOutput<typeof DeleteComment>,
  { recipes, comments }: { recipes: Recipes; comments: Comments },
  person: Person,
) {
  const [owner, parties, team] = await Promise.all([
    recipes.ownerOf(id),
    comments.partiesOf(commentId),
    recipes.roasterTeamOf(id),
  ])
  if (!owner) throw recipeNotFound(id)
  if (parties?.recipeId !== id) throw commentNotFound(commentId)
  if (![parties.writerId, parties.ownerId, ...team.map(({ id }) => id)].includes(person.id))
    throw new Fault('not-allowed', 'Only the comment’s author or the recipe’s owner can delete it.')
  await comments.remove(commentId)
  return { success: true as const }
}

/** Moderation: deletes any comment. Returns who wrote it, and on which recipe. */
export async function deleteAnyComment({ commentId }: { commentId: number }, { comments }: { comments: Comments }) {
  const parties = await comments.partiesOf(commentId)
  if (!parties || !(await comments.remove(commentId))) throw commentNotFound(commentId)
  return parties
}

export const commentNotFound = (commentId: number) => new Fault('not-found', `There is no comment ${commentId} here.`)
