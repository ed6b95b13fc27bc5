import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Techniques } from '../adaptation/technique.ts'
import { techniqueCalled } from '../adaptation/technique-base.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { AddComment, type Comment, type Comments, commentNotFound } from '../recipes/comments.ts'
import type { RecipeRating } from '../recipes/rating.ts'
import type { Vote } from '../recipes/vote.ts'
import { CastVote } from '../recipes/votes.ts'
import { wilsonScore } from '../recipes/wilson.ts'

interface SaidOfTechnique {
  technique: string
  userId: number
  now: Date
}

/** What people think of techniques: votes and stars. A technique is nobody's, so all of them count. */
export interface TechniqueTalk {
  /** One vote per person and technique; a second one replaces it. */
  vote: (vote: SaidOfTechnique & { vote: Vote }) => Promise<void>
  withdraw: (technique: string, userId: number) => Promise<void>
  /** Of those with a vote or stars. */
  opinions: () => Promise<ReadonlyMap<string, OpinionOfTechnique>>
  /** The stars of the newest brew by a technique are the person's rating of it, too. */
  rate: (rating: SaidOfTechnique & { rating: number }) => Promise<void>
  of: (technique: string, userId: number | undefined) => Promise<TalkOfTechnique>
}

/** Votes and stars, as a list shows them. */
export interface OpinionOfTechnique {
  upvotes: number
  downvotes: number
  avgRating: number | null
  ratingCount: number
}

export interface TalkOfTechnique extends Pick<OpinionOfTechnique, 'upvotes' | 'downvotes'> {
  brewCount: number
  rating: RecipeRating
  /** That of this person. */
  vote: Vote | null
}

interface TalkPorts {
  techniques: Techniques
  techniqueTalk: TechniqueTalk
  clock: Clock
}

const named = { slug: field.text(1, 100) }
export const TechniqueId = v.object(named)
export const CastTechniqueVote = v.object({ ...named, vote: CastVote.entries.vote })
export const RateTechnique = v.object({ ...named, rating: field.rating })
export const AddTechniqueComment = v.object({ ...named, body: AddComment.entries.body })
export const DeleteTechniqueComment = v.object({ ...named, commentId: field.id })

/** By the lower bound of its votes, as recipes are ranked. */
export const scoresOf = (opinions: ReadonlyMap<string, OpinionOfTechnique>) => (slug: string) => {
  const { upvotes, downvotes } = opinions.get(slug) ?? noOpinion
  return wilsonScore(upvotes, downvotes)
}

export const noOpinion: OpinionOfTechnique = { upvotes: 0, downvotes: 0, avgRating: null, ratingCount: 0 }

export async function castTechniqueVote(
  { slug, vote }: v.InferOutput<typeof CastTechniqueVote>,
  { techniqueTalk, clock, ...ports }: TalkPorts,
  person: Person,
) {
  const technique = techniqueCalled(slug, ports).slug
  await techniqueTalk.vote({ technique, userId: person.id, vote, now: clock() })
  return { vote, message: `Your vote is ${vote}.` }
}

/** Withdrawing a vote that was not cast changes nothing. */
export async function withdrawTechniqueVote(
  { slug }: v.InferOutput<typeof TechniqueId>,
  { techniqueTalk, ...ports }: TalkPorts,
  person: Person,
) {
  await techniqueTalk.withdraw(techniqueCalled(slug, ports).slug, person.id)
  return { vote: null }
}

export async function rateTechnique(
  { slug, rating }: v.InferOutput<typeof RateTechnique>,
  { techniqueTalk, clock, ...ports }: TalkPorts,
  person: Person,
) {
  const technique = techniqueCalled(slug, ports).slug
  await techniqueTalk.rate({ technique, userId: person.id, rating, now: clock() })
  const { avg, count } = (await techniqueTalk.of(technique, person.id)).rating
  return { rating: { avg, count } }
}

interface CommentPorts {
  techniques: Techniques
  comments: Comments
  clock: Clock
}

export const listTechniqueComments = async (
  { slug }: v.InferOutput<typeof TechniqueId>,
  { comments, techniques }: Omit<CommentPorts, 'clock'>,
): Promise<{ comments: Comment[] }> => ({
  comments: await comments.ofTechnique(techniqueCalled(slug, { techniques }).slug),
})

/** Nobody is mailed: a technique is nobody's here. */
export async function addTechniqueComment(
  { slug, body }: v.InferOutput<typeof AddTechniqueComment>,
  { comments, clock, ...ports }: CommentPorts,
  person: Person,
) {
  const technique = techniqueCalled(slug, ports).slug
  const comment = await comments.add({ recipeId: null, technique, userId: person.id, body, now: clock() }, () => [])
  return { comment }
}

export async function deleteTechniqueComment(
  { slug, commentId }: v.InferOutput<typeof DeleteTechniqueComment>,
  { comments, ...ports }: CommentPorts,
  person: Person,
) {
  const parties = await comments.partiesOf(commentId)
  if (parties?.technique !== techniqueCalled(slug, ports).slug) throw commentNotFound(commentId)
  if (parties.writerId !== person.id) throw new Fault('not-allowed', 'Only the comment’s author can delete it.')
  await comments.remove(commentId)
  return { success: true as const }
}
