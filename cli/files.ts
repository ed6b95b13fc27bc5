import {
  access,
  constants,
  type FileHandle,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileTrouble } from '../adapters/program/file-trouble.ts'
import { Fault } from '../core/errors.ts'
import { terminal } from './terminal.ts'

/** Means standard input or output in place of a file name. */
export const STANDARD_STREAM = '-'

/** The content of a file, or of standard input. */
const readBytes = async (file: string): Promise<Buffer> =>
  file === STANDARD_STREAM
    ? Buffer.from(await terminal().read())
    : readFile(file).catch(refused(file, `There is no file ${file}.`))

/** Passes an open file, of which only parts may be read, or the content of standard input. */
export async function withFile<T>(file: string, work: (opened: FileHandle | Buffer) => Promise<T>): Promise<T> {
  if (file === STANDARD_STREAM) return work(await readBytes(file))
  const named = refused(file, `There is no file ${file}.`)
  const opened = await open(file).catch(named)
  try {
    return await work(opened).catch(error => (error instanceof Fault ? Promise.reject(error) : named(error)))
  } finally {
    await opened.close()
  }
}

/** The same as text. */
export const readText = async (file: string): Promise<string> =>
  textOf(await readBytes(file), file === STANDARD_STREAM ? 'Standard input' : file)

/** A grinder that somebody describes, not yet validated. */
export async function readDescription(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('invalid', `${file} must hold one description as JSON: { "brand": …, "name": …, … }.`)
  }
}

/** All or nothing: if the disk fills up, the old file stays. */
export const writeText = (file: string, text: string) =>
  replaceFile(file, text).catch(refused(file, `The folder for ${file} does not exist. Create it first.`))

async function replaceFile(named: string, text: string) {
  const file = await realpath(named).catch(() => named)
  const before = await stat(file).catch(() => undefined)
  // A pipe or a device.
  if (before && !before.isFile()) return writeFile(file, text)
  if (before) await access(file, constants.W_OK)
  const beside = join(dirname(file), `.dialin-${process.pid}`)
  try {
    await writeFile(beside, text, { mode: before?.mode })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

function refused(file: string, missing: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') throw new Fault('invalid', missing)
    throw fileTrouble(Object.assign(error, { path: file }), file) ?? error
  }
}

/** Refuses text that is not UTF-8, which would otherwise be altered silently. */
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

/** The position of the first byte that is not valid UTF-8; everything before it can be decoded. */
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

/** Valid UTF-8, apart from a last character that may be incomplete. */
function isReadable(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
