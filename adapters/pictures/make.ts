import { Fault } from '../../core/errors.ts'
import { PICTURE_SIDES } from '../../core/pictures/model.ts'
import { unfit } from '../../core/pictures/sniff.ts'
import type { MadePicture } from '../../core/portal/pictures.ts'
import { orientationIn, turnedUpright } from './orientation.ts'
import { plainWebp } from './webp.ts'

/**
 * A decoded pixel takes four bytes, so this is 200 MB, for one picture at a time. Phone cameras
 * have 12 to 50 megapixels.
 */
const MOST_PIXELS = 50_000_000
const LONGEST_SIDE = 16_000
const SHORTEST_SIDE = 100
/** Just above where the loss becomes visible: at 80, the fine print on a bag blurs. */
const QUALITY = 82
const MOST_WAITING = 8
/** For one sender, so that others still get a turn. */
const MOST_OF_ONE = 5

/** The sender of each waiting picture. */
const waiting: string[] = []
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs in Bun's own threads, one picture at a time: requests are not blocked, and memory never
 * holds more than one decoded picture.
 */
export async function makePicture(bytes: Uint8Array, sender: string): Promise<MadePicture> {
  if (waiting.length >= MOST_WAITING || waiting.filter(one => one === sender).length >= MOST_OF_ONE)
    throw new Fault('service-down', 'We’re processing a lot of pictures. Upload yours again in a moment.')
  waiting.push(sender)
  const made = last.then(() => make(bytes))
  last = made.catch(() => undefined)
  return made.finally(() => waiting.splice(waiting.indexOf(sender), 1))
}

async function make(bytes: Uint8Array): Promise<MadePicture> {
  const largest = await pixelsOf(bytes)
  const files: MadePicture['files'] = []
  for (const side of PICTURE_SIDES) {
    const image = sized(largest, side)
    const webp = plainWebp(await image.webp({ quality: QUALITY }).bytes())
    const { width, height } = image
    // For a small picture, two sizes can come out the same.
    if (!files.some(file => file.width === width)) files.push({ width, height, bytes: webp })
  }
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { bytes } of files) hasher.update(bytes)
  return { hash: hasher.digest('hex').slice(0, 32), files }
}

/**
 * Decodes the upload, once: upright and no larger than we show it. Everything later works on these
 * pixels.
 */
async function pixelsOf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    // Read from the header, before any pixel is decoded.
    const { width, height } = await new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).metadata()
    if (Math.max(width, height) > LONGEST_SIDE) throw tooLarge()
    if (Math.min(width, height) < SHORTEST_SIDE)
      throw unfit(
        `The picture has ${width} × ${height} pixels; it needs at least ${SHORTEST_SIDE} on each side to look good.`,
      )
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
const broken = () => unfit('We can’t read this picture. Save it again as a JPEG, PNG or WebP, then upload that.')

const refusals: Record<string, () => Fault> = {
  ERR_IMAGE_TOO_MANY_PIXELS: tooLarge,
  ERR_IMAGE_DECODE_FAILED: broken,
  ERR_IMAGE_UNKNOWN_FORMAT: broken,
  ERR_IMAGE_FORMAT_UNSUPPORTED: broken,
}
