import * as v from 'valibot'
import { directions, type Vote } from './vote.ts'

/** What who reads a recipe has done with it. */
export const Viewer = v.object({
  vote: v.nullable(v.picklist(directions)),
  rating: v.nullable(v.number()),
  saved: v.boolean(),
  mine: v.pipe(v.boolean(), v.description('True when you wrote it.')),
})
export type Viewer = v.InferOutput<typeof Viewer>

export interface Deeds {
  vote: Vote | null
  rating: number | null
  saved: boolean
}

export interface Viewers {
  /** What a person did with each of these recipes, by its id; one they did nothing with is left out. */
  deeds: (userId: number, recipeIds: readonly number[]) => Promise<ReadonlyMap<number, Deeds>>
}

export const nothingDone: Deeds = { vote: null, rating: null, saved: false }
