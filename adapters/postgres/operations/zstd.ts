import { type FileHandle, open } from 'node:fs/promises'

const FRAME = 0xfd2fb528
/** The first of the sixteen magic numbers of skippable frames. */
const SKIPPED = 0x184d2a50
const SKIPPED_KINDS = 0xfffffff0
/** Lengths of these fields, by the two bits in the frame header that stand for them. */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const SIZE_BYTES = [0, 2, 4, 8]
const REPEATED = 1
const CHECKSUM_BYTES = 4

/** Whether a file ends where its last frame does (RFC 8878, 3.1). Reads only lengths. */
export async function isWholeZstd(file: string): Promise<boolean> {
  const opened = await open(file)
  try {
    const { size } = await opened.stat()
    let at = 0
    while (at < size) {
      const magic = await numberAt(opened, at, 4)
      if (magic === FRAME) at = await endOfFrame(opened, at + 4)
      else if ((magic & SKIPPED_KINDS) >>> 0 === SKIPPED) at += 8 + (await numberAt(opened, at + 4, 4))
      else return false
    }
    return at === size && size > 0
  } finally {
    await opened.close()
  }
}

/** NaN, which is never a valid position, if the file ends before the frame does. */
async function endOfFrame(file: FileHandle, start: number) {
  const descriptor = await numberAt(file, start, 1)
  const isOneSegment = (descriptor & 0b10_0000) !== 0
  const sizeBytes = SIZE_BYTES[descriptor >> 6] || (isOneSegment ? 1 : 0)
  let at = start + 1 + (isOneSegment ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 0b11] ?? 0) + sizeBytes
  for (let isLast = false; !isLast; ) {
    const block = await numberAt(file, at, 3)
    if (Number.isNaN(block)) return Number.NaN
    isLast = (block & 1) === 1
    at += 3 + (((block >> 1) & 0b11) === REPEATED ? 1 : block >> 3)
  }
  return (descriptor & 0b100) === 0 ? at : at + CHECKSUM_BYTES
}

/** Little-endian; NaN beyond the end. */
async function numberAt(file: FileHandle, at: number, bytes: number) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return bytesRead < bytes ? Number.NaN : buffer.readUIntLE(0, bytes)
}
