import type { Palate } from './palate.ts'

export interface Palates {
  /** Undefined while the person has set neither view. */
  of: (userId: number) => Promise<Palate | undefined>
  /**
   * Replaces the palate with the result of `decide`. Concurrent changes are made one after the
   * other.
   */
  change: (userId: number, decide: (palate: Palate | null) => Palate | null) => Promise<Palate | null>
}
