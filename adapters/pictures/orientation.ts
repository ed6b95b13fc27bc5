/** The Exif orientation of a PNG or WebP: 1 to 8, where 1 is upright. Bun handles JPEG itself. */
export function orientationIn(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const exif = bytes.toString('latin1', 1, 4) === 'PNG' ? exifOfPng(bytes) : exifOfWebp(bytes)
  return exif ? orientationOf(exif) : UPRIGHT
}

const UPRIGHT = 1
const ORIENTATION_TAG = 0x0112
// Chunk names as numbers: a file can have a chunk every few bytes, and creating a string for each
// would block other requests.
const PNG_EXIF = 0x65584966
const WEBP_EXIF = 0x45584946

function exifOfPng(bytes: Buffer) {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.readUInt32BE(at + 4) === PNG_EXIF) return bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
}

function exifOfWebp(bytes: Buffer) {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    if (bytes.readUInt32BE(at) === WEBP_EXIF) return bytes.subarray(at + 8, at + 8 + length)
    // Chunks of odd length are padded with one byte.
    at += 8 + length + (length % 2)
  }
}

/** Read from the first TIFF directory, in either byte order; 1 (upright) if it cannot be read. */
function orientationOf(exif: Buffer) {
  // Some programs put the JPEG's "Exif" header before it.
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Array.from({ length: short(directory) }, (_, nth) => directory + 2 + 12 * nth)
  const entry = entries.find(at => short(at) === ORIENTATION_TAG)
  return entry === undefined ? UPRIGHT : short(entry + 8)
}

/** Turns the picture upright. Bun rotates before it mirrors. */
export function turnedUpright(image: Bun.Image, orientation: number) {
  const degrees = { 3: 180, 5: 90, 6: 90, 7: 270, 8: 270 }[orientation]
  if (degrees) image.rotate(degrees)
  if ([2, 5, 7].includes(orientation)) image.flop()
  if (orientation === 4) image.flip()
  return image
}
