/**
 * The baseline for the service's cached replies: a handler that returns bytes from memory and does
 * nothing else.
 */
const { PORT, REPLIES = '' } = process.env
const replies = new Map(
  Object.entries((await Bun.file(REPLIES).json()) as Record<string, { type: string; body: string }>).map(
    ([path, { type, body }]) => [path, { bytes: new TextEncoder().encode(body), headers: { 'content-type': type } }],
  ),
)

Bun.serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  fetch: ({ url }) => {
    const reply = replies.get(url.slice(url.indexOf('/', 8)))
    return reply ? new Response(reply.bytes, { headers: reply.headers }) : new Response('', { status: 404 })
  },
})

export {}
