/** The chunks needed to draw a picture: pixels, transparency and the extended header. */
const DRAWS = ['VP8 ', 'VP8L', 'ALPH', 'VP8X']
/**
 * Camera and screen color profiles have about 500 bytes to 4 kB; a longer one carries something
 * else.
 */
const LONGEST_PROFILE = 4096
/** The VP8X flags for a color profile, and for the two kinds of metadata (Exif and XMP). */
const HAS_PROFILE = 0x20
const HAS_NOTES = 0x0c

/** A WebP without anything that is not needed to draw it. See "WebP Container Specification". */
export function plainWebp(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp)
  const chunks: Buffer[] = []
  let flags: Buffer | undefined
  let dropped = HAS_NOTES | HAS_PROFILE
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    // Chunks of odd length are padded with one byte.
    const chunk = file.subarray(at, at + 8 + length + (length % 2))
    if (name === 'VP8X') flags = chunk
    const isProfile = name === 'ICCP' && length <= LONGEST_PROFILE
    if (isProfile) dropped &= ~HAS_PROFILE
    if (isProfile || DRAWS.includes(name)) chunks.push(chunk)
    at += chunk.length
  }
  flags?.writeUInt8(flags.readUInt8(8) & ~dropped, 8)
  const head = Buffer.from(file.subarray(0, 12))
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return Buffer.concat([head, ...chunks])
}
