/**
 * The files of a Beanconqueror archive that the import reads. Photos, most of its bytes, are not
 * sent.
 */
const isRead = /(^|\/)Beanconqueror(_(Brews|Beans)_\d+)?\.json$/

const END = 0x06054b50
const END_BYTES = 22
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const LONGEST_COMMENT = 65_535

/**
 * The same archive with only those files, still compressed. Any other file, or an archive that we
 * cannot parse, is returned unchanged.
 */
export async function readParts(file: File): Promise<Blob> {
  try {
    return (await slimmed(file)) ?? file
  } catch {
    return file
  }
}

async function slimmed(file: File): Promise<Blob | undefined> {
  const end = await viewOf(file.slice(Math.max(0, file.size - END_BYTES - LONGEST_COMMENT)))
  const at = lastIndexOf(end, END)
  if (at === undefined) return
  const [entries, bytes, from] = [
    end.getUint16(at + 10, true),
    end.getUint32(at + 12, true),
    end.getUint32(at + 16, true),
  ]
  // Larger archives store these values elsewhere (ZIP64); those are sent unchanged.
  if (entries === 0xffff || bytes === 0xffffffff || from === 0xffffffff) return
  const list = await viewOf(file.slice(from, from + bytes))
  const [parts, names]: [Blob[], Uint8Array<ArrayBuffer>[]] = [[], []]
  let [offset, size] = [0, 0]
  for (let read = 0; read < entries; read++) {
    if (list.getUint32(offset, true) !== ENTRY) return
    const length = ENTRY_BYTES + [28, 30, 32].reduce((sum, field) => sum + list.getUint16(offset + field, true), 0)
    const entry = new Uint8Array(list.buffer.slice(offset, offset + length))
    const name = new TextDecoder().decode(entry.subarray(ENTRY_BYTES, ENTRY_BYTES + list.getUint16(offset + 28, true)))
    if (isRead.test(name)) {
      const start = list.getUint32(offset + 42, true)
      if (start === 0xffffffff || list.getUint32(offset + 20, true) === 0xffffffff) return
      const local = await viewOf(file.slice(start, start + LOCAL_BYTES))
      const packed = local.getUint16(26, true) + local.getUint16(28, true) + list.getUint32(offset + 20, true)
      parts.push(file.slice(start, start + LOCAL_BYTES + packed))
      new DataView(entry.buffer).setUint32(42, size, true)
      names.push(entry)
      size += LOCAL_BYTES + packed
    }
    offset += length
  }
  return new Blob([...parts, ...names, ending(names, size)], { type: file.type })
}

function ending(names: readonly Uint8Array[], from: number) {
  const end = new DataView(new ArrayBuffer(END_BYTES))
  end.setUint32(0, END, true)
  for (const field of [8, 10]) end.setUint16(field, names.length, true)
  end.setUint32(
    12,
    names.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, from, true)
  return end.buffer
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())

function lastIndexOf(view: DataView, mark: number) {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) if (view.getUint32(at, true) === mark) return at
}
