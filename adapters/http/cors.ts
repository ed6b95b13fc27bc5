import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import type { Route } from './endpoint.ts'
import { pathOf } from './endpoint.ts'

/**
 * Two policies. Open routes are everybody's, without credentials (the pipeline says so in every reply, for a cache on
 * the way may give it to anyone). All others belong to our own pages and the allowed origins, with credentials.
 */
export function corsPolicy(routes: Route[], isOwnOrigin: (origin: string) => boolean) {
  const isOpen = openPaths(routes)
  const plugin = cors({
    origin: request => !isOpen(request.url) && isOwnOrigin(request.headers.get('origin') ?? ''),
    credentials: false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: headers['access-control-allow-headers'],
    exposeHeaders: headers['access-control-expose-headers'],
    maxAge: 600,
  })
  const apply = plugin.event.request?.[0]?.fn
  return new Elysia({ name: 'cors-policy' }).onRequest(({ request, set }) => {
    const origin = request.headers.get('origin')
    // Only a page of another origin asks; the plugin itself would write its headers into every reply.
    if (origin === null) return
    Object.assign(set.headers, headers)
    if (isOpen(request.url)) {
      set.headers['access-control-allow-origin'] = '*'
      if (request.method !== 'OPTIONS') return
    } else if (isOwnOrigin(origin)) set.headers['access-control-allow-credentials'] = 'true'
    return apply?.({ request, set } as never)
  })
}

const headers = {
  'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, Mcp-Protocol-Version, Mcp-Session-Id',
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
}

/** One expression for all open paths, made once. */
function openPaths(routes: Route[]) {
  const patterns = routes
    .filter(route => route.open)
    .map(route => pathOf(route).replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.'))
  const open = new RegExp(`^https?://[^/]*(?:${patterns.join('|') || '(?!)'})(?:[?#]|$)`)
  return (url: string) => open.test(url)
}
