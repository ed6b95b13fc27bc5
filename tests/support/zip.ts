import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, and what the archive is to say of it where that is not true. */
export interface Packed {
  name: string
  text: string | Buffer
  /** As the iOS app packs: not at all. */
  stored?: boolean
  saysSize?: number
  saysSum?: number
  flags?: number
  method?: number
}

/** A ZIP archive as APPNOTE.TXT 6.3 has it: local headers and files, the central directory, its end. */
export function zipped(files: readonly Packed[], { entries }: { entries?: number } = {}): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, stored, saysSize, saysSum, flags = 0x800, method } of files) {
    const plain = Buffer.from(text as string)
    const packed = stored ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const described = Buffer.alloc(26)
    described.writeUInt16LE(20, 0)
    described.writeUInt16LE(flags, 2)
    described.writeUInt16LE(method ?? (stored ? 0 : 8), 4)
    described.writeUInt32LE(saysSum ?? crc32(plain), 10)
    described.writeUInt32LE(packed.length, 14)
    described.writeUInt32LE(saysSize ?? plain.length, 18)
    described.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), described, place, title)
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries ?? files.length, 4)
  end.writeUInt16LE(entries ?? files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
