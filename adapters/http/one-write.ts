import type { Reply } from './compress.ts'
import type { Context } from './context.ts'

/** In bytes: so much the server puts together before it sends, and as much of it is kept for the headers. */
const PUT_TOGETHER = 16 * 1024
const HEADERS = 2 * 1024
const SHORT = PUT_TOGETHER - HEADERS

/**
 * A long reply that was waited for leaves Bun 1.4 in one system call for every piece of its headers, which takes longer
 * than all else about it (oven-sh/bun 41341). As a stream it leaves in one.
 */
export function inOneWrite({ set }: Context, reply: Reply): Reply {
  if (reply instanceof Response || Buffer.byteLength(reply) < SHORT) return reply
  const bytes = typeof reply === 'string' ? Buffer.from(reply) : reply
  const stream = new ReadableStream({
    start: controller => {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return new Response(stream, { status: Number(set.status ?? 200) })
}
