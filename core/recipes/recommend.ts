import { recommendedScore } from '../taste/match.ts'
import { type Judged, matchFor, type Taster } from '../taste/taster.ts'
import { byWilson, type Ranked } from './wilson.ts'

/** A recipe that may be recommended, as far as ranking needs to know it. */
export type Candidate = Ranked & Judged

export interface Recommendation {
  id: number
  score: number
}

/** 0.6 match + 0.4 Wilson, best first; equal scores in Wilson's order. */
export const recommendedFirst = (candidates: readonly Candidate[], taster: Taster): Recommendation[] =>
  candidates
    .map(candidate => ({ candidate, score: recommendedScore(matchFor(taster, candidate), candidate.wilsonScore) }))
    .sort((a, b) => b.score - a.score || byWilson(a.candidate, b.candidate))
    .map(({ candidate, score }) => ({ id: candidate.id, score }))
