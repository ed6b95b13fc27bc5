import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'

/** In characters. A shorter reply fits into one packet uncompressed. */
const WORTH_COMPRESSING = 1000
/** In characters. Compressing this much takes about as long as handing it to another thread. */
const AT_ONCE = 64 * 1024

type Bytes = Uint8Array<ArrayBuffer>

export type Encoding = 'br' | 'gzip'

/**
 * Each chooses an encoding for an Accept-Encoding header. If the client likes both equally, the
 * first one listed wins.
 */
const best = offer('br', 'gzip')
const quick = offer('gzip', 'br')

/**
 * The encoding for a reply of this length, or undefined to leave it uncompressed. Sets Vary,
 * because the choice depends on the request.
 */
export function encodingFor({ request, set }: Context, length: number, offered = best) {
  const vary = String(set.headers.vary ?? '')
  if (!vary.includes('Accept-Encoding')) set.headers.vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
  if (length < WORTH_COMPRESSING) return
  return offered(request.headers.get('accept-encoding') ?? '')
}

/** A compressed reply has other bytes, so it gets another ETag. */
export const tagOf = (etag: string, encoding: Encoding | undefined) =>
  encoding ? etag.replace(/"$/, `-${encoding}"`) : etag

const brotli = promisify(brotliCompress) as (text: string | Uint8Array, options: BrotliOptions) => Promise<Bytes>
const quality = (quality: number): BrotliOptions => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const gzipElsewhere = promisify(gzip) as (text: string | Uint8Array) => Promise<Bytes>

/** As small as possible in reasonable time, for replies that are compressed once and sent often. */
export const compressors: Record<Encoding, (text: string | Uint8Array) => Promise<Bytes>> = {
  br: text => brotli(text, quality(9)),
  gzip: gzipElsewhere,
}

/** Quick, for replies that are sent once. Brotli takes a third longer, so gzip is preferred. */
export const quickEncodingFor = (context: Context, { length }: string) => encodingFor(context, length, quick)

export type Reply = Response | string | Uint8Array

/** JSON comes as a string, a page as a Response with text in it. */
export function compressed(context: Context, reply: Reply): Reply | Promise<Reply> {
  if (typeof reply === 'string') return compressedText(context, reply)
  if (!(reply instanceof Response) || !reply.body || !isText.test(reply.headers.get('content-type') ?? '')) return reply
  return compressedPage(context, reply)
}

async function compressedPage(context: Context, page: Response) {
  const { status, headers } = page
  return new Response(await compressedText(context, await page.text()), { status, headers })
}

/**
 * Returns a function that creates the compressor for a streamed reply. It compresses as the reply
 * is made, on another thread. The length is unknown, so it is always assumed to be worth it.
 */
export function packerFor(context: Context) {
  const encoding = encodingFor(context, Number.POSITIVE_INFINITY, quick)
  if (!encoding) return
  context.set.headers['content-encoding'] = encoding
  return () => (encoding === 'br' ? createBrotliCompress(quality(1)) : createGzip({ level: 1 }))
}

const isText = /^(text|image\/svg|application\/json)/

function compressedText(context: Context, text: string): string | Bytes | Promise<Bytes> {
  const encoding = quickEncodingFor(context, text)
  if (!encoding) return text
  context.set.headers['content-encoding'] = encoding
  if (encoding === 'br')
    return text.length > AT_ONCE ? brotli(text, quality(1)) : (brotliCompressSync(text, quality(1)) as Bytes)
  return text.length > AT_ONCE ? gzipElsewhere(text) : Bun.gzipSync(text, { level: 1 })
}

function offer(...offered: Encoding[]) {
  // Clients send a handful of different headers.
  const chosen = new LRUCache<string, { encoding: Encoding | undefined }, unknown>({
    max: 200,
    memoMethod: accepted => ({ encoding: bestOf(accepted, offered) }),
  })
  return (accepted: string) => chosen.memo(accepted).encoding
}

/** The best encoding that Accept-Encoding allows; `br;q=0` forbids it, `*` allows any. */
function bestOf(accepted: string, offered: Encoding[]): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = part.split(';').map(piece => piece.trim())
    weights.set(name, weight === undefined ? 1 : Number(weight.replace(/^q=/, '')) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return offered.filter(encoding => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))[0]
}
