import type { Palate } from './palate.ts'

export interface Palates {
  /**
   * Undefined while neither view is set. A drinker whom the account has named has a palate of their
   * own, and none until it is set.
   */
  of: (userId: number, drinkerId?: number) => Promise<Palate | undefined>
  /**
   * Replaces the palate with the result of `decide`. Concurrent changes are made one after the
   * other.
   */
  change: (userId: number, decide: (palate: Palate | null) => Palate | null) => Promise<Palate | null>
}
