import type { Reply } from './compress.ts'
import type { Context } from './context.ts'

/**
 * In bytes: how much Bun collects before it writes, and how much of that we leave for the headers.
 */
const PUT_TOGETHER = 16 * 1024
const HEADERS = 2 * 1024
const SHORT = PUT_TOGETHER - HEADERS

/**
 * Bun 1.4 sends a long reply that waited for the database with one system call for each piece of
 * its headers (oven-sh/bun 41341). It sends a stream in one call: 20 kB take 56 us instead of 178.
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
