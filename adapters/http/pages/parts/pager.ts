import { Fault } from '../../../../core/errors.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'

/** Fills whole rows, whether two, three or four cards are side by side. */
export const PAGE_LENGTH = 24

/**
 * How many cursors the URL keeps, because longer URLs get cut by some programs. Going back further
 * leads to the first page.
 */
const MOST_BEHIND = 12
/** Does not occur in cursors. */
const BETWEEN = '~'

/** The position in a list. A cursor only leads forward, so the URL also keeps the earlier ones. */
interface ListPosition {
  cursor: string | undefined
  /** How many pages come before this one, if the URL still has them all. */
  depth: number | undefined
  previous: string | undefined
  next: (cursor: string | null) => string | undefined
}

function positionIn(url: URL): ListPosition {
  const behind = (url.searchParams.get('after') ?? '').split(BETWEEN).filter(cursor => cursor !== '')
  return {
    cursor: behind.at(-1),
    depth: behind.length < MOST_BEHIND ? behind.length : undefined,
    previous: behind.length === 0 ? undefined : hrefWith(url, 'after', behind.slice(0, -1).join(BETWEEN)),
    next: cursor =>
      cursor === null ? undefined : hrefWith(url, 'after', [...behind, cursor].slice(-MOST_BEHIND).join(BETWEEN)),
  }
}

/** The same URL with one parameter changed; an empty value removes it. */
export function hrefWith(url: URL, name: string, value: string): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete(name)
  if (name !== 'after') query.delete('after')
  if (value !== '') query.set(name, value)
  return addressOf(url.pathname, query)
}

const addressOf = (path: string, query: URLSearchParams) => (query.size === 0 ? path : `${path}?${String(query)}`)

/**
 * The same URL without parameters that are empty or have their default value, because a form sends
 * all its fields.
 */
export function tidied(url: URL, usual: Record<string, string[]>): URL {
  const isUsual = (name: string) => usual[name]?.join() === url.searchParams.getAll(name).join()
  const query = [...url.searchParams].filter(([name, text]) => text !== '' && !isUsual(name))
  return new URL(addressOf(url.pathname, new URLSearchParams(query)), url)
}

/**
 * The result of a list. A cursor that is invalid, or belongs to another search, leads to the first
 * page.
 */
export async function paged<T>(url: URL, list: (position: ListPosition) => Promise<T>): Promise<T | Response> {
  const position = positionIn(url)
  try {
    return await list(position)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid' || position.cursor === undefined) throw error
    return seeOther(hrefWith(url, 'after', ''))
  }
}

/** Links to the next and previous page. With a script, the next page is appended below. */
export const pager = (previous: string | undefined, next: string | undefined, more = 'Show more'): Html =>
  previous || next
    ? html`<nav class="pager" aria-label="Pages">${previous ? html`<a class="button outlined" href="${previous}" rel="prev">Back</a>` : ''}${next ? html`<a class="button outlined" href="${next}" rel="next">${more}</a>` : ''}</nav>`
    : html``

/** The same for programs that only read the head. */
export const pagerHead = (previous: string | undefined, next: string | undefined): Html =>
  html`${previous ? html`<link rel="prev" href="${previous}">\n` : ''}${next ? html`<link rel="next" href="${next}">\n` : ''}`
