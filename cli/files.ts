import { readFile, writeFile } from 'node:fs/promises'
import { fileTrouble } from '../adapters/trouble.ts'
import { Fault } from '../core/errors.ts'
import { terminal } from './terminal.ts'

/** Standard input or output, where a file is named. */
export const STANDARD_STREAM = '-'

/** The text of a file, or of standard input. */
export async function readText(file: string): Promise<string> {
  const bytes =
    file === STANDARD_STREAM
      ? await terminal().read()
      : await readFile(file).catch(refused(file, `There is no file ${file}.`))
  return textOf(bytes, file === STANDARD_STREAM ? 'Standard input' : file)
}

export const writeText = (file: string, text: string) =>
  writeFile(file, text).catch(refused(file, `There is no folder for ${file}; make it first.`))

function refused(file: string, missing: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') throw new Fault('invalid', missing)
    throw fileTrouble(error, file) ?? error
  }
}

/** What is no UTF-8 would become something else without a word. */
function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const { line, column } = firstWrong(bytes)
    throw new Fault(
      'invalid',
      `${file} is not UTF-8 at line ${line}, column ${column}; save it as UTF-8, then try again.`,
    )
  }
}

/** Where the first byte lies that is no UTF-8: all before it can be read. */
function firstWrong(bytes: Uint8Array) {
  let [readable, wrong] = [0, bytes.length]
  while (wrong - readable > 1) {
    const middle = (readable + wrong) >> 1
    if (isReadable(bytes.subarray(0, middle))) readable = middle
    else wrong = middle
  }
  const before = new TextDecoder().decode(bytes.subarray(0, readable), { stream: true })
  return { line: before.split('\n').length, column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1 }
}

/** Up to a character that may go on. */
function isReadable(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
