import { Fault } from '../../../../core/errors.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'

/** Of cards: whole rows, whether two, three or four stand side by side. */
export const PAGE_LENGTH = 24

/** A longer address is cut by some that pass it on; further back than this leads to the beginning. */
const MOST_BEHIND = 12
/** In no cursor. */
const BETWEEN = '~'

/** Where a walk over a list stands. A cursor leads only onwards, so the address has those that led here as well. */
interface ListWalk {
  cursor: string | undefined
  /** How many pages lie before this one, if the address still has them all. */
  depth: number | undefined
  previous: string | undefined
  next: (cursor: string | null) => string | undefined
}

function walkIn(url: URL): ListWalk {
  const behind = (url.searchParams.get('after') ?? '').split(BETWEEN).filter(cursor => cursor !== '')
  return {
    cursor: behind.at(-1),
    depth: behind.length < MOST_BEHIND ? behind.length : undefined,
    previous: behind.length === 0 ? undefined : hrefWith(url, 'after', behind.slice(0, -1).join(BETWEEN)),
    next: cursor =>
      cursor === null ? undefined : hrefWith(url, 'after', [...behind, cursor].slice(-MOST_BEHIND).join(BETWEEN)),
  }
}

/** The same address with one thing otherwise; empty takes it away. */
export function hrefWith(url: URL, name: string, value: string): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete(name)
  if (name !== 'after') query.delete('after')
  if (value !== '') query.set(name, value)
  return addressOf(url.pathname, query)
}

const addressOf = (path: string, query: URLSearchParams) => (query.size === 0 ? path : `${path}?${String(query)}`)

/** A form sends all its fields: the same address without those that are empty or as usual. */
export function tidied(url: URL, usual: Record<string, string[]>): URL {
  const isUsual = (name: string) => usual[name]?.join() === url.searchParams.getAll(name).join()
  const query = [...url.searchParams].filter(([name, text]) => text !== '' && !isUsual(name))
  return new URL(addressOf(url.pathname, new URLSearchParams(query)), url)
}

/** What a list answers. A cursor that it has not given out, or not for this search, leads to its beginning. */
export async function walked<T>(url: URL, list: (walk: ListWalk) => Promise<T>): Promise<T | Response> {
  const walk = walkIn(url)
  try {
    return await list(walk)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid' || walk.cursor === undefined) throw error
    return seeOther(hrefWith(url, 'after', ''))
  }
}

/** On and back; with a script, what is next is put below what is there. */
export const pager = (previous: string | undefined, next: string | undefined, more = 'Show more'): Html =>
  previous || next
    ? html`<nav class="pager" aria-label="Pages">${previous ? html`<a class="button outlined" href="${previous}" rel="prev">Back</a>` : ''}${next ? html`<a class="button outlined" href="${next}" rel="next">${more}</a>` : ''}</nav>`
    : html``

/** The same for who reads only the head. */
export const pagerHead = (previous: string | undefined, next: string | undefined): Html =>
  html`${previous ? html`<link rel="prev" href="${previous}">\n` : ''}${next ? html`<link rel="next" href="${next}">\n` : ''}`
