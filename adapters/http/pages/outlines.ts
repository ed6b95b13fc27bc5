import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { fontFiles } from './picture-font.ts'

interface Outline {
  /** A path in units of the font, upwards. */
  path: string
  advance: number
}

let fonts: fontkit.Font[] | undefined
const outlines = new Map<string, Outline>()
const MOST_OUTLINES = 2000

/**
 * A text as shapes of a size, for print: a PDF then needs no font, and looks the same everywhere. The text must be one
 * that the font can write (`drawable`).
 */
export function outlined(text: string, size: number) {
  let x = 0
  const shapes = [...text].flatMap(sign => {
    const { path, advance } = outlineOf(sign)
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
  const known = outlines.get(sign)
  if (known) return known
  const letter = sign.codePointAt(0) ?? 0
  const glyph = fontsHere()
    .find(font => font.hasGlyphForCodePoint(letter))
    ?.glyphForCodePoint(letter)
  const outline = glyph ? { path: glyph.path.toSVG(), advance: glyph.advanceWidth } : { path: '', advance: 0 }
  if (outlines.size >= MOST_OUTLINES) outlines.clear()
  outlines.set(sign, outline)
  return outline
}
