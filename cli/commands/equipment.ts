import {
  checkRows,
  type EquipmentImportReport,
  type EquipmentKind,
  equipmentKinds,
  importEquipment,
  listOf,
} from '../../core/equipment/import.ts'
import { csvOf, type FileRow, rowsInCsv, rowsInJson } from '../../core/equipment/rows.ts'
import { Fault } from '../../core/errors.ts'
import { readText, STANDARD_STREAM, writeText } from '../files.ts'
import { dim, green, paragraph, print, printJson, yellow } from '../print.ts'
import { terminal } from '../terminal.ts'
import { actThen, readPorts } from '../world.ts'

interface ImportOptions {
  dryRun?: boolean
  json?: boolean
}

export async function importEquipmentFile(kind: EquipmentKind, file: string, { dryRun = false, json }: ImportOptions) {
  const rows = await rowsInFile(kind, file)
  // Errors in the file itself are reported without opening a database.
  const { bad } = checkRows(kind, rows)
  if (bad.length > 0) return refuse(bad, rows.length, json)
  const report = dryRun
    ? await readPorts(ports => importEquipment(kind, rows, { dryRun }, ports))
    : await imported(kind, rows)
  if (json) return printJson(report)
  showDifference(report)
  if (report.saved) print(dim('Saved. A running service picks it up within a minute.'))
  else print(dim(dryRun ? 'A dry run: nothing was saved.' : 'There is nothing to save.'))
}

const imported = (kind: EquipmentKind, rows: readonly FileRow[]) =>
  actThen(
    `${kind} import`,
    async ports => {
      const done = await importEquipment(kind, rows, {}, ports)
      const details = { added: done.added.length, changed: done.changed.length }
      return { done, on: done.saved ? { kind } : undefined, details }
    },
    async ({ refresh }, report) => {
      if (report.saved) await refresh()
      return report
    },
  )

export async function exportFile(kind: EquipmentKind, file: string | undefined, { csv }: { csv?: boolean }) {
  const isFile = file !== undefined && file !== STANDARD_STREAM
  const inCsv = isFile ? formatOf(file) === 'csv' : csv
  const records = await readPorts(async ports => listOf(kind, ports))
  const text = inCsv ? csvOf(records, equipmentKinds[kind].columns) : `${JSON.stringify(records, null, 1)}\n`
  // Written as is, except to a screen, where control characters are made harmless.
  if (!isFile) return terminal().outColumns === undefined ? terminal().out(text) : print(text.trimEnd())
  await writeText(file, text)
  print(`${records.length} ${kind} written to ${file}`)
}

export async function checkGrinders(file: string | undefined, { json }: { json?: boolean }) {
  const rows = file === undefined ? await rowsInCatalog() : await rowsInFile('grinders', file)
  const { bad } = checkRows('grinders', rows)
  if (bad.length > 0) return refuse(bad, rows.length, json)
  if (json) return printJson({ rows: rows.length, bad })
  print(green(`${rows.length} grinders: five points each, on one curve inside the dial, and every slug its own.`))
}

const rowsInCatalog = () =>
  readPorts(async ports => listOf('grinders', ports).map((value, at): FileRow => ({ line: at + 1, value })))

async function rowsInFile(kind: EquipmentKind, file: string): Promise<FileRow[]> {
  const given = file === STANDARD_STREAM ? undefined : formatOf(file)
  const text = await readText(file)
  const format = given ?? (/^\s*\[/.test(text) ? 'json' : 'csv')
  return format === 'csv' ? rowsInCsv(text, equipmentKinds[kind].columns) : rowsInJson(text)
}

function formatOf(file: string) {
  const [, format] = /\.(json|csv)$/i.exec(file) ?? []
  if (!format) throw new Fault('invalid', `${file} must be a .json or a .csv file, or - for standard input and output.`)
  return format.toLowerCase() as 'json' | 'csv'
}

function refuse(bad: EquipmentImportReport['bad'], rows: number, json: boolean | undefined) {
  if (json) {
    printJson({ rows, bad, saved: false })
    terminal().exitCode = 1
    return
  }
  const lines = bad.flatMap(({ line, slug, problems }) =>
    problems.map(problem => `  line ${line}${slug === undefined ? '' : `, ${slug}`}: ${problem}`),
  )
  const count = bad.length === 1 ? '1 row is wrong' : `${bad.length} rows are wrong`
  throw new Fault('invalid', [`${count} of ${rows}; nothing was saved:`, ...lines].join('\n'))
}

function showDifference({ added, changed, unchanged }: EquipmentImportReport) {
  print(`${added.length} added, ${changed.length} changed, ${unchanged} unchanged`)
  for (const slug of added) print(green(`  + ${slug}`))
  for (const { slug, fields } of changed) {
    print(yellow(`  ~ ${slug}`))
    for (const { field, from, to } of fields)
      print(`      ${paragraph(`${field}: ${from || 'none'} -> ${to || 'none'}`)}`)
  }
}
