import { type Sql, type Transaction, transactAll } from '../engine/client.ts'

/*
 * How we steer PostgreSQL's planner. Everything else is a plain parameter.
 *
 * Requests run with `plan_cache_mode = force_generic_plan` (client.ts, embedded.ts): a connection plans each statement once, for any
 * values, so that the plan which the tests have checked is the one that runs. Left to itself, PostgreSQL plans the first five
 * calls of every connection for their values, and some statements for ever: a person's own page took 15 ms instead of 10. A
 * generic plan knows neither limits nor values, which matters in three cases:
 *
 * - A list that ends early. With an unknown limit the planner expects to return a tenth of the table and sorts it instead of
 *   walking an index, so write the limit into the statement with `literalLimit`. If a client chooses the limit, round it up with
 *   `roomFor` first and cut off the rest: every distinct text is another statement that each connection keeps and plans.
 * - A bound that compares with an estimate, such as "more than 14 of the 200 read": write it with `literalNumber`.
 * - Values that match most rows or hardly any, such as doses: `plannedForValues` plans the statements of one piece of work anew.
 */

/** `limit 20`, in the text of the statement. */
export const literalLimit = (sql: Sql | Transaction, limit: number) => sql.unsafe(`limit ${Math.trunc(limit)}`)

/** A number in the text of the statement. */
export const literalNumber = (sql: Sql | Transaction, number: number) => sql.unsafe(String(number))

/** Rounds a limit up to one of a few sizes, each with and without one row more. */
export const roomFor = (rows: number) => sizes.find(size => size >= rows) ?? rows
const sizes = [5, 20, 50, 100].flatMap(size => [size, size + 1])

/** `= $1` for one value: unlike `any`, an index then keeps the order of its next columns. */
export const isAmong = <T extends number | string>(sql: Sql | Transaction, values: readonly T[]) =>
  values.length === 1 ? sql`= ${values[0] as T}` : sql`= any(${[...values]})`

/** Plans the statements of `work`, which must use the `sql` it is given, for their values. */
export const plannedForValues = <T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> =>
  transactAll(sql, async sql => {
    await sql`set local plan_cache_mode = force_custom_plan`
    return work(sql)
  })
