import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { busyWithOthers, Fault, faultAt } from '../../core/errors.ts'

const MIB = 1024 * 1024
/** Including photos. */
const MOST_ENTRIES = 20_000
/** Metadata: file names, extra fields and comments. */
const MOST_TOLD = 16 * MIB
const MOST_BYTES = 64 * MIB
const LONGEST_FILE = 32 * MIB
/**
 * Highly repetitive rows compress about a hundredfold; anything far beyond that was made on
 * purpose.
 */
const MOST_GROWTH = 250

export const isArchive = (sent: Uint8Array) => sent[0] === 0x50 && sent[1] === 0x4b && (sent[2] ?? 255) < 8

/** Unpacks a file and passes its text to `use`; it counts as being unpacked until `use` is done. */
type Unpack = <T>(use: (text: string) => Promise<T>) => Promise<T>

/**
 * The wanted files of a ZIP archive, by name without folders, each unpacked on demand. Nothing else
 * is read, so a large archive on disk takes no more memory than a small one. All limits are checked
 * against the sizes that the archive declares before anything is unpacked; unpacking then stops at
 * the declared size, in case the archive lied.
 */
export async function filesInArchive(sent: Buffer | FileHandle, isWanted: (name: string) => boolean) {
  const files = new Map<string, Unpack>()
  const wanted: Entry[] = []
  let [bytes, told] = [0, 0]
  await readable(async () => {
    // Loaded for the first archive: it would slow down every start.
    const { fromBufferPromise, fromFdPromise } = await import('yauzl')
    const options = { lazyEntries: true, strictFileNames: true, autoClose: false }
    const zip = await (Buffer.isBuffer(sent) ? fromBufferPromise(sent, options) : fromFdPromise(sent.fd, options))
    if (zip.entryCount > MOST_ENTRIES) throw faultAt([], `has more than ${MOST_ENTRIES} files in it.`)
    for await (const entry of zip.eachEntry()) {
      told += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (told > MOST_TOLD) throw faultAt([], `has a file list larger than ${MOST_TOLD / MIB} MiB.`)
      const name = entry.fileName.split('/').at(-1) ?? ''
      if (!isWanted(name)) continue
      if (files.has(name)) throw faultAt([], `has more than one ${name} in it.`)
      bytes += entry.uncompressedSize
      refuseOversized(name, entry, bytes)
      wanted.push(entry)
      files.set(name, use => unpacked(zip, entry, use))
    }
    refuseOverlapping(wanted)
  })
  return files
}

function refuseOversized(name: string, entry: Entry, bytes: number) {
  if (entry.isEncrypted()) throw faultAt([], 'is password-protected. Export it without a password.')
  if (!entry.canDecodeFileData()) throw faultAt([], `contains a ${name} in a compression format we can’t read.`)
  if (entry.uncompressedSize > LONGEST_FILE)
    throw faultAt([], `has a ${name} of more than ${LONGEST_FILE / MIB} MiB.`, 'too-large')
  if (bytes > MOST_BYTES) throw faultAt([], `unpacks to more than ${MOST_BYTES / MIB} MiB.`, 'too-large')
  if (entry.uncompressedSize > MIB && entry.uncompressedSize > MOST_GROWTH * entry.compressedSize)
    throw faultAt([], `has a ${name} that unpacks to more than ${MOST_GROWTH} times its size.`, 'too-large')
}

/** The least size of the header before a file's data, without its name. */
const LOCAL_HEADER_BYTES = 30

/**
 * Refuses archives whose files share compressed data: a zip bomb of which every file is within its
 * limits.
 */
function refuseOverlapping(entries: Entry[]) {
  let end = 0
  for (const entry of entries.sort((one, other) => offsetOf(one) - offsetOf(other))) {
    if (offsetOf(entry) < end) throw faultAt([], 'is damaged: its files overlap. Export it again.')
    end = offsetOf(entry) + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize
  }
}

const offsetOf = (entry: Entry) => entry.relativeOffsetOfLocalHeader

/**
 * Bytes being unpacked by all requests together. Above the limit, a request is told to try again
 * later.
 */
let unpacking = 0

async function unpacked<T>(zip: ZipFile, entry: Entry, use: (text: string) => Promise<T>): Promise<T> {
  if (unpacking + entry.uncompressedSize > 2 * MOST_BYTES) throw busyWithOthers()
  unpacking += entry.uncompressedSize
  try {
    return await use(await readable(() => textOf(zip, entry)))
  } finally {
    unpacking -= entry.uncompressedSize
  }
}

async function textOf(zip: ZipFile, entry: Entry) {
  const pieces: Buffer[] = []
  let sum = 0
  // The library fails the stream as soon as it is longer than the archive declares.
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    sum = crc32(piece, sum)
    pieces.push(piece)
  }
  if (sum !== entry.crc32) throw damaged()
  return Buffer.concat(pieces).toString('utf8')
}

const damaged = () => faultAt([], 'is damaged or not a ZIP archive we can read. Export it again.')

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // A disk error says nothing about the archive.
    const isOfDisk = error instanceof Error && 'syscall' in error
    throw error instanceof Fault || isOfDisk ? error : damaged()
  }
}
