import { recommendedScore } from '../taste/match.ts'
import { matchFor, type RecipeToMatch, type Taster } from '../taste/taster.ts'
import { byWilson, type RankedRecipe } from './wilson.ts'

/** A recipe that may be recommended, as far as ranking needs to know it. */
export type Candidate = RankedRecipe & RecipeToMatch
export type Recommendation = Candidate & { score: number }

/** 0.6 match + 0.4 Wilson, best first; equal scores, and everything without a palate, in Wilson's order. */
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

/** Matches that differ by less are equal to the tongue. */
const SAME_MATCH = 0.02

/** By match, best first, for somebody who asked what suits them; equal matches, and everything without a palate, in Wilson's order. */
export function nearestFirst<C extends Candidate>(candidates: readonly C[], taster: Taster | undefined): C[] {
  const level = new Map(
    candidates.map(candidate => [candidate, taster ? Math.round(matchFor(taster, candidate) / SAME_MATCH) : 0]),
  )
  const byMatch = (one: C, other: C) => (level.get(other) ?? 0) - (level.get(one) ?? 0)
  return candidates.toSorted((one, other) => byMatch(one, other) || byWilson(one, other))
}

/** No coffee more than so many times; what comes first stays. */
export function varied<C extends { coffee: { id: number } }>(ranked: readonly C[], mostOfACoffee: number): C[] {
  const seen = new Map<number, number>()
  return ranked.filter(({ coffee: { id } }) => {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times <= mostOfACoffee
  })
}
