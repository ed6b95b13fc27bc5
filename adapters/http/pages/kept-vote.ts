import * as v from 'valibot'
import { CastVote } from '../../../core/recipes/votes.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { notice } from './parts/controls.ts'
import { recipeAt } from './recipe-at.ts'
import { sentIn } from './sent-form.ts'

const VOTE =
  /^\/recipes\/(?<id>\d+)\/vote$|^\/brew\/(?<roasterSlug>[^/]+)\/(?<coffeeSlug>[^/]+)\/(?<method>[^/]+)\/vote$|^\/techniques\/(?<slug>[\w-]+)\/vote$/

/** Says that the vote pressed on the page to return to is not lost. */
export function keptVoteNote(next: string, how: string, { request }: Visit): Html {
  const sent = sentIn(request)
  const [page] = next.split(/[?#]/)
  return sent && sent.page === page && VOTE.test(sent.action) ? notice('right', 'We kept your vote.', how) : html``
}

/**
 * Casts the vote that a visitor pressed before signing in. Only the form that signs them in calls
 * this, never a link, and only for a vote, which they can see and take back. False if none waits or
 * the recipe is gone.
 */
export async function castKeptVote(userId: number, visit: Visit): Promise<boolean> {
  const { request, ports } = visit
  const sent = sentIn(request)
  const params = VOTE.exec(sent?.action ?? '')?.groups
  const vote = v.safeParse(CastVote.entries.vote, new URLSearchParams(sent?.fields).get('vote'))
  if (!params || !vote.success) return false
  const named = Object.fromEntries(Object.entries(params).filter(([, part]) => part !== undefined))
  const { done } = await attempt(async () => {
    const said = { userId, vote: vote.output, now: ports.clock() }
    const technique = ports.techniques.bySlug(named.slug ?? '')
    if (technique) {
      await ports.techniqueTalk.vote({ ...said, technique: technique.slug })
      return true
    }
    const recipe = await recipeAt(named, visit)
    return ports.votes.cast({ ...said, recipeId: await recipe.putThere() })
  })
  return done !== undefined
}
