import { readMigrations } from './migrate.ts'

const madeBy = (statement: RegExp) =>
  readMigrations().flatMap(({ text }) => [...text.matchAll(statement)].map(([, name = '']) => name))

/** Every table that a migration has made, but for its parts: what else lies beside them is somebody else's. */
export const ownTables = () => madeBy(/^create (?:unlogged )?table (\w+) \(/gm)

export const ownRoutines = () => madeBy(/^create (?:or replace )?(?:function|procedure) (\w+)\(/gm)
