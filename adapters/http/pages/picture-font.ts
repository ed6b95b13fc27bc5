import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { shippedFile } from '../../program/shipped.ts'

/** The font files for pictures. The first covers most names. */
export const fontFiles = ['latin', 'latin-ext', 'cyrillic', 'greek'].map(subset =>
  shippedFile(`node_modules/@fontsource-variable/sofia-sans/files/sofia-sans-${subset}-wght-normal.woff2`),
)

/**
 * A text reduced to what the font can write, because it draws missing characters as boxes: accents
 * that it lacks are removed, and so are words in another script. Empty if nothing is left.
 */
export function drawable(text: string): string {
  const whole = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (isWritten(whole)) return whole
  const kept = whole
    .replace(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu, plain)
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}([]+/u, '')
  const signs = [...kept]
  return signs.slice(0, signs.findLastIndex(sign => /[\p{L}\p{N})\].!?]/u.test(sign)) + 1).join('')
}

const isWritten = (text: string) => {
  letters ??= new Set(fontFiles.flatMap(file => lettersIn(readFileSync(file))))
  return [...text].every(sign => sign >= ' ' && letters?.has(sign.codePointAt(0) ?? 0))
}

function plain(word: string): string {
  const written = [...word]
    .map(sign => (isWritten(sign) ? sign : sign.normalize('NFKD').replace(/\p{M}/gu, '')))
    .join('')
  return isWritten(written) ? written : ''
}

let letters: Set<number> | undefined

/**
 * The characters in a font file, from its own table (cmap). The package lists ranges that the file
 * does not fully cover.
 */
function lettersIn(file: Buffer): number[] {
  let at = 48
  const number128 = () => {
    for (let sum = 0; ; ) {
      const byte = file.readUInt8(at++)
      sum = sum * 128 + (byte & 127)
      if (byte < 128) return sum
    }
  }
  // Adds up the lengths of the tables in file order; six bits say which table it is. See "WOFF File
  // Format 2.0", 4.1.
  let before = 0
  for (let tables = file.readUInt16BE(12), isPast = false; tables > 0; tables--) {
    const flags = file.readUInt8(at++)
    const tag = flags & 63
    if (tag === OTHER_TAG) at += 4
    const length = number128()
    const isMoved = GLYPH_TAGS.includes(tag) ? flags >> 6 !== 3 : flags >> 6 !== 0
    const stored = isMoved ? number128() : length
    isPast ||= tag === CMAP_TAG
    if (!isPast) before += stored
  }
  const cmap = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(before)
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, nth) => cmap.readUInt32BE(8 + 8 * nth))
  return offsets.flatMap(offset => (cmap.readUInt16BE(offset) === 4 ? segmentsIn(cmap.subarray(offset)) : []))
}

const CMAP_TAG = 0
const GLYPH_TAGS = [10, 11]
const OTHER_TAG = 63

/**
 * "Format 4", which every font has for living scripts: ranges of characters, each with the position
 * of its glyphs.
 */
function segmentsIn(table: Buffer): number[] {
  const runs = table.readUInt16BE(6) / 2
  const field = (nth: number, run: number) => 14 + 2 * (nth * runs + run) + (nth > 0 ? 2 : 0)
  return Array.from({ length: runs }, (_, run) => {
    const [end, start, shift, offset] = [0, 1, 2, 3].map(nth => table.readUInt16BE(field(nth, run))) as Run
    const signOf = (letter: number) =>
      offset === 0 ? (letter + shift) & 0xffff : table.readUInt16BE(field(3, run) + offset + 2 * (letter - start))
    const all = Array.from({ length: Math.max(0, end - start + 1) }, (_, nth) => start + nth)
    return all.filter(letter => letter < 0xffff && signOf(letter) !== 0)
  }).flat()
}
type Run = [end: number, start: number, shift: number, offset: number]
