import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import type { Route } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/**
 * Two policies. Open routes are everybody's, without credentials, and say so to everybody, for a cache on the way may
 * give the reply to anyone. All others belong to our own pages and the allowed origins, with credentials.
 */
export function corsPolicy(routes: Route[], isOwnOrigin: (origin: string) => boolean) {
  const isOpen = openPaths(routes)
  return new Elysia({ name: 'cors-policy' })
    .onRequest(({ request, set }) => {
      if (isOpen(request.url)) set.headers['access-control-allow-origin'] = '*'
      else if (isOwnOrigin(request.headers.get('origin') ?? ''))
        set.headers['access-control-allow-credentials'] = 'true'
    })
    .use(
      cors({
        origin: request => !isOpen(request.url) && isOwnOrigin(request.headers.get('origin') ?? ''),
        credentials: false,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Mcp-Protocol-Version', 'Mcp-Session-Id'],
        exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
        maxAge: 600,
      }),
    )
    .onRequest(({ request, set }) => {
      if (isOpen(request.url)) delete set.headers.vary
    })
}

/** One expression for all open paths, made once. */
function openPaths(routes: Route[]) {
  const patterns = routes
    .filter(route => route.open)
    .map(route => pathOf(route).replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.'))
  const open = new RegExp(`^https?://[^/]*(?:${patterns.join('|') || '(?!)'})(?:[?#]|$)`)
  return (url: string) => open.test(url)
}
