import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import { removedAtExit } from '../../config/leftovers.ts'
import { fileTrouble } from '../../program/file-trouble.ts'
import { releaseName } from '../../program/release.ts'

/**
 * A backup is text, compressed with Zstandard (`zstd -dc FILE | head -1` shows what it is). The
 * first line says what is in it. Each table then has its rows, one line of JSON each, and a line
 * with their number and checksum. The last line has a checksum of the first line and of those.
 */
export const BackupHead = v.object({
  dialin: v.literal('backup'),
  format: v.number(),
  version: v.string(),
  commit: v.optional(v.string()),
  createdAt: v.string(),
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  /** Only in a backup that was made before an upgrade (upgrade-state.ts). */
  upgrade: v.optional(v.object({ from: v.string(), firstLaterXid: v.string() })),
  tables: v.array(v.object({ name: v.string(), rows: v.number() })),
})
export type BackupHead = v.InferOutput<typeof BackupHead>

export const BACKUP_FORMAT = 1

const TableEnd = v.object({
  table: v.string(),
  rows: v.number(),
  sha256: v.string(),
  /** The last value of each of its sequences. */
  last: v.record(v.string(), v.nullable(v.number())),
})
type TableEnd = v.InferOutput<typeof TableEnd>

const BackupEnd = v.object({ end: v.literal('backup'), rows: v.number(), sha256: v.string() })

interface BackupSource {
  head: BackupHead
  rowsOf: (table: string) => AsyncIterable<string[]>
  lastValuesOf: (table: string) => Promise<TableEnd['last']>
}

/** In place of a file name: standard output. */
const STANDARD_OUTPUT = '-'

/** Writes to a file beside this one, and renames it when it is complete. Returns its size. */
export async function writeBackup(file: string, source: BackupSource): Promise<number> {
  let bytes = 0
  const counted = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length
      yield piece
    }
  }
  const part = `${file}.part`
  const isFile = file !== STANDARD_OUTPUT
  const remove = isFile ? removedAtExit(part) : () => {}
  // Readable only by us, because it contains everything in the database.
  const out = isFile ? createWriteStream(part, { mode: 0o600 }) : createWriteStream('', { fd: 1, autoClose: false })
  try {
    await pipeline(Readable.from(piecesOf(source), { objectMode: false }), createZstdCompress(), counted, out)
    if (!isFile) return bytes
    await flush(part)
    await rename(part, file)
    await flush(dirname(file)).catch(whereFoldersAreNotFlushed)
    return (await stat(file)).size
  } catch (error) {
    throw troubleWith(file, error)
  } finally {
    remove()
  }
}

/** The backup must be on disk before its database is changed. */
async function flush(file: string) {
  const opened = await open(file)
  await opened.sync().finally(() => opened.close())
}

/** Some network file systems cannot do this. */
function whereFoldersAreNotFlushed(error: NodeJS.ErrnoException) {
  if (!['EINVAL', 'ENOTSUP', 'EACCES'].includes(error.code ?? '')) throw error
}

/** Yields many rows at a time, because small pieces are slow to compress. */
async function* piecesOf({ head, rowsOf, lastValuesOf }: BackupSource): AsyncGenerator<Buffer> {
  const all = createHash('sha256')
  const said = (line: object) => {
    const text = `${JSON.stringify(line)}\n`
    all.update(text)
    return Buffer.from(text)
  }
  yield said(head)
  let total = 0
  for (const { name } of head.tables) {
    const hash = createHash('sha256')
    let count = 0
    for await (const rows of rowsOf(name)) {
      const text = Buffer.from(`${rows.join('\n')}\n`)
      hash.update(text)
      count += rows.length
      yield text
    }
    total += count
    yield said({ table: name, rows: count, sha256: hash.digest('hex'), last: await lastValuesOf(name) })
  }
  yield Buffer.from(`${JSON.stringify({ end: 'backup', rows: total, sha256: all.digest('hex') })}\n`)
}

interface BackupReader {
  begin?: (head: BackupHead) => void
  /** Is given a table's rows, one set at a time. */
  take?: (table: string, rows: string[]) => Promise<void> | void
  end?: (table: string, last: TableEnd['last']) => Promise<void>
}

const MOST_IN_SET = 1000
const MOST_CHARACTERS = 1_000_000

/** What a file says it contains; undefined if that cannot be read. */
export async function readHead(file: string): Promise<BackupHead | undefined> {
  const lines = lineReader(file)
  try {
    const parsed = v.safeParse(BackupHead, jsonOf((await lines.next()) ?? ''))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  } finally {
    await lines.close()
  }
}

/** Reads a whole backup. Throws a Fault if it is incomplete or was altered. */
export async function readBackup(file: string, { begin, take, end }: BackupReader): Promise<BackupHead> {
  const lines = lineReader(file)
  const all = createHash('sha256')
  const said = async <Schema extends v.GenericSchema<unknown, object>>(schema: Schema) => {
    const line = await lines.next()
    const parsed = v.safeParse(schema, jsonOf(line ?? ''))
    return parsed.success ? { line: `${line}\n`, ...parsed.output } : undefined
  }
  try {
    const head = await said(BackupHead).catch(error => {
      throw error instanceof Damage ? noBackup(file) : error
    })
    if (!head) throw noBackup(file)
    if (head.format > BACKUP_FORMAT) throw newerForm(file, releaseName(head.version, head.commit))
    all.update(head.line)
    begin?.(head)
    for (const { name, rows } of head.tables) {
      const hash = createHash('sha256')
      for (let left = rows; left > 0; ) {
        const set: string[] = []
        for (let characters = 0; left > 0 && set.length < MOST_IN_SET && characters < MOST_CHARACTERS; left--) {
          // Awaits only if it has to, because there are millions of lines.
          const line = lines.ready() ?? (await lines.next())
          if (line === undefined) throw new Damage(file)
          set.push(line)
          characters += line.length
        }
        hash.update(`${set.join('\n')}\n`)
        await take?.(name, set)
      }
      const ended = await said(TableEnd)
      if (ended?.table !== name || ended.rows !== rows || ended.sha256 !== hash.digest('hex')) throw new Damage(file)
      all.update(ended.line)
      await end?.(name, ended.last)
    }
    const last = await said(BackupEnd)
    if (last?.sha256 !== all.digest('hex') || (await lines.next()) !== undefined) throw new Damage(file)
    return head
  } finally {
    await lines.close()
  }
}

class Damage extends Fault {
  constructor(file: string) {
    super('invalid', `${file} is damaged or incomplete: its checksums don’t match its contents. Use another backup.`)
  }
}
const noBackup = (file: string) => new Fault('invalid', `${file} is not a Dialin backup, or it is incomplete.`)
const newerForm = (file: string, release: string) =>
  new Fault(
    'invalid',
    `${file} was made by Dialin ${release}, in a format that this release cannot read. Use that release or a newer one.`,
  )

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function lineReader(file: string) {
  const pieces = linesOf(file)
  let lines: string[] = []
  let at = 0
  const ready = () => lines[at++]
  return {
    /** The next line, if it has been read already. */
    ready: () => (at < lines.length ? ready() : undefined),
    next: async () => {
      while (at >= lines.length) {
        const { value, done } = await pieces.next()
        if (done) return undefined
        lines = value
        at = 0
      }
      return ready()
    },
    close: () => pieces.return(undefined),
  }
}

async function* linesOf(file: string): AsyncGenerator<string[], undefined> {
  // Piped together, so that an error of the file ends the reading, too.
  const unpacked = piped(createReadStream(file), createZstdDecompress(), () => {})
  const decoder = new TextDecoder()
  let begun: string[] = []
  try {
    for await (const piece of unpacked) {
      const [first = '', ...rest] = decoder.decode(piece as Uint8Array, { stream: true }).split('\n')
      begun.push(first)
      if (rest.length === 0) continue
      const whole = begun.join('')
      begun = [rest.pop() ?? '']
      yield [whole, ...rest]
    }
  } catch (error) {
    throw troubleWith(file, error)
  }
  if (begun.join('') !== '') yield [begun.join('')]
  return undefined
}

function troubleWith(file: string, error: unknown) {
  if (error instanceof Fault) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new Fault('invalid', `${file} does not exist. Check its name and folder.`)
  if (/^(Z_|ZSTD_|ERR_Z)/.test(code)) return new Damage(file)
  return fileTrouble(error, file) ?? error
}
