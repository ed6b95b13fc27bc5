import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Ports } from '../../core/ports.ts'
import type { Context } from './context.ts'
import type { Cache, Route } from './endpoint.ts'
import { etagOf, matches } from './etag.ts'

/** For data that changes when an admin imports some: anybody may cache it for a day. */
export const forADay = (source: (ports: Ports) => unknown): Cache => ({
  control: 'public, max-age=86400',
  etag: true,
  source,
})

type AnswerCached = (context: Context, input: unknown, render: () => Promise<Response>) => Promise<string | Uint8Array>

/** Replies that many ask for and few change: each is rendered once and compressed once, until its source changes. */
export function replyCache({ cache, open }: Route, ports: Ports): AnswerCached | undefined {
  const sourceOf = cache?.source
  if (!sourceOf) return
  const replies = new Map<string, Promise<CachedReply>>()
  let source: unknown

  const cachedReply = (input: unknown, render: () => Promise<Response>) => {
    if (source !== sourceOf(ports)) replies.clear()
    source = sourceOf(ports)
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

  return async ({ request, set }, input, render) => {
    const { text, headers, etag, compressed } = await cachedReply(input, render)
    const encoding = text.length < WORTH_COMPRESSING ? undefined : preferredEncoding(request)
    const tag = encoding ? etag.replace(/"$/, `-${encoding}"`) : etag
    Object.assign(set.headers, headers, {
      etag: tag,
      'cache-control': cache.control,
      vary: open ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
    })
    if (matches(request, tag)) {
      set.status = 304
      return ''
    }
    if (!encoding) return text
    set.headers['content-encoding'] = encoding
    compressed[encoding] ??= compressors[encoding](text)
    return compressed[encoding]
  }
}

/** A route's replies to the inputs that were asked for last. */
const MOST_REPLIES = 500
/** In characters: below this a reply fits into one packet as it is. */
const WORTH_COMPRESSING = 1200

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

/** The one we like best first. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const brotli = promisify(brotliCompress)
const compressors: Record<Encoding, (text: string) => Promise<Uint8Array>> = {
  br: text => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip) as (text: string) => Promise<Uint8Array>,
}

/** The best encoding that Accept-Encoding allows; `br;q=0` forbids it, `*` allows any. */
function preferredEncoding(request: Request): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of (request.headers.get('accept-encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map(piece => piece.trim())
    weights.set(name, weight === undefined ? 1 : Number(weight.replace(/^q=/, '')) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return encodings.filter(encoding => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))[0]
}
