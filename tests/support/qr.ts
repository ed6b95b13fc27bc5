import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import jsQr from 'jsqr'

const wasm = join(import.meta.dir, '../../node_modules/@resvg/resvg-wasm/index_bg.wasm')
let ready: Promise<void> | undefined

interface Pixels {
  pixels: Uint8ClampedArray
  width: number
  height: number
}

/** What a code contains, according to an independent reader. */
export const readQr = async (svg: string) => read(await pixelsOf(svg, 4))

export async function readQrPng(png: Uint8Array) {
  const data = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const view = new DataView(png.buffer, png.byteOffset)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${data}"/></svg>`
  return { text: read(await pixelsOf(svg, 300 / width)), width }
}

/** Every page of a PDF as a picture, made by poppler's tool. */
export async function pagesOf(pdf: Uint8Array<ArrayBuffer>): Promise<Pixels[]> {
  const program = Bun.spawn(['pdftoppm', '-r', '200', '-'], { stdin: new Blob([pdf]), stdout: 'pipe' })
  let rest = new Uint8Array(await new Response(program.stdout).arrayBuffer())
  const pages: Pixels[] = []
  while (rest.length > 0) {
    const [head = '', width, height] =
      /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(rest.slice(0, 40)).toString('latin1')) ?? []
    const [w, h] = [Number(width), Number(height)]
    const rgb = rest.slice(head.length, head.length + 3 * w * h)
    const pixels = new Uint8ClampedArray(4 * w * h).map((_, at) =>
      at % 4 === 3 ? 255 : (rgb[3 * (at >> 2) + (at % 4)] ?? 0),
    )
    pages.push({ pixels, width: w, height: h })
    rest = rest.slice(head.length + rgb.length)
  }
  return pages
}

/** A part of a page, in shares of its width and height. */
export function cutOut({ pixels, width, height }: Pixels, box: { x: number; y: number; w: number; h: number }): Pixels {
  const [left, top] = [Math.round(box.x * width), Math.round(box.y * height)]
  const [w, h] = [Math.round(box.w * width), Math.round(box.h * height)]
  const cut = new Uint8ClampedArray(4 * w * h)
  for (let y = 0; y < h; y++)
    cut.set(pixels.subarray(4 * ((top + y) * width + left), 4 * ((top + y) * width + left + w)), 4 * y * w)
  return { pixels: cut, width: w, height: h }
}

export function read({ pixels, width, height }: Pixels) {
  return jsQr(pixels, width, height)?.data
}

async function pixelsOf(svg: string, zoom: number): Promise<Pixels> {
  ready ??= initWasm(Bun.file(wasm).arrayBuffer())
  await ready
  const { pixels, width, height } = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    background: 'white',
  }).render()
  return { pixels: new Uint8ClampedArray(pixels), width, height }
}
