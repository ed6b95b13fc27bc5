import * as v from 'valibot'
import { Fault, faultAt, faultOf } from '../core/errors.ts'
import { MOST_ROWS } from '../core/portability/beanconqueror.ts'
import { ImportFile, NO_EXPORT } from '../core/portability/import-file.ts'
import { filesInArchive, isArchive } from './archive.ts'
import { tableIn } from './csv-file.ts'
import { rowsIn } from './http/rows.ts'

/** What somebody brings, as its rows: Beanconqueror's archive, put together, or the JSON in it; our own export; or a table. */
export async function importedFile(sent: Buffer): Promise<Record<string, unknown>> {
  if (isArchive(sent)) return beanconquerorIn(sent)
  if (isJson(sent)) return rowsIn(textOf(sent.toString('utf8')), MOST_ROWS)
  return { table: await tableIn(sent, MOST_ROWS) }
}

/** The same, checked: what to import, or a Fault that says what is wrong with the file. */
export async function fileToImport(sent: Buffer, isDryRun: boolean): Promise<v.InferOutput<typeof ImportFile>> {
  try {
    const file = v.safeParse(ImportFile, { ...(await importedFile(sent)), isDryRun })
    if (file.success) return file.output
    throw file.issues[0].path ? faultOf(file.issues[0]) : faultAt([], `${NO_EXPORT}.`)
  } catch (error) {
    // What is the body of a request is a file to who chose it.
    const isOfAll = error instanceof Fault && error.field?.path.length === 0
    throw isOfAll ? new Fault(error.code, `The file ${error.field?.complaint}`) : error
  }
}

/** Or nothing at all. A table begins with the name of a column. */
const isJson = (sent: Buffer) => /^[\s\ufeff]*([[{]|$)/.test(sent.toString('utf8', 0, 1000))

const MAIN = 'Beanconqueror.json'
/** The app cuts long lists: the first rows are in the main file, the others in files that hold a bare list each. */
const cutLists = { BREWS: 'Beanconqueror_Brews_', BEANS: 'Beanconqueror_Beans_' }
const PART = /^Beanconqueror_(?:Brews|Beans)_[1-9]\d{0,3}\.json$/

async function beanconquerorIn(sent: Buffer) {
  const files = await filesInArchive(sent, name => name === MAIN || PART.test(name))
  const main = await files.get(MAIN)?.()
  if (main === undefined) throw faultAt([], `is an archive without a ${MAIN}; choose the one that the app exported.`)
  const lists = await rowsIn(textOf(main), MOST_ROWS)
  const whole: Record<string, unknown> = { ...lists, isWhole: true }
  let rows = Object.values(lists).reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  for (const [list, prefix] of Object.entries(cutLists)) {
    const all = [lists[list] ?? []]
    const parts = [...files.keys()].filter(name => name.startsWith(prefix)).length
    for (let number = 1; number <= parts; number++) {
      const name = `${prefix}${number}.json`
      const text = await files.get(name)?.()
      if (text === undefined) throw faultAt([], `lacks ${name}, so some of it is missing; export it anew.`)
      const { [list]: part, ...more } = await rowsIn(`{"${list}":${textOf(text)}}`, MOST_ROWS, rows)
      if (!Array.isArray(part) || Object.keys(more).length > 0) throw faultAt([], `has a ${name} that is no list.`)
      rows += part.length
      all.push(part)
    }
    if (parts > 0) whole[list] = all.flat()
  }
  return whole
}

const textOf = (text: string) => text.replace(/^\ufeff/, '')
