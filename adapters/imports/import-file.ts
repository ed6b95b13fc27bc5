import type { FileHandle } from 'node:fs/promises'
import * as v from 'valibot'
import { atMost } from '../../core/cut.ts'
import { Fault, faultAt, faultOf } from '../../core/errors.ts'
import { MOST_ROWS } from '../../core/portability/beanconqueror.ts'
import { ImportFile } from '../../core/portability/import-file.ts'
import { filesInArchive, isArchive } from './archive.ts'
import { tableIn } from './csv-file.ts'
import { rowsIn } from './json-rows.ts'

/** The largest file in a request; the command line accepts any size. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024
/** An archive may be larger: it is mostly photos, which are not read. */
export const largeImport = { is: isArchive, maxBytes: 512 * 1024 * 1024 }

/**
 * The rows of an imported file: a Beanconqueror archive, reassembled, or the JSON from one; our own
 * export; or a table.
 */
export async function importedFile(sent: Buffer | FileHandle): Promise<Record<string, unknown>> {
  if (!Buffer.isBuffer(sent) && isArchive(await headOf(sent))) return beanconquerorIn(sent)
  const bytes = Buffer.isBuffer(sent) ? sent : await sent.readFile()
  if (isArchive(bytes)) return beanconquerorIn(bytes)
  if (isJson(bytes)) return rowsIn(textOf(bytes.toString('utf8')), MOST_ROWS)
  return { table: await tableIn(bytes, MOST_ROWS) }
}

/** Only for regular files: a pipe can be read only once. */
async function headOf(file: FileHandle) {
  const head = Buffer.alloc(4)
  if ((await file.stat()).isFile()) await file.read(head, 0, head.length, 0)
  return head
}

/** What people decided about a table, not yet validated. */
export interface GivenChoices {
  columns?: Record<string, string>
  grinders?: Record<string, string>
  ownGrinders?: Record<string, unknown>
  coffees?: Record<string, string>
  method?: string
}

/** The same, validated: what to import, or a Fault that says what is wrong with the file. */
export async function fileToImport(
  sent: Buffer | FileHandle,
  isDryRun: boolean,
  choices: GivenChoices = {},
): Promise<v.InferOutput<typeof ImportFile>> {
  try {
    const file = v.safeParse(ImportFile, { ...(await importedFile(sent)), ...choices, isDryRun })
    if (file.success) return file.output
    throw faultOf(file.issues[0])
  } catch (error) {
    throw error instanceof Fault ? faultOfFile(error) : error
  }
}

/** Choices as programs write them, "Grind=setting", by what is before the last sign. */
export function choicesIn(texts: readonly string[]): Record<string, string> {
  const choices = texts.map(text => {
    const at = text.lastIndexOf('=')
    if (at === -1) throw new Fault('invalid', `"${atMost(text, 60)}" must say what it is, such as Grind=setting.`)
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  })
  return Object.fromEntries(choices)
}

/** Descriptions as programs write them, "My mill={…}", by what is before the sign. */
export function descriptionsIn(texts: readonly string[]): Record<string, unknown> {
  const described = texts.map((text): [string, unknown] => {
    const at = text.search(/=\s*\{/)
    try {
      return [text.slice(0, at).trim(), JSON.parse(text.slice(at + 1))]
    } catch {
      throw new Fault('invalid', `"${atMost(text, 60)}" must describe a grinder as JSON, such as My mill={"brand":…}.`)
    }
  })
  return Object.fromEntries(described)
}

/** Rewords a fault about the request as one about the file that the person chose. */
export const faultOfFile = (fault: Fault) =>
  fault.field?.path.length === 0 ? new Fault(fault.code, `The file ${fault.field.complaint}`) : fault

/** Also true of an empty file. A table starts with the name of a column. */
const isJson = (sent: Buffer) => /^[\s\ufeff]*([[{]|$)/.test(sent.toString('utf8', 0, 1000))

const MAIN = 'Beanconqueror.json'
/**
 * The app splits long lists: the first rows are in the main file, the rest in files that each
 * contain a bare list.
 */
const cutLists = { BREWS: 'Beanconqueror_Brews_', BEANS: 'Beanconqueror_Beans_' }
const PART = /^Beanconqueror_(?:Brews|Beans)_[1-9]\d{0,3}\.json$/

async function beanconquerorIn(sent: Buffer | FileHandle) {
  const files = await filesInArchive(sent, name => name === MAIN || PART.test(name))
  const lists = await files.get(MAIN)?.(text => rowsIn(textOf(text), MOST_ROWS))
  if (lists === undefined) throw faultAt([], `is an archive without a ${MAIN}; choose the one that the app exported.`)
  const whole: Record<string, unknown> = { ...lists }
  let rows = Object.values(lists).reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  for (const [list, prefix] of Object.entries(cutLists)) {
    const all = [lists[list] ?? []]
    const parts = [...files.keys()].filter(name => name.startsWith(prefix)).length
    for (let number = 1; number <= parts; number++) {
      const name = `${prefix}${number}.json`
      const read = await files.get(name)?.(text => rowsIn(`{"${list}":${textOf(text)}}`, MOST_ROWS, rows))
      if (read === undefined) throw faultAt([], `lacks ${name}, so it is incomplete; export again.`)
      const { [list]: part, ...more } = read
      if (!Array.isArray(part) || Object.keys(more).length > 0) throw faultAt([], `has a ${name} that is not a list.`)
      rows += part.length
      all.push(part)
    }
    if (parts > 0) whole[list] = all.flat()
  }
  return whole
}

const textOf = (text: string) => text.replace(/^\ufeff/, '')
