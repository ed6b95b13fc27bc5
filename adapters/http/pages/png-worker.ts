import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { shippedFile } from '../../program/shipped.ts'
import { fontFiles } from './picture-font.ts'

const ready = initWasm(Bun.file(shippedFile('node_modules/@resvg/resvg-wasm/index_bg.wasm')).arrayBuffer())
const [usual = '', ...more] = fontFiles
const read = (file: string) => Bun.file(file).bytes()
const latin = read(usual)
/** Loaded when a picture first needs one of them. */
let others: Promise<Uint8Array[]> | undefined

/** Renders drawings as PNG in a separate thread, because one takes as long as a hundred pages. */
parentPort?.on('message', async (svg: string) => {
  await ready
  if (/[^\0-\u00ff\u2000-\u206f]/.test(svg)) others ??= Promise.all(more.map(read))
  const fontBuffers = [await latin, ...((await others) ?? [])]
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Sofia Sans' } })
  const picture = drawing.render()
  parentPort?.postMessage(picture.asPng())
  picture.free()
  drawing.free()
})
