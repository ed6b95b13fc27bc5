import * as v from 'valibot'
import { directions } from './vote.ts'

/** What the reader of a recipe has done with it. */
export const Viewer = v.object({
  vote: v.nullable(v.picklist(directions)),
  rating: v.nullable(v.number()),
  saved: v.boolean(),
  mine: v.pipe(v.boolean(), v.description('True if you wrote it.')),
})
export type Viewer = v.InferOutput<typeof Viewer>

/** The stored part. Whether the recipe is the reader's own follows from the recipe itself. */
export type StoredViewer = Omit<Viewer, 'mine'>

export interface Viewers {
  /**
   * What a person did with each of these recipes, by recipe id. Recipes they did nothing with are
   * left out.
   */
  of: (userId: number, recipeIds: readonly number[]) => Promise<ReadonlyMap<number, StoredViewer>>
}

export const nothingDone: StoredViewer = { vote: null, rating: null, saved: false }
