import * as v from 'valibot'
import { directions } from './vote.ts'

/** What who reads a recipe has done with it. */
export const Viewer = v.object({
  vote: v.nullable(v.picklist(directions)),
  rating: v.nullable(v.number()),
  saved: v.boolean(),
  mine: v.pipe(v.boolean(), v.description('True when you wrote it.')),
})
export type Viewer = v.InferOutput<typeof Viewer>

/** What the store tells of a viewer: whether the recipe is theirs follows from the recipe itself. */
export type StoredViewer = Omit<Viewer, 'mine'>

export interface Viewers {
  /** What a person did with each of these recipes, by its id; one they did nothing with is left out. */
  of: (userId: number, recipeIds: readonly number[]) => Promise<ReadonlyMap<number, StoredViewer>>
}

export const nothingDone: StoredViewer = { vote: null, rating: null, saved: false }
