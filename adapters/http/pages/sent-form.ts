import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import type { Ports } from '../../../core/ports.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { MOST_FIELDS } from '../overlong.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { pageBefore, pathIn } from './site-path.ts'

/**
 * A form that must be sent again, because the sender was not signed in or something is wrong with
 * it.
 */
export interface SentForm {
  /** The path it was sent to. */
  action: string
  fields: [string, string][]
  /** The page where it waits for a person who signs in first. */
  page?: string
  wrong?: { status: number; field: string; sentence: string }
}

const Kept = v.object({
  action: field.sitePath,
  fields: v.pipe(v.array(v.tuple([field.line, field.boundedText(field.LONGEST_TEXT)])), v.maxLength(MOST_FIELDS)),
  page: field.sitePath,
})

/**
 * A browser allows 4096 bytes per cookie; two of them hold the longest text that a form accepts.
 */
const COOKIES = ['unsent', 'unsent-2']
const PIECE_LENGTH = 3800
/** A sign-in link works for one hour, and the first steps take some time. */
const KEPT_SECONDS = 2 * 3600
const MOST_BYTES = 2 * LONG_FORM_BYTES

/** Secrets and confirmations, which must be typed again. */
const NEVER_KEPT = /password|confirmation/i

/**
 * Redirects to sign in and then to `next`, whose form is filled in as it was sent. Nothing is done
 * until it is sent again.
 */
export function signInFirst(next: string, action: string, form: URLSearchParams, ports: Pick<Ports, 'site'>): Response {
  const fields = [...form].filter(([name]) => !NEVER_KEPT.test(name))
  const [page = '/'] = next.split(/[?#]/)
  const kept = brotliCompressSync(JSON.stringify({ action, fields, page }), quickly).toString('base64url')
  const response = toSignIn(next)
  if (kept.length <= COOKIES.length * PIECE_LENGTH) setPieces(response.headers, kept, ports)
  return response
}

/**
 * The highest quality saves only a tenth more, and blocks other requests for a quarter of a second
 * on a long form.
 */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const toSignIn = (next: string) =>
  new Response(null, {
    status: 303,
    headers: { location: `/sign-in?next=${encodeURIComponent(next)}`, 'cache-control': 'no-store' },
  })

/**
 * The same for a page that needs a sign-in: returns to it, or to the page whose form was sent. A
 * visitor who only opened it has sent nothing.
 */
export async function signInForPage(request: Request, ports: Pick<Ports, 'site'>): Promise<Response> {
  const { method, url } = request
  const isSent = method === 'POST'
  const { pathname, search } = new URL(url)
  const next = isSent ? (pageBefore(request) ?? '/') : pathIn(`${pathname}${search}`)
  const form = isSent ? await postedForm(request, ports, LONG_FORM_BYTES).catch(() => undefined) : undefined
  return form ? signInFirst(next, pathname, form, ports) : toSignIn(next)
}

/** The form that the browser kept. It may have been forged. */
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

/** The form that waits at the page being opened. */
export function waitingAt(request: Request): SentForm | undefined {
  if (request.method !== 'GET') return
  const sent = sentIn(request)
  return sent?.page === new URL(request.url).pathname ? sent : undefined
}

/** The form that waits to be sent there, for a page that needs more than filled-in fields. */
export const sentTo = (action: string, { sent }: { sent?: SentForm | undefined }) =>
  sent?.action === action ? new URLSearchParams(sent.fields) : undefined

/** Forgets it once it was sent and accepted, or its author has signed out. */
export const forgetSent = (headers: Headers, ports: Pick<Ports, 'site'>) => setPieces(headers, '', ports)

/** Keeps one form at a time: two long ones would exceed the size of headers that a server reads. */
function setPieces(headers: Headers, kept: string, { site }: Pick<Ports, 'site'>) {
  const secure = isSecure(site) ? '; Secure' : ''
  for (const [at, name] of COOKIES.entries()) {
    const piece = kept.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH)
    const seconds = piece === '' ? 0 : KEPT_SECONDS
    headers.append('set-cookie', `${name}=${piece}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
  }
}
