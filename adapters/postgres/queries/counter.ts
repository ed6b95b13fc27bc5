import type { Sql, Transaction } from '../engine/client.ts'

/** A stored value that is not what its rows say. */
export interface Drift {
  what: string
  stored: string
  counted: string
}

export interface Counter {
  name: string
  /** Reads in one statement, so that what is written meanwhile does not look like drift. */
  drift: (sql: Sql | Transaction) => Promise<Drift[]>
  repair: (sql: Transaction) => Promise<unknown>
}

/** Enough to see what is wrong. */
export const MOST_SHOWN = 100
