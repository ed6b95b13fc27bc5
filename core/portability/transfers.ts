import type { StoredBrew } from '../brews/model.ts'
import type { PersonalVersion } from '../personal-recipes/model.ts'
import type { NewPersonalRecipe } from '../personal-recipes/personal-recipes.ts'
import type { AuthoredRecipe, ComposedRecipe } from '../recipes/compose.ts'
import type { NewBasis } from '../recipes/recipes.ts'
import type { CoffeeName } from './account-file.ts'
import type { History } from './transfer-versions.ts'

/** What importing an account needs beyond what people can do themselves. */
export interface Transfers {
  /** What the person has here. */
  here: (userId: number) => Promise<AccountHere>
  /**
   * For each, the coffee here with that slug of a roaster with that slug, or else the one with that
   * name and roaster.
   */
  coffees: (named: readonly SoughtCoffee[]) => Promise<(number | undefined)[]>
  /**
   * For each, the recipe here with the same facts. For a roaster's recipe, the time of posting may
   * differ.
   */
  recipes: (told: readonly ToldRecipe[]) => Promise<(RecipeHere | undefined)[]>
  /** The brews within each of these time spans. */
  brewsAt: (userId: number, times: readonly WrittenTime[]) => Promise<BrewHere[]>
  /** Counts a publication, unless the person has reached the limit for the last minute. */
  mayPublish: (userId: number, now: Date) => Promise<boolean>
  /** Returns the recipe that the person posted at that instant, or creates it. */
  publish: (
    userId: number,
    recipe: ComposedRecipe & { basis?: NewBasis | undefined; history: History<AuthoredVersion> },
    createdAt: string,
  ) => Promise<FoundOrNew>
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
  published: (Dated & { version: number; editedAt: string | null })[]
  personalRecipes: Dated[]
  collections: Dated[]
  /** Pairs of collection and recipe. */
  items: [number, number][]
  /** Recipe ids. */
  savedRecipes: number[]
  votes: number[]
  ratings: number[]
  /** Coffee ids. */
  library: number[]
  /** Roaster slugs. */
  follows: string[]
}

export interface WrittenTime {
  at: string
  spanMs: number
}

/** Each instant once. */
export const atTimesOf = (rows: readonly { brewedAt: string }[]): WrittenTime[] =>
  [...new Set(rows.map(({ brewedAt }) => brewedAt))].map(at => ({ at, spanMs: 1 }))

export type BrewHere = Pick<StoredBrew, 'id' | 'brewedAt' | 'method' | 'doseGrams' | 'waterGrams'> & {
  importKey: string | null
}

type SoughtCoffee = Pick<CoffeeName, 'slug' | 'roasterSlug' | 'name'> & { roasterMatchName: string }

/** `isSameVersion`: it was not edited since the file was written, and not written again from one. */
export interface RecipeHere {
  id: number
  isSameVersion: boolean
}

type ToldRecipe = Pick<ComposedRecipe, 'coffeeProfileId' | 'machineId' | 'grinderId' | 'grindSetting'> &
  Pick<ComposedRecipe, 'doseGrams' | 'waterGrams'> & {
    createdAt: string
    byRoaster: boolean
    version: number | null
    editedAt: string | null
  }

type AuthoredVersion = AuthoredRecipe & { version: number; writtenAt: string }
type MovedRecipe = NewPersonalRecipe & { brewLogId: StoredBrew['id'] | null; history: History<PersonalVersion> }
