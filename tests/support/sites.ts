import type { Optional } from '../../core/optional.ts'

/** Other people's sites: pages on their own origins, on this machine. */
export interface Sites {
  /** The address of a page with this body on a host such as shop.localhost. */
  page: (
    body: string,
    options?: Optional<{ host: string; head: string; lang: string; headers: Record<string, string> }>,
  ) => string
  /** The address of a file there. */
  file: (text: string, type: string, host: string) => string
  port: number
  stop: () => Promise<void>
}

export function openSites(): Sites {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>()
  const server = Bun.serve({
    port: 0,
    fetch: request => {
      const page = pages.get(new URL(request.url).pathname)
      if (!page) return new Response('', { status: 404 })
      return new Response(page.html, { headers: { 'content-type': 'text/html; charset=utf-8', ...page.headers } })
    },
  })
  const port = server.port as number
  return {
    port,
    file: (html, type, host) => {
      const path = `/${pages.size + 1}`
      pages.set(path, { html, headers: { 'content-type': type } })
      return `http://${host}:${port}${path}`
    },
    page: (body, { host = 'shop.localhost', head = '', lang = 'en', headers = {} } = {}) => {
      const path = `/${pages.size + 1}`
      const html = `<!doctype html><html lang="${lang}"><head><title>A shop</title><link rel="icon" href="data:,">${head}</head><body><main><h1>A shop</h1>${body}</main></body></html>`
      pages.set(path, { html, headers })
      return `http://${host}:${port}${path}`
    },
    stop: () => server.stop(true),
  }
}
