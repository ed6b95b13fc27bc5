import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { LRUCache } from 'lru-cache'
import { fontFiles } from './picture-font.ts'

interface Outline {
  /** A path in font units, with y pointing up. */
  path: string
  advance: number
}

let fonts: fontkit.Font[] | undefined
const outlines = new LRUCache<string, Outline, unknown>({ max: 2000, memoMethod: outlineOf })

/**
 * A text as shapes of a size, for print: the PDF then needs no font and looks the same everywhere.
 * The text must be one that the font can write (`drawable`).
 */
export function outlined(text: string, size: number) {
  let x = 0
  const shapes = [...text].flatMap(sign => {
    const { path, advance } = outlines.memo(sign)
    const at = x
    x += (advance * size) / unitsPerEm()
    return path === '' ? [] : [{ path, x: at }]
  })
  return { shapes, width: x, scale: size / unitsPerEm() }
}

const fontsHere = () => {
  fonts ??= fontFiles.map(file => fontkit.create(readFileSync(file)) as fontkit.Font)
  return fonts
}
const unitsPerEm = () => fontsHere()[0]?.unitsPerEm ?? 1000

function outlineOf(sign: string): Outline {
  const letter = sign.codePointAt(0) ?? 0
  const glyph = fontsHere()
    .find(font => font.hasGlyphForCodePoint(letter))
    ?.glyphForCodePoint(letter)
  return glyph ? { path: glyph.path.toSVG(), advance: glyph.advanceWidth } : { path: '', advance: 0 }
}
