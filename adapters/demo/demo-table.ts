import { DAY_MS } from '../../core/dates.ts'

/** Rows for a table, keyed by its column names in camel case. */
export interface DemoTable {
  table: string
  rows: Readonly<Record<string, unknown>>[]
}

/** How many ids of each table the demo data needs. They are reserved before anything is stored. */
export const idsNeeded = { users: 42, roasters: 12, coffees: 80, recipes: 400, brewLogs: 40, bags: 6, collections: 1 }
export type Ids = Readonly<Record<keyof typeof idsNeeded, readonly number[]>>

export const instantBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
