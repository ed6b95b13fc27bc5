import { css, html, LitElement, nothing, svg } from 'lit'
import type { CardView, ListKind } from './card-view.ts'
import type { choosing } from './choosing.ts'
import type { LentParts } from './lent.ts'
import { get, serviceOrigin, track } from './service.ts'
import { GRINDER_KEY, type VisitorGrinder } from './setting.ts'
import { arrowSign } from './signs.ts'
import type { visitorDial } from './visitor-dial.ts'

/** One grinder a visitor, whichever card it was chosen in. */
let current: VisitorGrinder | undefined
let dial: ReturnType<typeof visitorDial> | undefined
let lists: ReturnType<typeof choosing> | undefined
export const cardsOnPage = new Set<LitElement>()
export const drawAll = () => {
  for (const card of cardsOnPage) card.requestUpdate()
}

export const visitorGrinder = () => current

/** What draws the visitor's grinder. There is none before its script has come. */
export const ownDial = () => dial

/** No list is open before its script has come. */
export const picker: NonNullable<typeof lists>['list'] = (...shown) => lists?.list(...shown) ?? nothing

/** Each script is loaded once; a failed attempt may be repeated. */
const load = (part: string) => import(`${serviceOrigin()}/embed/${part}.js`)

async function loadDial() {
  dial ??= (await load('dial')).visitorDial(lent) as NonNullable<typeof dial>
  return dial
}

export async function openList(card: CardView, kind: ListKind) {
  const { choosing } = await load('picker')
  lists ??= choosing(lent) as NonNullable<typeof lists>
  await lists.open(card, kind)
}

const showGrinder = (grinder: VisitorGrinder | undefined) => {
  current = grinder
  drawAll()
}

const lent: LentParts = {
  LitElement,
  html,
  svg,
  css,
  nothing,
  arrowSign,
  serviceOrigin,
  get,
  track,
  loadDial,
  visitorGrinder,
  showGrinder,
}

/** The grinder that was chosen on an earlier page. Without it, or without its script, the card has the ruler. */
export async function recallGrinder() {
  try {
    const kept = JSON.parse(localStorage.getItem(GRINDER_KEY) ?? 'null') as VisitorGrinder | null
    if (kept && !current && (await loadDial()).isVisitorGrinder(kept)) current = kept
  } catch {
    // A page may forbid storage, and the text there may be anything.
  }
}
