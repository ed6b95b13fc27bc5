/** How a camera was held, as Exif says it in a PNG or a WebP: 1 to 8, 1 is upright. Of a JPEG, Bun sees to it by itself. */
export function orientationIn(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const exif = bytes.toString('latin1', 1, 4) === 'PNG' ? exifOfPng(bytes) : exifOfWebp(bytes)
  return exif ? orientationOf(exif) : UPRIGHT
}

const UPRIGHT = 1
const ORIENTATION_TAG = 0x0112
// Names of chunks as numbers: a file can have a chunk every few bytes, and a text made of each would hold everybody up.
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
    // Odd ones are followed by one byte more.
    at += 8 + length + (length % 2)
  }
}

/** From the first directory of a TIFF, in either order of bytes; what cannot be read says nothing. */
function orientationOf(exif: Buffer) {
  // Some write before it what a JPEG has there.
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Array.from({ length: short(directory) }, (_, nth) => directory + 2 + 12 * nth)
  const entry = entries.find(at => short(at) === ORIENTATION_TAG)
  return entry === undefined ? UPRIGHT : short(entry + 8)
}

/** Upright again. Bun turns first and mirrors then. */
export function turnedUpright(image: Bun.Image, orientation: number) {
  const degrees = { 3: 180, 5: 90, 6: 90, 7: 270, 8: 270 }[orientation]
  if (degrees) image.rotate(degrees)
  if ([2, 5, 7].includes(orientation)) image.flop()
  if (orientation === 4) image.flip()
  return image
}
