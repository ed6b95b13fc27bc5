import { Fault } from '../errors.ts'

/** More than any camera writes. Decoding each scan of a JPEG goes over the whole picture. */
const MOST_SCANS = 100
/** Segments or chunks. 8 MiB in pieces of 1 kB would be 8,192. */
const MOST_PARTS = 20_000

/**
 * Refuses anything but a complete, still JPEG, PNG or WebP, judging by its bytes, before it is
 * decoded.
 */
export function refuseUnfit(bytes: Uint8Array) {
  if (bytes.length === 0) throw unfit('Choose a picture first: a JPEG, PNG or WebP.')
  const format = formats.find(({ starts }) => starts(bytes))
  if (!format) throw unfit(`${kindOf(bytes)} Send a JPEG, PNG or WebP.`)
  const complaint = format.wrongWith(bytes)
  if (complaint) throw unfit(complaint)
}

export const unfit = (sentence: string) => new Fault('invalid', sentence)

const CUT_SHORT = 'The picture is incomplete. Upload it again.'
const TOO_MANY_PARTS =
  'We can’t read this picture: it has too many parts. Save it again in an image editor, then upload that.'
const MOVES = 'Animated pictures don’t work here. Upload a still one.'

const formats: { starts: (bytes: Uint8Array) => boolean; wrongWith: (bytes: Uint8Array) => string | undefined }[] = [
  { starts: bytes => begins(bytes, 0, '\xff\xd8\xff'), wrongWith: wrongWithJpeg },
  { starts: bytes => begins(bytes, 0, '\x89PNG\r\n\x1a\n'), wrongWith: wrongWithPng },
  { starts: bytes => begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP'), wrongWith: wrongWithWebp },
]

/** What the file seems to be: the usual things that people mistake for a supported picture. */
function kindOf(bytes: Uint8Array) {
  if (begins(bytes, 0, 'GIF8')) return 'This is a GIF.'
  if (begins(bytes, 4, 'ftyphei') || begins(bytes, 4, 'ftypmif1'))
    return 'This is a HEIC picture, which many browsers can’t show.'
  if (begins(bytes, 4, 'ftypavif')) return 'This is an AVIF picture, which some browsers can’t show.'
  if (begins(bytes, 0, '%PDF')) return 'This is a PDF.'
  const text = String.fromCharCode(...bytes.subarray(0, 400)).toLowerCase()
  if (text.includes('<svg')) return 'This is an SVG drawing.'
  return 'We don’t recognise this file as a picture.'
}

/**
 * Reads segments up to the scans, then goes from marker to marker. Within a scan, every 0xff is
 * followed by a zero.
 */
function wrongWithJpeg(bytes: Uint8Array): string | undefined {
  let scans = 0
  let segments = 0
  for (let at = 2; ; ) {
    while (at < bytes.length && bytes[at] !== 0xff) at++
    if (at + 1 >= bytes.length) return CUT_SHORT
    const marker = bytes[at + 1] ?? 0
    if (marker === END) return scans > 0 ? undefined : CUT_SHORT
    if (marker === SCAN && ++scans > MOST_SCANS)
      return 'We can’t read this picture: it has too many passes. Save it again in an image editor, then upload that.'
    // Fill bytes, a literal 0xff and a restart have no length after them.
    if (marker === 0xff) at += 1
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (++segments > MOST_PARTS) return TOO_MANY_PARTS
    else at += 2 + numberAt(bytes, at + 2, 2)
  }
}
const END = 0xd9
const SCAN = 0xda

function wrongWithPng(bytes: Uint8Array): string | undefined {
  let chunks = 0
  for (let at = 8; at + 12 <= bytes.length; ) {
    if (++chunks > MOST_PARTS) return TOO_MANY_PARTS
    if (begins(bytes, at + 4, 'acTL')) return MOVES
    if (begins(bytes, at + 4, 'IEND')) return
    at += 12 + numberAt(bytes, at, 4)
  }
  return CUT_SHORT
}

function wrongWithWebp(bytes: Uint8Array): string | undefined {
  if (8 + littleEndianAt(bytes, 4) > bytes.length) return CUT_SHORT
  const isExtended = begins(bytes, 12, 'VP8X')
  return isExtended && ((bytes[20] ?? 0) & ANIMATED) !== 0 ? MOVES : undefined
}
const ANIMATED = 2

// Compares by index. A file can have a part every few bytes, and making a view for each would block
// other requests for seconds.
function begins(bytes: Uint8Array, at: number, text: string) {
  for (let nth = 0; nth < text.length; nth++) if (bytes[at + nth] !== text.charCodeAt(nth)) return false
  return true
}

function numberAt(bytes: Uint8Array, at: number, length: number) {
  let sum = 0
  for (let nth = at; nth < at + length; nth++) sum = sum * 256 + (bytes[nth] ?? 0)
  return sum
}

const littleEndianAt = (bytes: Uint8Array, at: number) =>
  bytes.subarray(at, at + 4).reduceRight((sum, byte) => sum * 256 + byte, 0)
