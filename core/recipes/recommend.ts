import { recommendedScore } from '../taste/match.ts'
import { matchFor, type RecipeToMatch, type Taster } from '../taste/taster.ts'
import { byWilson, type RankedRecipe } from './wilson.ts'

/** What ranking needs to know about a recipe. */
export type Candidate = RankedRecipe & RecipeToMatch
export type Recommendation = Candidate & { score: number }

/**
 * 0.6 match + 0.4 Wilson score, best first. Equal scores, and everything without a palate, are in
 * order of Wilson score.
 */
export const recommendedFirst = <C extends Candidate>(
  candidates: readonly C[],
  taster: Taster | undefined,
): (C & Recommendation)[] =>
  candidates
    .map(candidate => ({
      ...candidate,
      score: recommendedScore(taster ? matchFor(taster, candidate) : null, candidate.wilsonScore),
    }))
    .sort((a, b) => b.score - a.score || byWilson(a, b))

/** Matches closer than this count as equal. */
const SAME_MATCH = 0.02

/**
 * By match, best first, for a person who asked what suits them. Recipes that match as well as the
 * best one count as equal, then those that match as well as the best of the rest, and so on. Equal
 * matches, and everything without a palate, are in order of Wilson score.
 */
export function nearestFirst<C extends Candidate>(candidates: readonly C[], taster: Taster | undefined): C[] {
  if (!taster) return candidates.toSorted(byWilson)
  let best = Number.POSITIVE_INFINITY
  return candidates
    .map(candidate => ({ candidate, match: matchFor(taster, candidate) }))
    .sort((one, other) => other.match - one.match)
    .map(({ candidate, match }) => {
      if (match < best - SAME_MATCH) best = match
      return { candidate, best }
    })
    .sort((one, other) => other.best - one.best || byWilson(one.candidate, other.candidate))
    .map(({ candidate }) => candidate)
}

/** Keeps at most `mostOfACoffee` recipes per coffee, the first ones. */
export function varied<C extends { coffee: { id: number } }>(ranked: readonly C[], mostOfACoffee: number): C[] {
  const seen = new Map<number, number>()
  return ranked.filter(({ coffee: { id } }) => {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times <= mostOfACoffee
  })
}
