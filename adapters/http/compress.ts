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

/** In characters: below this a reply fits into one packet as it is. */
const WORTH_COMPRESSING = 1000
/** Compressing so much takes about as long as handing it to another thread. */
const AT_ONCE = 64 * 1024

type Bytes = Uint8Array<ArrayBuffer>

export type Encoding = 'br' | 'gzip'

/** What to compress with for an Accept-Encoding; the one we like best first. */
const best = offer('br', 'gzip')
const quick = offer('gzip', 'br')

/** What a reply so long is to be compressed with, if at all: that depends on the request, which caches are told. */
export function encodingFor({ request, set }: Context, length: number, offered = best) {
  const vary = String(set.headers.vary ?? '')
  if (!vary.includes('Accept-Encoding')) set.headers.vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
  if (length < WORTH_COMPRESSING) return
  return offered(request.headers.get('accept-encoding') ?? '')
}

/** Other bytes, another tag. */
export const tagOf = (etag: string, encoding: Encoding | undefined) =>
  encoding ? etag.replace(/"$/, `-${encoding}"`) : etag

const brotli = promisify(brotliCompress) as (text: string, options: BrotliOptions) => Promise<Bytes>
const quality = (quality: number): BrotliOptions => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const gzipElsewhere = promisify(gzip) as (text: string) => Promise<Bytes>

/** As small as it gets in reasonable time: for what is compressed once and sent often. */
export const compressors: Record<Encoding, (text: string) => Promise<Bytes>> = {
  br: text => brotli(text, quality(9)),
  gzip: gzipElsewhere,
}

/** For what is sent once: quickly. Brotli takes a third longer for as much less, so it is for who takes nothing else. */
export const quickEncodingFor = (context: Context, { length }: string) => encodingFor(context, length, quick)

export type Reply = Response | string | Uint8Array

/** JSON comes as text, a page as a Response made of one. */
export function compressed(context: Context, reply: Reply): Reply | Promise<Reply> {
  if (typeof reply === 'string') return compressedText(context, reply)
  if (!(reply instanceof Response) || !reply.body || !isText.test(reply.headers.get('content-type') ?? '')) return reply
  return compressedPage(context, reply)
}

async function compressedPage(context: Context, page: Response) {
  const { status, headers } = page
  return new Response(await compressedText(context, await page.text()), { status, headers })
}

/** What compresses a reply that leaves in pieces, as it is made and on another thread; of unknown length, and so worth it. */
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
