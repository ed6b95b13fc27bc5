import type { StoredBrew } from '../brews/model.ts'
import type { NewPersonalRecipe } from '../personal-recipes/personal-recipes.ts'
import type { ComposedRecipe } from '../recipes/compose.ts'
import type { CoffeeName } from './account-file.ts'

/** What an account that comes from another server needs beyond what people do here. */
export interface Moves {
  /** What the person has here. */
  here: (userId: number) => Promise<AccountHere>
  /** For each the coffee here with that slug, of a roaster with that slug; else the one of that name and roaster. */
  coffees: (named: readonly SoughtCoffee[]) => Promise<(number | undefined)[]>
  /** For each the recipe here that agrees in all that is told; of a roaster's own recipe the time of posting need not agree. */
  recipes: (told: readonly ToldRecipe[]) => Promise<(number | undefined)[]>
  /** What was brewed from each of these instants on, for so long. */
  brewsAt: (userId: number, times: readonly WrittenTime[]) => Promise<BrewHere[]>
  /** Counts one more that the person publishes, unless there were as many in the last minute as there may be. */
  mayPublish: (userId: number, now: Date) => Promise<boolean>
  /** Each is what the person has of that instant, if they have it, or else new. */
  publish: (userId: number, recipe: ComposedRecipe, createdAt: string) => Promise<FoundOrNew>
  keepRecipe: (userId: number, recipe: MovedRecipe, createdAt: string) => Promise<FoundOrNew>
  keepCollection: (
    userId: number,
    collection: { name: string; description: string | null },
    createdAt: string,
  ) => Promise<FoundOrNew>
}

export interface FoundOrNew {
  id: number
  isNew: boolean
}

interface Dated {
  id: number
  createdAt: string
}

export interface AccountHere {
  published: Dated[]
  personalRecipes: Dated[]
  collections: Dated[]
  /** Collection and recipe. */
  items: [number, number][]
  /** Ids of recipes. */
  savedRecipes: number[]
  votes: number[]
  ratings: number[]
  /** Ids of coffees. */
  library: number[]
  /** Slugs. */
  follows: string[]
}

export interface WrittenTime {
  at: string
  spanMs: number
}

/** Each instant of these once. */
export const atTimesOf = (rows: readonly { brewedAt: string }[]): WrittenTime[] =>
  [...new Set(rows.map(({ brewedAt }) => brewedAt))].map(at => ({ at, spanMs: 1 }))

export type BrewHere = Pick<StoredBrew, 'id' | 'brewedAt' | 'method' | 'doseGrams' | 'waterGrams'> & {
  importKey: string | null
}

type SoughtCoffee = Pick<CoffeeName, 'slug' | 'roasterSlug' | 'name'> & { roasterMatchName: string }

type ToldRecipe = Pick<ComposedRecipe, 'coffeeProfileId' | 'machineId' | 'grinderId' | 'grindSetting'> &
  Pick<ComposedRecipe, 'doseGrams' | 'waterGrams'> & { createdAt: string; byRoaster: boolean }

type MovedRecipe = NewPersonalRecipe & { brewLogId: StoredBrew['id'] | null }
