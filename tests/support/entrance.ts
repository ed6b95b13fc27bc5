/**
 * A proxy between browsers and the service: records requests, and lets tests disturb the network.
 */
export interface Entrance {
  url: string
  /** What the browser with this user agent has requested so far, as "GET /path". */
  askedBy: (userAgent: string) => string[]
  /** How many body bytes it was sent, compressed. */
  bytesSentTo: (userAgent: string) => number
  /** Holds replies to paths with this prefix until the returned function is called. */
  hold: (path: string) => () => void
  /** Breaks requests to paths with this prefix until the returned function is called. */
  refuse: (path: string) => () => void
  /** The port to forward requests to. */
  leadTo: (port: number) => void
  stop: () => Promise<void>
}

/**
 * If a browser may cache what it was sent, it does not request it again, and that is not recorded
 * here.
 */
export function openEntrance({ mayKeep = false } = {}): Entrance {
  const asked = new Map<string, string[]>()
  const bytes = new Map<string, number>()
  const refused = new Set<string>()
  const held = new Map<string, Promise<void>>()
  let servicePort = 0
  const askedBy = (userAgent: string) => {
    const before = asked.get(userAgent) ?? []
    asked.set(userAgent, before)
    return before
  }
  const countingFor = (userAgent: string) =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes.set(userAgent, (bytes.get(userAgent) ?? 0) + chunk.length)
        controller.enqueue(chunk)
      },
    })
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const matches = (path: string) => pathname.startsWith(path)
      const userAgent = request.headers.get('user-agent') ?? ''
      askedBy(userAgent).push(`${request.method} ${pathname}`)
      // Without CORS headers, a page on another site cannot tell this from a broken connection.
      if ([...refused].some(matches)) return new Response(null, { status: 502 })
      await held.get([...held.keys()].find(matches) ?? '')
      const { status, headers, body } = await fetch(`http://localhost:${servicePort}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        decompress: false,
        // A separate connection: a pooled one that breaks while idle would be a fault that no
        // browser sees.
        keepalive: false,
      })
      if (!mayKeep) headers.set('cache-control', 'no-store')
      return new Response(body?.pipeThrough(countingFor(userAgent)) ?? null, { status, headers })
    },
  })
  return {
    url: `http://localhost:${server.port}`,
    askedBy,
    bytesSentTo: userAgent => bytes.get(userAgent) ?? 0,
    hold: path => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(path, promise)
      return () => {
        held.delete(path)
        resolve()
      }
    },
    refuse: path => {
      refused.add(path)
      return () => void refused.delete(path)
    },
    leadTo: port => {
      servicePort = port
    },
    stop: () => server.stop(true),
  }
}
