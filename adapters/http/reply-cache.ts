import type { Ports } from '../../core/ports.ts'
import { compressors, type Encoding, encodingFor, type Reply, tagOf } from './compress.ts'
import type { Context } from './context.ts'
import type { Cache, Route } from './endpoint.ts'
import { etagOf, matches } from './etag.ts'

/** For data that changes when an admin imports some: anybody may cache it for a day. */
export const forADay = (source: (ports: Ports) => unknown): Cache => ({
  control: 'public, max-age=86400',
  etag: true,
  source,
})

interface ReplyCache {
  /** The reply to what was asked in the same words before, if it is still right. */
  again: (context: Context) => Reply | Promise<Reply> | undefined
  answer: (context: Context, input: unknown, render: () => Promise<Response>) => Promise<Reply>
}

/** Replies that many ask for and few change: each is rendered once and compressed once, until its source changes. */
export function replyCache({ cache }: Route, ports: Ports): ReplyCache | undefined {
  const sourceOf = cache?.source
  if (!sourceOf) return
  const replies = new Map<string, Promise<CachedReply>>()
  const byAddress = new Map<string, CachedReply>()
  let source: unknown

  const forgetOld = () => {
    if (source === sourceOf(ports)) return
    source = sourceOf(ports)
    replies.clear()
    byAddress.clear()
  }

  const cachedReply = (input: unknown, render: () => Promise<Response>) => {
    forgetOld()
    const key = JSON.stringify(input)
    let reply = replies.get(key)
    if (!reply) {
      reply = toCached(render())
      reply.catch(() => replies.delete(key))
    }
    // Set anew, so that the first in the map is the one that nobody has asked for longest.
    replies.delete(key)
    replies.set(key, reply)
    if (replies.size > MOST_REPLIES) replies.delete(replies.keys().next().value ?? '')
    return reply
  }

  const send = (context: Context, { text, headers, etag, compressed }: CachedReply) => {
    const { request, set } = context
    const encoding = encodingFor(context, text)
    const tag = tagOf(etag, encoding)
    Object.assign(set.headers, headers, { etag: tag, 'cache-control': cache.control })
    if (matches(request, tag)) {
      set.status = 304
      return ''
    }
    if (!encoding) return text
    set.headers['content-encoding'] = encoding
    compressed[encoding] ??= compressors[encoding](text)
    return compressed[encoding]
  }

  return {
    again: context => {
      forgetOld()
      const reply = byAddress.get(context.request.url)
      return reply && send(context, reply)
    },
    answer: async (context, input, render) => {
      const madeFrom = sourceOf(ports)
      const reply = await cachedReply(input, render)
      if (byAddress.size >= MOST_REPLIES) byAddress.clear()
      if (madeFrom === sourceOf(ports)) byAddress.set(context.request.url, reply)
      return send(context, reply)
    },
  }
}

/** A route's replies to the inputs that were asked for last. */
const MOST_REPLIES = 500

interface CachedReply {
  text: string
  headers: Record<string, string>
  etag: string
  compressed: Partial<Record<Encoding, Promise<Uint8Array>>>
}

async function toCached(rendered: Promise<Response>): Promise<CachedReply> {
  const response = await rendered
  const text = await response.text()
  return { text, headers: Object.fromEntries(response.headers), etag: etagOf(text), compressed: {} }
}
