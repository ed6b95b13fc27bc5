import { cors } from '@elysiajs/cors'
import type { Route } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/** What MCP clients of any revision send from a browser. */
const MCP_HEADERS = ['Last-Event-ID', 'Mcp-Method', 'Mcp-Name', 'Mcp-Protocol-Version', 'Mcp-Session-Id']

/**
 * Two policies. Open routes may be read from every origin, without credentials: the pipeline
 * answers `*`, which browsers do not combine with credentials. All other routes may be read only by
 * our own pages and the allowed origins, with credentials.
 */
export function corsPolicy(routes: Route[], isOwnOrigin: (origin: string) => boolean) {
  const isOpen = openPaths(routes)
  return cors({
    origin: request => isOpen(request.url) || isOwnOrigin(request.headers.get('origin') ?? ''),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', ...MCP_HEADERS],
    exposeHeaders: ['ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: 600,
  })
}

/** One regular expression for all open paths, built once. */
function openPaths(routes: Route[]) {
  const patterns = routes
    .filter(route => route.open)
    .map(route => pathOf(route).replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.'))
  const open = new RegExp(`^https?://[^/]*(?:${patterns.join('|') || '(?!)'})(?:[?#]|$)`)
  return (url: string) => open.test(url)
}
