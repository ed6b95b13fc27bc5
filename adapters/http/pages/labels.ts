import PDFDocument from 'pdfkit'
import type { BagCoffee } from '../../../core/portal/bag-codes.ts'
import type { Site } from '../../../core/site.ts'
import { type Colour, colourIn } from '../../design/tokens.ts'
import { bagAddress } from '../../site/addresses.ts'
import { outlined } from './outlines.ts'
import { qrPath } from './parts/qr.ts'
import { drawable } from './picture-font.ts'

/** A PDF measures in points. */
const mm = (length: number) => (length * 72) / 25.4

/** Standard labels, 24 to an A4 sheet. */
const label = { width: 63.5, height: 33.9 }
const sheet = { width: 210, height: 297, columns: 3, rows: 8, left: 7.2, top: 12.9, pitch: 66 }
const CODE_SIDE = 25
const EDGE = 4

type Labelled = Pick<BagCoffee, 'name' | 'code' | 'roaster'>

/**
 * One label in its real size. Loads the PDF library, which takes longer than the rest of the
 * startup: import this with `await import()`.
 */
export const labelFile = (coffee: Labelled, site: Site) =>
  pdfOf([label.width, label.height], `${coffee.name}, ${coffee.roaster.name}`, pdf =>
    drawLabel(pdf, coffee, site, 0, 0),
  )

/** All labels on sheets of A4. */
export const labelSheets = (coffees: readonly Labelled[], title: string, site: Site) =>
  pdfOf([sheet.width, sheet.height], title, async pdf => {
    const perSheet = sheet.columns * sheet.rows
    for (const [at, coffee] of coffees.entries()) {
      if (at > 0 && at % perSheet === 0) pdf.addPage()
      const slot = at % perSheet
      const x = sheet.left + (slot % sheet.columns) * sheet.pitch
      const y = sheet.top + Math.floor(slot / sheet.columns) * label.height
      drawLabel(pdf, coffee, site, x, y)
      // A label takes a few milliseconds; other requests run in between.
      await nextTurn()
    }
  })

const nextTurn = () => new Promise(setImmediate)

async function pdfOf(size: [number, number], title: string, draw: (pdf: PDFKit.PDFDocument) => void | Promise<void>) {
  const [width, height] = [mm(size[0]), mm(size[1])]
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    info: { Title: title, Creator: 'Dialin' },
    lang: 'en',
    // Texts are drawn as shapes. No font is loaded, because the executable would not find it.
    font: '',
  })
  const pieces: Uint8Array[] = []
  const whole = new Promise<void>((resolve, reject) => {
    pdf.on('data', (piece: Uint8Array) => pieces.push(piece))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  await draw(pdf)
  pdf.end()
  await whole
  return new Uint8Array(Buffer.concat(pieces))
}

/** The code, and next to it the coffee's name, what the code does, and the same address to type. */
function drawLabel(pdf: PDFKit.PDFDocument, { name, code, roaster }: Labelled, site: Site, x: number, y: number) {
  const address = bagAddress(code, site)
  const { path, size } = qrPath(address)
  pdf.save().translate(mm(x + EDGE), mm(y + (label.height - CODE_SIDE) / 2))
  pdf
    .scale(mm(CODE_SIDE) / size)
    .path(path)
    .fill(colourIn('light', 'ink'))
    .restore()
  const left = x + EDGE + CODE_SIDE + EDGE
  const width = mm(label.width - EDGE - CODE_SIDE - EDGE - 2)
  const title = linesOf(drawable(name) || drawable(roaster.name), 10, width, 2)
  const lines: LabelLine[] = [
    ...title.map((text): LabelLine => ({ text, size: 10, ink: 'ink', isBold: true, gap: 1.25 })),
    ...linesOf(drawable(name) ? drawable(roaster.name) : '', 7, width, 1).map(
      (text): LabelLine => ({ text, size: 7, ink: 'ink-2', gap: 1.9 }),
    ),
    { text: 'The recipe, on', size: 7, ink: 'ink', gap: 1.3 },
    { text: 'your own grinder', size: 7, ink: 'ink', gap: 1.9 },
    ...brokenAt(address.replace(/^https?:\/\//, ''), 6, width).map(
      (text): LabelLine => ({ text, size: 6, ink: 'ink-2', gap: 1.25 }),
    ),
  ]
  const height = lines.reduce((sum, line) => sum + line.size * line.gap, 0)
  let down = mm(y) + (mm(label.height) - height) / 2
  for (const line of lines) {
    writeLine(pdf, line, mm(left), down + line.size)
    down += line.size * line.gap
  }
}

interface LabelLine {
  text: string
  /** In points. */
  size: number
  ink: Colour
  isBold?: boolean
  /** Distance to the next line, relative to the size. */
  gap: number
}

function writeLine(pdf: PDFKit.PDFDocument, { text, size, ink, isBold }: LabelLine, x: number, baseline: number) {
  const { shapes, scale } = outlined(text, size)
  const colour = colourIn('light', ink)
  for (const shape of shapes) {
    pdf
      .save()
      .translate(x + shape.x, baseline)
      .scale(scale, -scale)
      .path(shape.path)
    // The font has only one weight here, so bold text gets an outline in its own colour.
    if (isBold) pdf.lineWidth(36).fillAndStroke(colour, colour)
    else pdf.fill(colour)
    pdf.restore()
  }
}

/** Broken between words, and cut if there are too many lines. */
function linesOf(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && outlined(longer, size).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const kept = lines.slice(0, most)
  return kept.map((line, at) => shortened(line, size, width, at === most - 1 && lines.length > most))
}

function shortened(line: string, size: number, width: number, isCut: boolean): string {
  if (!isCut && outlined(line, size).width <= width) return line
  const signs = [...line]
  while (signs.length > 1 && outlined(`${signs.join('')}…`, size).width > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** An address has no spaces: it is broken after a slash if possible, else anywhere. */
function brokenAt(address: string, size: number, width: number): string[] {
  if (outlined(address, size).width <= width) return [address]
  const slash = address.lastIndexOf('/b/') + 1
  return [address.slice(0, slash), address.slice(slash)].flatMap(part => {
    const lines: string[] = ['']
    for (const sign of part)
      if (outlined(lines.at(-1) + sign, size).width <= width) lines[lines.length - 1] += sign
      else lines.push(sign)
    return lines
  })
}
