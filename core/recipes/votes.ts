import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'
import { recipeNotFound } from './recipes.ts'
import { directions, type Vote } from './vote.ts'

export interface Votes {
  /**
   * One vote per person and recipe; a second one replaces it. An author's own vote does not count.
   * Undefined when there is no such recipe.
   */
  cast: (vote: { recipeId: number; userId: number; vote: Vote; now: Date }) => Promise<{ counts: boolean } | undefined>
  /** Withdraws the vote, if there is one. False when there is no such recipe. */
  withdraw: (recipeId: number, userId: number) => Promise<boolean>
  /** Null when the person has not voted; undefined when there is no such recipe. */
  of: (recipeId: number, userId: number | undefined) => Promise<Vote | null | undefined>
}

export const CastVote = v.object({ id: field.id, vote: field.choice(directions) })
export const OwnVote = v.object({ vote: v.nullable(v.picklist(directions)) })
export const VoteReply = v.object({ vote: v.picklist(directions), message: v.string() })

export async function castVote(
  { id, vote }: v.InferOutput<typeof CastVote>,
  { votes, clock }: { votes: Votes; clock: Clock },
  person: Person,
) {
  const cast = await votes.cast({ recipeId: id, userId: person.id, vote, now: clock() })
  if (!cast) throw recipeNotFound(id)
  return {
    vote,
    message: `Your vote is ${vote}.${cast.counts ? '' : ' It’s your own recipe, so your vote isn’t counted.'}`,
  }
}

/** Withdrawing a vote that was not cast changes nothing. */
export async function withdrawVote({ id }: { id: number }, { votes }: { votes: Votes }, person: Person) {
  if (!(await votes.withdraw(id, person.id))) throw recipeNotFound(id)
  return { vote: null }
}

export async function ownVote({ id }: { id: number }, { votes }: { votes: Votes }, person: Person | undefined) {
  const vote = await votes.of(id, person?.id)
  if (vote === undefined) throw recipeNotFound(id)
  return { vote }
}
