import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Fault, faultAt } from '../core/errors.ts'

const MIB = 1024 * 1024
/** With photos and all. */
const MOST_ENTRIES = 20_000
const MOST_BYTES = 64 * MIB
const LONGEST_FILE = 32 * MIB
/** Rows that are all alike come to a hundred or so; what grows more was made to. */
const MOST_GROWTH = 250

export const isArchive = (sent: Uint8Array) => sent[0] === 0x50 && sent[1] === 0x4b && (sent[2] ?? 255) < 8

/**
 * The files of a ZIP archive that are wanted, by name without folders, each unpacked as text when it is asked for. Every
 * bound is held against what the archive says of itself before a byte is unpacked, and while unpacking against what
 * comes: of an archive that lied, no more than it said.
 */
export async function filesInArchive(sent: Buffer, isWanted: (name: string) => boolean) {
  const files = new Map<string, () => Promise<string>>()
  let bytes = 0
  await readable(async () => {
    const zip = await fromBufferPromise(sent, { lazyEntries: true, strictFileNames: true })
    if (zip.entryCount > MOST_ENTRIES) throw faultAt([], `has more than ${MOST_ENTRIES} files in it.`)
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.split('/').at(-1) ?? ''
      if (!isWanted(name)) continue
      if (files.has(name)) throw faultAt([], `has more than one ${name} in it.`)
      bytes += entry.uncompressedSize
      refuseOversized(name, entry, bytes)
      files.set(name, () => readable(() => unpacked(zip, entry)))
    }
  })
  return files
}

function refuseOversized(name: string, entry: Entry, bytes: number) {
  if (entry.isEncrypted()) throw faultAt([], 'is locked with a password; export it without one.')
  if (!entry.canDecodeFileData()) throw faultAt([], `has a ${name} that is packed in a way we cannot read.`)
  if (entry.uncompressedSize > LONGEST_FILE)
    throw faultAt([], `has a ${name} of more than ${LONGEST_FILE / MIB} MiB.`, 'body-too-large')
  if (bytes > MOST_BYTES) throw faultAt([], `unpacks to more than ${MOST_BYTES / MIB} MiB.`, 'body-too-large')
  if (entry.uncompressedSize > MIB && entry.uncompressedSize > MOST_GROWTH * entry.compressedSize)
    throw faultAt([], `has a ${name} that unpacks to more than ${MOST_GROWTH} times its size.`, 'body-too-large')
}

/** By all requests together; beyond it one is told to come again. */
let unpacking = 0

async function unpacked(zip: ZipFile, entry: Entry) {
  if (unpacking + entry.uncompressedSize > 2 * MOST_BYTES)
    throw new Fault('service-down', 'The service is busy with what others have sent; try again shortly.')
  unpacking += entry.uncompressedSize
  try {
    const pieces: Buffer[] = []
    let sum = 0
    // The library ends the stream with an error as soon as it is longer than the archive says.
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      sum = crc32(piece, sum)
      pieces.push(piece)
    }
    if (sum !== entry.crc32) throw damaged()
    return Buffer.concat(pieces).toString('utf8')
  } finally {
    unpacking -= entry.uncompressedSize
  }
}

const damaged = () => faultAt([], 'is no ZIP archive that we can read, or a damaged one; export it anew.')

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof Fault ? error : damaged()
  }
}
