import type { Reply } from './compress.ts'

/** Bytes: what the server puts together before it sends. */
const PUT_TOGETHER = 16 * 1024
/** Room in it for the headers. */
const HEADERS = 2 * 1024

/**
 * A long reply that was waited for leaves Bun 1.4 in one system call for every piece of its headers, which takes longer
 * than all else about it (oven-sh/bun 41341); as a stream it leaves in one.
 */
export function inOneWrite(reply: Reply): Reply {
  if (reply instanceof Response || reply.length < (PUT_TOGETHER - HEADERS) / (typeof reply === 'string' ? 3 : 1)) return reply
  const bytes = typeof reply === 'string' ? Buffer.from(reply) : reply
  if (bytes.length < PUT_TOGETHER - HEADERS) return bytes
  return new Response(
    new ReadableStream({
      start: controller => {
        controller.enqueue(bytes)
        controller.close()
      },
    }),
  )
}
