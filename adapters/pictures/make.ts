import { Fault } from '../../core/errors.ts'
import { PICTURE_SIDES } from '../../core/pictures/model.ts'
import { unfit } from '../../core/pictures/sniff.ts'
import type { MadePicture } from '../../core/portal/pictures.ts'
import { orientationIn, turnedUpright } from './orientation.ts'
import { plainWebp } from './webp.ts'

/** Decoded, a pixel takes four bytes: 200 MB, of one picture at a time. A phone's camera has 12 to 50 million. */
const MOST_PIXELS = 50_000_000
const LONGEST_SIDE = 16_000
const SHORTEST_SIDE = 100
/** Where a loss begins to show; at 80 a bag's fine print blurs. */
const QUALITY = 82
const MOST_WAITING = 8
/** Of one roaster: another's has room beside them. */
const MOST_OF_ONE = 5

/** Whose they are. */
const waiting: number[] = []
let last: Promise<unknown> = Promise.resolve()

/** In threads of Bun's own, one picture after the other: no request waits, and one decoded picture is all that memory holds. */
export async function makePicture(bytes: Uint8Array, roasterId: number): Promise<MadePicture> {
  if (waiting.length >= MOST_WAITING || waiting.filter(one => one === roasterId).length >= MOST_OF_ONE)
    throw new Fault('service-down', 'Many pictures are being worked on; send yours again in a moment.')
  waiting.push(roasterId)
  const made = last.then(() => make(bytes))
  last = made.catch(() => undefined)
  return made.finally(() => waiting.splice(waiting.indexOf(roasterId), 1))
}

async function make(bytes: Uint8Array): Promise<MadePicture> {
  const largest = await pixelsOf(bytes)
  const files: MadePicture['files'] = []
  for (const side of PICTURE_SIDES) {
    const image = sized(largest, side)
    const webp = plainWebp(await image.webp({ quality: QUALITY }).bytes())
    const { width, height } = image
    // Of a small picture two sizes are the same.
    if (!files.some(file => file.width === width)) files.push({ width, height, bytes: webp })
  }
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { bytes } of files) hasher.update(bytes)
  return { hash: hasher.digest('hex').slice(0, 32), files }
}

/** What was sent is decoded here and once: upright, no larger than we show it, and from here on of our own making. */
async function pixelsOf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    // Read from the header, before there is room for a pixel.
    const { width, height } = await new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).metadata()
    if (Math.max(width, height) > LONGEST_SIDE) throw tooLarge()
    if (Math.min(width, height) < SHORTEST_SIDE)
      throw unfit(`The picture has ${width} × ${height} pixels; it needs ${SHORTEST_SIDE} on each side to look well.`)
    return await turnedUpright(sized(bytes, Math.max(...PICTURE_SIDES)), orientationIn(bytes))
      .png({ compressionLevel: 1 })
      .bytes()
  } catch (error) {
    throw refusals[(error as { code?: string }).code ?? '']?.() ?? error
  }
}

const sized = (bytes: Uint8Array, side: number) =>
  new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).resize(side, side, { fit: 'inside', withoutEnlargement: true })

const tooLarge = () =>
  unfit(`The picture has too many pixels: at most ${MOST_PIXELS / 1e6} million, and ${LONGEST_SIDE} on a side.`)
const broken = () => unfit('The picture cannot be read; save it anew as JPEG, PNG or WebP.')

const refusals: Record<string, () => Fault> = {
  ERR_IMAGE_TOO_MANY_PIXELS: tooLarge,
  ERR_IMAGE_DECODE_FAILED: broken,
  ERR_IMAGE_UNKNOWN_FORMAT: broken,
  ERR_IMAGE_FORMAT_UNSUPPORTED: broken,
}
