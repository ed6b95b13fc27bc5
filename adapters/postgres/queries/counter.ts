import type { Sql, Transaction } from '../engine/client.ts'

/** A stored value that differs from what its rows say. */
export interface Drift {
  what: string
  stored: string
  counted: string
}

/** A stored count, how to compare it with its rows, and how to correct it. */
export interface Counter {
  name: string
  /** Must read in one statement, so that concurrent writes do not look like drift. */
  drift: (sql: Sql | Transaction) => Promise<Drift[]>
  repair: (sql: Transaction) => Promise<unknown>
}

/** How many differences are reported: enough to see what is wrong. */
export const MOST_SHOWN = 100
