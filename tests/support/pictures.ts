import { crc32, deflateSync, inflateSync } from 'node:zlib'

type Pixel = [red: number, green: number, blue: number, opacity?: number]

/** A PNG of these pixels. */
export function pngOfPixels(width: number, height: number, pixel: (x: number, y: number) => Pixel) {
  const rows = Buffer.alloc(height * (1 + 4 * width))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue, opacity = 255] = pixel(x, y)
      rows.set([red, green, blue, opacity], y * (1 + 4 * width) + 1 + 4 * x)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return pngWith([chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

export const pngWith = (chunks: Buffer[]) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])

export function chunk(name: string, body: Uint8Array = new Uint8Array()) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Left red, right blue. */
export const twoColours = (width: number, height: number) =>
  pngOfPixels(width, height, x => (x < width / 2 ? [220, 30, 30] : [30, 30, 220]))

export const jpegOf = async (png: Uint8Array) => Buffer.from(await new Bun.Image(png).jpeg({ quality: 90 }).bytes())

/** A JPEG with a segment of this kind (0xe1 is Exif) before all others. */
export function withSegment(jpeg: Buffer, kind: number, body: Buffer) {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** A WebP of the same pixels, with Exif behind them. */
export async function webpWith(png: Uint8Array, [width, height]: [number, number], said: Buffer) {
  const plain = Buffer.from(await new Bun.Image(png).webp({ lossless: true }).bytes())
  const part = (name: string, body: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(name, 'latin1'), length, body, Buffer.alloc(body.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(0x08, 0)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const parts = [Buffer.from('WEBP'), part('VP8X', canvas), plain.subarray(12), part('EXIF', said)]
  return part('RIFF', Buffer.concat(parts))
}

/** Exif that says how a camera was held (6: turned right), and private words. */
export function exif(orientation: number, words: string) {
  const tiff = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x01\0\0\0\0\0\0\0', 'latin1')
  tiff.writeUInt16LE(orientation, 6 + 8 + 2 + 8)
  return Buffer.concat([tiff, Buffer.from(words)])
}

/** The colours of the upper and the lower half of a picture. */
export async function halvesOf(bytes: Uint8Array) {
  const png = Buffer.from(await new Bun.Image(bytes).resize(1, 2, { filter: 'box' }).png().bytes())
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const length = rows.length / 2
  const upper = [...rows.subarray(1, length)]
  // The second row is stored as it is, or as the difference from the one above.
  const isDifference = [2, 4].includes(rows[length] ?? 0)
  const lower = [...rows.subarray(length + 1)].map((one, nth) => (one + (isDifference ? (upper[nth] ?? 0) : 0)) % 256)
  const named = ([red = 0, _green, blue = 0]: number[]) => (red > blue ? 'red' : 'blue')
  return [named(upper), named(lower)]
}
