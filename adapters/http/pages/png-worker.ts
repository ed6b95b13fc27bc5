import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const packages = join(import.meta.dir, '../../../node_modules')
const fontIn = (subset: string) =>
  Bun.file(join(packages, `@fontsource-variable/sofia-sans/files/sofia-sans-${subset}-wght-normal.woff2`)).bytes()

const ready = initWasm(Bun.file(join(packages, '@resvg/resvg-wasm/index_bg.wasm')).arrayBuffer())
const latin = fontIn('latin')
/** Read once a picture needs one of them. */
let others: Promise<Uint8Array[]> | undefined

/** Turns drawings into PNG in a thread of its own: a picture takes as long as a hundred pages. */
parentPort?.on('message', async (svg: string) => {
  await ready
  if (/[^\0-\u00ff\u2000-\u206f]/.test(svg)) others ??= Promise.all(['latin-ext', 'cyrillic', 'greek'].map(fontIn))
  const fontBuffers = [await latin, ...((await others) ?? [])]
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Sofia Sans' } })
  const picture = drawing.render()
  parentPort?.postMessage(picture.asPng())
  picture.free()
  drawing.free()
})
