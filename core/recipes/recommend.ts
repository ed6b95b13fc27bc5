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

/** No coffee more than so many times; what comes first stays. */
export function varied<C extends { coffee: { id: number } }>(ranked: readonly C[], mostOfACoffee: number): C[] {
  const seen = new Map<number, number>()
  return ranked.filter(({ coffee: { id } }) => {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times <= mostOfACoffee
  })
}
