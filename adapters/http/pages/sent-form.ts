import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import type { Ports } from '../../../core/ports.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { MOST_FIELDS } from '../overlong.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { pageBefore, pathIn } from './site-path.ts'

/** A form that was sent and has to be sent again: by who was not signed in, or because something is wrong with it. */
export interface SentForm {
  /** The path it was sent to. */
  action: string
  fields: [string, string][]
  /** The page that it waits at for who signs in first. */
  page?: string
  wrong?: { status: number; field: string; sentence: string }
}

const Kept = v.object({
  action: field.sitePath,
  fields: v.pipe(v.array(v.tuple([field.line, field.boundedText(field.LONGEST_TEXT)])), v.maxLength(MOST_FIELDS)),
  page: field.sitePath,
})

/** A browser keeps 4096 bytes a cookie; two of them hold the longest text there is a box for. */
const COOKIES = ['unsent', 'unsent-2']
const PIECE_LENGTH = 3800
/** A sign-in link works for one, and the first steps take their time. */
const KEPT_SECONDS = 2 * 3600
const MOST_BYTES = 2 * LONG_FORM_BYTES

/** Secrets, and the words by which somebody means it: both are typed anew. */
const NEVER_KEPT = /password|confirmation/i

/** To sign in, and on to `next`, whose form is then filled in as it was sent. Nothing is done before it is sent again. */
export function signInFirst(next: string, action: string, form: URLSearchParams, ports: Pick<Ports, 'site'>): Response {
  const fields = [...form].filter(([name]) => !NEVER_KEPT.test(name))
  const [page = '/'] = next.split(/[?#]/)
  const kept = brotliCompressSync(JSON.stringify({ action, fields, page }), quickly).toString('base64url')
  const response = toSignIn(next)
  if (kept.length <= COOKIES.length * PIECE_LENGTH) setPieces(response.headers, kept, ports)
  return response
}

/** At its best it takes a tenth less room, and of a long form a quarter of a second that everybody waits. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const toSignIn = (next: string) =>
  new Response(null, {
    status: 303,
    headers: { location: `/sign-in?next=${encodeURIComponent(next)}`, 'cache-control': 'no-store' },
  })

/** The same for a page of one's own: back to it, or to the one whose form was sent. Who only opened it has sent nothing. */
export async function signInForPage(request: Request, ports: Pick<Ports, 'site'>): Promise<Response> {
  const { method, url } = request
  const isSent = method === 'POST'
  const { pathname, search } = new URL(url)
  const next = isSent ? (pageBefore(request) ?? '/') : pathIn(`${pathname}${search}`)
  const form = isSent ? await postedForm(request, ports, LONG_FORM_BYTES).catch(() => undefined) : undefined
  return form ? signInFirst(next, pathname, form, ports) : toSignIn(next)
}

/** What the browser keeps to be sent again; it may be anybody's invention. */
export function sentIn(request: Request): SentForm | undefined {
  const text = COOKIES.map(name => cookieIn(request, name) ?? '').join('')
  if (text === '' || text.length > COOKIES.length * PIECE_LENGTH) return
  try {
    const json = brotliDecompressSync(Buffer.from(text, 'base64url'), { maxOutputLength: MOST_BYTES }).toString()
    const kept = v.safeParse(Kept, JSON.parse(json))
    return kept.success ? kept.output : undefined
  } catch {
    return undefined
  }
}

/** What waits at the page that is opened. */
export function waitingAt(request: Request): SentForm | undefined {
  if (request.method !== 'GET') return
  const sent = sentIn(request)
  return sent?.page === new URL(request.url).pathname ? sent : undefined
}

/** What waits to be sent there, for a page that draws more from it than its fields. */
export const sentTo = (action: string, { sent }: { sent?: SentForm | undefined }) =>
  sent?.action === action ? new URLSearchParams(sent.fields) : undefined

/** Once it was sent and taken, or whoever wrote it is gone. */
export const forgetSent = (headers: Headers, ports: Pick<Ports, 'site'>) => setPieces(headers, '', ports)

/** One form at a time, wherever it waits: two long ones would be more than a server reads of one request. */
function setPieces(headers: Headers, kept: string, { site }: Pick<Ports, 'site'>) {
  const secure = isSecure(site) ? '; Secure' : ''
  for (const [at, name] of COOKIES.entries()) {
    const piece = kept.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH)
    const seconds = piece === '' ? 0 : KEPT_SECONDS
    headers.append('set-cookie', `${name}=${piece}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
  }
}
