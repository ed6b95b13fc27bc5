import { withoutDirections } from '../core/direction.ts'
import type { RoasterEmbed } from '../core/embeds/model.ts'

/** Where the service that made this script says it is: see build.ts. */
declare const SERVICE_ORIGIN: string

const snippetAddress = /^(\w+:)?(\/\/[^/]+)?\/embed\/widget\.js\b/
const script = document.currentScript

let found: string | undefined

/**
 * Where the data comes from: what the page says, else where its snippet has the script from, also where a consent tool
 * keeps that in another attribute; else, for a script that was copied, where it was copied from.
 */
export function serviceOrigin() {
  found ??= new URL(
    document.querySelector<HTMLElement>('[data-service-origin]')?.dataset.serviceOrigin ??
      [script, ...document.scripts]
        .flatMap(one => [...(one?.attributes ?? [])].map(({ value }) => value))
        .find(value => snippetAddress.test(value)) ??
      SERVICE_ORIGIN,
    location.href,
  ).origin
  return found
}

/** A page may wait this long before it is told that there is nothing. */
const TIMEOUT_MS = 10_000

/** The service has answered, and this is why there is nothing to show. */
export class Refusal extends Error {
  declare isMissing: boolean
}

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
  const address = serviceOrigin() + path
  const ask = (mode: RequestMode) =>
    fetch(address, { mode, credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const response = await ask('cors').catch(async error => {
    // A page that may not read the answer is not told so; but that there is one. What came too late is asked once.
    if (error.name !== 'TypeError') throw error
    await ask('no-cors')
    throw new Refusal(`${address} doesn’t allow ${location.hostname}. Add the domain in the portal.`)
  })
  const text = withoutDirections(await response.text())
  if (response.ok) return JSON.parse(text)
  throw Object.assign(new Refusal(JSON.parse(text).error), { isMissing: response.status === 404 })
}

/** The most that one answer holds. */
export const ANSWER_RECIPES = 24

export const recipesOf = (roaster: string, coffee?: string) =>
  get<RoasterEmbed>(`/api/embed/recipes/${roaster}?limit=${ANSWER_RECIPES}${coffee ? `&coffee=${coffee}` : ''}`)

/** What a visitor is looking at. */
interface Sight {
  shareId: string
  method: string
  /** The slug of theirs, if they have named one. */
  grinder: string | undefined
}

/** The chosen grinder goes along in the address: there is no cookie to know it by. */
export const brewPageOf = ({ shareId, method, grinder }: Sight) =>
  `${serviceOrigin()}/brew/${shareId}?method=${method}${grinder ? `&grinder=${grinder}` : ''}`

/** Tells what a visitor saw or did, once, also while the page is being left. Text, so that no preflight is needed. */
export function track(
  what: 'impression' | 'click' | 'method-switch' | 'grinder-choice',
  { shareId, method, grinder }: Sight,
) {
  // In our own frame the referer is our page; the page around it is what the roaster wants to know.
  const source = location.origin === serviceOrigin() && document.referrer ? document.referrer : undefined
  fetch(`${serviceOrigin()}/api/embed/track-${what}`, {
    method: 'POST',
    body: JSON.stringify({ shareId, method, grinder, source }),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}

let isWarm = false

/** Somebody comes near with a pointer, a finger or the keyboard: the page behind the link is a connection sooner there. */
export function warmUp() {
  if (isWarm) return
  isWarm = true
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: serviceOrigin() }))
}
