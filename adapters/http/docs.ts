import { join } from 'node:path'

const bundle = Bun.file(join(import.meta.dir, '../../node_modules/@scalar/api-reference/dist/browser/standalone.js'))

/** The script of the docs page, from our own origin, so that the page works with the network cut off. */
export const docsScript = {
  path: '/docs/reference.js',
  respond: () =>
    new Response(bundle, {
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' },
    }),
}

export const docsPath = /^https?:\/\/[^/]*\/(docs|openapi\.json)([/?]|$)/

/** The page of the vendor's bundle: it styles as it goes, and its script is ours to serve. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Nothing that leads to other people's servers: no fonts, no assistant, no buttons of the vendor. */
export const docsConfig = {
  spec: { url: '/openapi.json' },
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
}
