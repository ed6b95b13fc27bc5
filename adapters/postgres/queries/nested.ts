import type { PendingQuery, Row } from 'postgres'
import type { Sql, Transaction } from '../engine/client.ts'

/**
 * Rows as objects with parts: a column `"roaster.name"` becomes `{ roaster: { name } }`. Flat rows cost the database
 * less than building the same objects would. A part whose first column is null was not joined: it is null.
 */
export async function nested<Shape>(query: PendingQuery<Row[]>): Promise<Shape[]> {
  const rows = await query
  const shape = prepared.get(rows.columns) ?? shapeNamed(rows.columns.map(({ name }) => name))
  prepared.set(rows.columns, shape)
  return rows.map(shape as Nest<Shape>)
}

/** The first of such rows. */
export const nestedOne = async <Shape>(query: PendingQuery<Row[]>): Promise<Shape | undefined> =>
  (await nested<Shape>(query))[0]

/** `roasters.name as "roaster.name", …`: columns of a joined table as a part, for a select. */
export const part = (sql: Sql | Transaction, table: string, name: string, columns: readonly string[]) =>
  sql.unsafe(columns.map(column => `${table}.${column} as "${name}.${column}"`).join(', '))

type Nest<Shape> = (row: Row) => Shape

/** By the list of columns, which is the same object as long as a statement is prepared. */
const prepared = new WeakMap<object, Nest<unknown>>()
/** Shapes by the names of their columns: as many as the code has different selects. */
const shapes = new Map<string, Nest<unknown>>()

function shapeNamed(names: readonly string[]) {
  const key = names.join()
  const shape = shapes.get(key) ?? shapeOf(names)
  shapes.set(key, shape)
  return shape
}

/** Generated as an object literal, as in adapters/schemas/trim.ts and for the same reason. */
const shapeOf = (names: readonly string[]): Nest<unknown> =>
  new Function('row', `return ${literal(names.map(name => ({ name, path: name.split('.') })))}`) as Nest<unknown>

interface NestedColumn {
  name: string
  path: string[]
}

function literal(columns: readonly NestedColumn[]): string {
  const parts = Map.groupBy(columns, ({ path }) => path[0] ?? '')
  const fields = [...parts].map(([field, inside]) => `${JSON.stringify(field)}: ${partOf(inside)}`)
  return `{ ${fields.join(', ')} }`
}

function partOf(columns: readonly NestedColumn[]): string {
  const [first] = columns
  const value = `row[${JSON.stringify(first?.name)}]`
  if (first?.path.length === 1) return value
  return `${value} === null ? null : ${literal(columns.map(({ name, path }) => ({ name, path: path.slice(1) })))}`
}
