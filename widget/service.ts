import { withoutDirections } from '../core/direction.ts'
import type { RoasterEmbed } from '../core/embeds/model.ts'

const script = document.currentScript ?? document.querySelector('script[src*="/embed/widget.js"]')

/** Where the script came from is where its data comes from. */
export const base = new URL((script as HTMLScriptElement).src).origin

/** A page may wait this long before it is told that there is nothing. */
const TIMEOUT_MS = 10_000

export class NotFound extends Error {}

/** What several elements on a page ask for is fetched once; what failed may be asked for again. */
const requests = new Map<string, Promise<unknown>>()

export function get<T>(path: string): Promise<T> {
  let answer = requests.get(path) as Promise<T> | undefined
  if (!answer) {
    answer = fetchJson(path)
    requests.set(path, answer)
    answer.catch(() => requests.delete(path))
  }
  return answer
}

async function fetchJson(path: string) {
  const response = await fetch(base + path, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status === 404) throw new NotFound()
  if (!response.ok) throw new Error(String(response.status))
  return JSON.parse(withoutDirections(await response.text()))
}

/** The most that one answer holds. */
export const ANSWER_RECIPES = 24

export const recipesOf = (roaster: string, coffee?: string) =>
  get<RoasterEmbed>(`/api/embed/recipes/${roaster}?limit=${ANSWER_RECIPES}${coffee ? `&coffee=${coffee}` : ''}`)

export const brewPageOf = (roaster: string, coffee: string, method: string) =>
  `${base}/brew/${roaster}/${coffee}?method=${method}`

/** Tells what a visitor saw or did, once, also while the page is being left. Text, so that no preflight is needed. */
export function track(what: 'impression' | 'click' | 'method-switch', shareId: string, method: string) {
  // In our own frame the referer is our page; the page around it is what the roaster wants to know.
  const source = location.origin === base && document.referrer ? document.referrer : undefined
  fetch(`${base}/api/embed/track-${what}`, {
    method: 'POST',
    body: JSON.stringify({ shareId, method, source }),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}
