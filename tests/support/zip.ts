import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive, and what the archive says about it if that is not true. */
export interface Packed {
  name: string
  text: string | Buffer
  /** Uncompressed, as the iOS app does. */
  stored?: boolean
  saysSize?: number
  saysPacked?: number
  /** Its offset in the archive. */
  saysAt?: number
  saysSum?: number
  flags?: number
  method?: number
}

/** A ZIP archive as in APPNOTE.TXT 6.3: local headers and files, the central directory, its end. */
export function zipped(
  files: readonly Packed[],
  { entries, zip64 }: { entries?: number; zip64?: boolean } = {},
): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, stored, saysSize, saysPacked, saysAt, saysSum, flags = 0x800, method } of files) {
    const plain = Buffer.from(text as string)
    const packed = stored ? plain : deflateRawSync(plain)
    const figures64 = [saysSize ?? plain.length, saysPacked ?? packed.length, saysAt ?? offset]
    const title = Buffer.from(name)
    const described = Buffer.alloc(26)
    described.writeUInt16LE(20, 0)
    described.writeUInt16LE(flags, 2)
    described.writeUInt16LE(method ?? (stored ? 0 : 8), 4)
    described.writeUInt32LE(saysSum ?? crc32(plain), 10)
    described.writeUInt32LE(Math.min(saysPacked ?? packed.length, WIDER), 14)
    described.writeUInt32LE(Math.min(saysSize ?? plain.length, WIDER), 18)
    described.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(zip64 ? WIDER : (saysAt ?? offset), 10)
    if (zip64) {
      // Sizes and offset are in a field after the name, with eight bytes each.
      const wide = Buffer.alloc(28)
      wide.writeUInt16LE(1, 0)
      wide.writeUInt16LE(24, 2)
      for (const [at, figure] of figures64.entries()) wide.writeBigUInt64LE(BigInt(figure), 4 + 8 * at)
      const listed = Buffer.from(described)
      listed.writeUInt32LE(WIDER, 14)
      listed.writeUInt32LE(WIDER, 18)
      listed.writeUInt16LE(wide.length, 24)
      directory.push(Buffer.from('PK\x01\x02\x2d\x00'), listed, place, title, wide)
    } else directory.push(Buffer.from('PK\x01\x02\x14\x00'), described, place, title)
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(entries ?? files.length, 0xffff), 4)
  end.writeUInt16LE(Math.min(entries ?? files.length, 0xffff), 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  if (!zip64) return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
  const wideEnd = Buffer.alloc(52)
  const figures: [number, number][] = [
    [44, 0],
    [entries ?? files.length, 20],
    [entries ?? files.length, 28],
    [listed.length, 36],
    [offset, 44],
  ]
  for (const [figure, at] of figures) wideEnd.writeBigUInt64LE(BigInt(figure), at)
  wideEnd.writeUInt16LE(45, 8)
  wideEnd.writeUInt16LE(45, 10)
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(offset + listed.length), 4)
  locator.writeUInt32LE(1, 12)
  end.fill(0xff, 4, 16)
  return Buffer.concat([
    ...parts,
    listed,
    Buffer.from('PK\x06\x06'),
    wideEnd,
    Buffer.from('PK\x06\x07'),
    locator,
    Buffer.from('PK\x05\x06'),
    end,
  ])
}

/** Says that the value is elsewhere. */
const WIDER = 0xffffffff
