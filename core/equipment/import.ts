import * as v from 'valibot'
import { faultOf } from '../errors.ts'
import { Grinder } from '../grind/model.ts'
import { type Column, cellOf, filterColumns, grinderColumns, keysOf, machineColumns } from './columns.ts'
import type { Equipment, SaveEquipment } from './equipment.ts'
import { Filter, Machine } from './model.ts'
import type { FileRow } from './rows.ts'

export const equipmentKinds = {
  grinders: { schema: Grinder, columns: grinderColumns },
  machines: { schema: Machine, columns: machineColumns },
  filters: { schema: Filter, columns: filterColumns },
} as const
export type EquipmentKind = keyof typeof equipmentKinds

interface BadRow {
  line: number
  slug: string | undefined
  problems: string[]
}

export interface EquipmentImportReport {
  rows: number
  /** If there are any, nothing was saved. */
  bad: BadRow[]
  added: string[]
  changed: { slug: string; fields: { field: string; from: string; to: string }[] }[]
  unchanged: number
  saved: boolean
}

/** Imports records from a file, all of them or none, and reports what changed. */
export async function importEquipment<K extends EquipmentKind>(
  kind: K,
  rows: readonly FileRow[],
  { dryRun = false }: { dryRun?: boolean },
  ports: Pick<Equipment, K> & { saveEquipment: SaveEquipment },
): Promise<EquipmentImportReport> {
  const { records, bad } = checkRows(kind, rows)
  const before = new Map(listOf(kind, ports).map(record => [record.slug, record]))
  const added = records.filter(({ slug }) => !before.has(slug))
  const changed = records.flatMap(record => {
    const fields = differenceOf(equipmentKinds[kind].columns, before.get(record.slug) ?? record, record)
    return fields.length > 0 ? [{ slug: record.slug, fields }] : []
  })
  const saved = !dryRun && bad.length === 0 && added.length + changed.length > 0
  if (saved) await (ports.saveEquipment[kind] as (records: readonly RecordOf<K>[]) => Promise<void>)(records)
  return {
    rows: rows.length,
    bad,
    added: added.map(({ slug }) => slug),
    changed,
    unchanged: records.length - added.length - changed.length,
    saved,
  }
}

type RecordOf<K extends EquipmentKind> = v.InferOutput<(typeof equipmentKinds)[K]['schema']>

/** The wrong rows, each with everything that is wrong with it, and the records of the others. */
export function checkRows<K extends EquipmentKind>(kind: K, rows: readonly FileRow[]) {
  const records: RecordOf<K>[] = []
  const bad: BadRow[] = []
  const lines = new Map<string, number>()
  for (const row of rows) {
    const { line } = row
    const slug = 'value' in row ? slugIn(row.value) : undefined
    const earlier = slug === undefined ? undefined : lines.get(slug)
    if (slug !== undefined && earlier === undefined) lines.set(slug, line)
    const { record, problems } = 'value' in row ? checked(kind, row.value) : { problems: [row.problem] }
    if (earlier !== undefined) problems.push(`slug must be unique; line ${earlier} has it too.`)
    if (record) records.push(record)
    if (problems.length > 0) bad.push({ line, slug, problems })
  }
  return { records, bad }
}

function checked<K extends EquipmentKind>(kind: K, value: unknown): { record?: RecordOf<K>; problems: string[] } {
  const { schema, columns } = equipmentKinds[kind]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: ['must be an object: { "slug": …, … }.'] }
  // Report unknown fields: a misspelt name would otherwise be ignored silently.
  const strange = Object.keys(value).filter(name => !columns.some(({ path }) => keysOf(path)[0] === name))
  const problems = strange.map(name => `${name} is not a field of ${kind}.`)
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return { record: parsed.output as RecordOf<K>, problems }
  return { problems: [...problems, ...parsed.issues.map(issue => faultOf(issue).message)] }
}

export const listOf = <K extends EquipmentKind>(kind: K, ports: Pick<Equipment, K>) =>
  (ports[kind] as { list: () => readonly (RecordOf<K> & { id: number })[] }).list().map(withoutId)

const withoutId = <T extends { id: number }>({ id: _, ...record }: T) => record

const slugIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string'
    ? value.slug
    : undefined

const differenceOf = (columns: readonly Column[], before: object, after: object) =>
  columns
    .map(column => ({ field: column.path, from: cellOf(column, before), to: cellOf(column, after) }))
    .filter(({ from, to }) => from !== to)
