import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import { colourIn } from '../../../design/tokens.ts'
import { type Html, html } from '../html.ts'

/** The width of the quiet zone that the standard requires, in modules. */
const QUIET = 4

interface QrPath {
  path: string
  size: number
}

/**
 * Recently drawn codes, about 4 kB each. A roaster's page has 240, and each takes a millisecond or
 * two.
 */
const drawn = new LRUCache<string, QrPath, unknown>({ max: 1000, memoMethod: drawnOf })

/**
 * A QR code as a path, with modules of width 1. Error correction M, because paper gets scratched.
 */
export const qrPath = (text: string): QrPath => drawn.memo(text)

function drawnOf(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map(isDark => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { path: runs.join(''), size }
}

/** For a page. */
export function qrCode(text: string, sentence: string): Html {
  const { path, size } = qrPath(text)
  const side = size + QUIET
  return html`<svg class="qr" viewBox="-2 -2 ${side} ${side}" role="img" aria-label="${sentence}"><path class="ground" d="M-2-2h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`
}

/** As a file to print: in mm, or in pixels for an image. */
export function qrFile(text: string, sideOf: (modules: number) => string): Html {
  const { path, size } = qrPath(text)
  const modules = size + 2 * QUIET
  const side = sideOf(modules)
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-${QUIET} -${QUIET} ${modules} ${modules}" shape-rendering="crispEdges"><title>${text}</title><path fill="${colourIn('light', 'surface')}" d="M-${QUIET}-${QUIET}h${modules}v${modules}h-${modules}z"/><path fill="${colourIn('light', 'ink')}" d="${path}"/></svg>`
}
