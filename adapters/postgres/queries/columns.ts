import postgres from 'postgres'
import type { Sql, Transaction } from '../engine/client.ts'

/** The fields of a row that are columns: the compiler asks for each, and accepts no other. */
export const fieldsOf = <Row>(fields: Record<keyof Row & string, true>) => Object.keys(fields) as (keyof Row & string)[]

/** The fields of a schema that are columns of a table: all but the named ones. */
export const schemaFields = <Entries extends object, Other extends keyof Entries & string = never>(
  { entries }: { entries: Entries },
  ...others: Other[]
) =>
  Object.keys(entries).filter(field => !others.some(other => other === field)) as Exclude<
    keyof Entries & string,
    Other
  >[]

/** `"one", "two", …` as text: the driver would quote the names again for every query. */
export const listed = (sql: Sql | Transaction, fields: readonly string[]) =>
  sql.unsafe(fields.map(quotedColumn).join(', '))

export const quotedColumn = (field: string) => `"${columnOf(field).replaceAll('.', '"."')}"`

const columns = new Map<string, string>()
function columnOf(field: string) {
  const column = columns.get(field) ?? postgres.fromCamel(field)
  columns.set(field, column)
  return column
}

/** `table.one, table.two, …`, for a select. */
export const selected = (sql: Sql | Transaction, table: string, fields: readonly string[]) =>
  listed(
    sql,
    fields.map(field => `${table}.${field}`),
  )

/** `(one, two, …) select $1, $2, …`, to insert one row. Listed fields that it lacks are null. */
export function writtenRow(sql: Sql | Transaction, fields: readonly string[], row: object) {
  const template = templates.get(fields) ?? templateOf(fields)
  templates.set(fields, template)
  return sql(template, ...fields.map(field => stored(sql, (row as Record<string, unknown>)[field])))
}

/** As of a template literal, once for each list: the driver keeps every literal for good. */
const templates = new WeakMap<readonly string[], TemplateStringsArray>()
function templateOf(fields: readonly string[]) {
  const strings = [`(${fields.map(quotedColumn).join(', ')}) select `, ...fields.slice(1).map(() => ', '), '']
  return Object.assign(strings, { raw: strings })
}

/** `(one, two, …) select one, two, … from rows`, for an insert of many rows. */
export const written = (sql: Sql | Transaction, table: string, fields: readonly string[], rows: readonly object[]) =>
  sql`(${listed(sql, fields)}) ${rowsOf(sql, table, fields, rows)}`

/** `select one, two, … from rows`: the rows of such an insert, to be joined or extended. */
export function rowsOf(sql: Sql | Transaction, table: string, fields: readonly string[], rows: readonly object[]) {
  const records = rows.map(row => byColumn(fields, row))
  return sql`
    select ${listed(sql, fields)}
    from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(records as postgres.JSONValue)})`
}

/** A row as JSON by column names, as `jsonb_populate_recordset` reads it. */
export const byColumn = (fields: readonly string[], row: object) =>
  Object.fromEntries(fields.map(field => [columnOf(field), (row as Record<string, unknown>)[field]]))

/** The listed fields that are given. Nothing else that arrives is written. */
export const given = <Row extends object>(fields: readonly (keyof Row & string)[], changes: Partial<Row>) =>
  Object.fromEntries(fields.filter(field => changes[field] !== undefined).map(field => [field, changes[field]]))

/**
 * `one = …, two = …`, to update the fields that are given. If there are none, the last field is set
 * to itself: the row is still found, to lock or return it, and triggers on that field run. `table`
 * is its name in the statement.
 */
export function changed<Row extends object>(
  sql: Sql | Transaction,
  table: string,
  fields: readonly (keyof Row & string)[],
  changes: Partial<Row>,
) {
  const entries = Object.entries(given(fields, changes))
  if (entries.length > 0) return sql(Object.fromEntries(entries.map(([field, value]) => [field, stored(sql, value)])))
  const [last = ''] = fields.slice(-1)
  return sql.unsafe(`${quotedColumn(last)} = ${quotedColumn(`${table}.${last}`)}`)
}

/** `(one, two, …) = row(excluded.one, …)`, for an upsert that overwrites all listed fields. */
export const replaced = (sql: Sql | Transaction, fields: readonly string[]) =>
  sql`(${listed(sql, fields)}) = row(${selected(sql, 'excluded', fields)})`

/** A list of plain values becomes an array; an object, or a list of objects, becomes JSON. */
const stored = (sql: Sql | Transaction, value: unknown) =>
  isJson(value) || (Array.isArray(value) && value.some(isJson))
    ? sql.json(value as postgres.JSONValue)
    : (value as postgres.SerializableParameter<never>)

const isJson = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The columns of users that `presentPerson` in core needs for a name. */
export const nameColumns = ['id', 'name'] as const

/** The columns of machines that `fullName` in core needs for a name. */
export const fullNameColumns = ['brand', 'model'] as const
