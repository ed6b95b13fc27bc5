import { LRUCache } from 'lru-cache'
import type { Ports } from '../../core/ports.ts'
import { compressors, type Encoding, encodingFor, tagOf } from './compress.ts'
import type { Context } from './context.ts'
import type { Cache, Route } from './endpoint.ts'
import { etagOf, matches } from './etag.ts'

/** For data that changes only when an admin imports some: everybody may cache it for a day. */
export const forADay = (source: (ports: Ports) => unknown): Cache => ({
  control: 'public, max-age=86400',
  etag: true,
  source,
})

type AnswerCached = (context: Context, input: unknown, render: () => Promise<Response>) => Promise<Uint8Array>

/**
 * For replies that are requested often and change rarely: each is rendered and compressed once,
 * until its source changes.
 */
export function replyCache({ cache }: Route, ports: Ports): AnswerCached | undefined {
  const sourceOf = cache?.source
  if (!sourceOf) return
  const replies = new LRUCache<string, Promise<CachedReply>>({ max: MOST_REPLIES })
  let source: unknown

  const cachedReply = (input: unknown, render: () => Promise<Response>) => {
    if (source !== sourceOf(ports)) replies.clear()
    source = sourceOf(ports)
    const key = JSON.stringify(input)
    const known = replies.get(key)
    if (known) return known
    const reply = toCached(render())
    replies.set(key, reply)
    reply.catch(() => replies.delete(key))
    return reply
  }

  return async (context, input, render) => {
    const { request, set } = context
    const { bytes, headers, etag, compressed } = await cachedReply(input, render)
    const encoding = encodingFor(context, bytes.length)
    const tag = tagOf(etag, encoding)
    Object.assign(set.headers, { 'cache-control': cache.control }, headers, { etag: tag })
    if (matches(request, tag)) {
      set.status = 304
      return NO_BYTES
    }
    if (!encoding) return bytes
    set.headers['content-encoding'] = encoding
    compressed[encoding] ??= compressors[encoding](bytes)
    return compressed[encoding]
  }
}

/** For each route: the replies to the inputs that were requested most recently. */
const MOST_REPLIES = 500

const NO_BYTES = new Uint8Array()

interface CachedReply {
  bytes: Uint8Array
  headers: Record<string, string>
  etag: string
  compressed: Partial<Record<Encoding, Promise<Uint8Array>>>
}

async function toCached(rendered: Promise<Response>): Promise<CachedReply> {
  const response = await rendered
  const bytes = await response.bytes()
  return { bytes, headers: Object.fromEntries(response.headers), etag: etagOf(bytes), compressed: {} }
}
