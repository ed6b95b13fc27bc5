import { css, html, LitElement, nothing, svg } from 'lit'
import type { CardView, CoffeeRecipe } from './card-view.ts'
import type { secondScript } from './second.ts'
import { get, serviceOrigin } from './service.ts'
import type { VisitorGrinder } from './setting.ts'
import { arrowSign } from './signs.ts'
import type { Speaker } from './words.ts'

const KEY = 'dialin-grinder'

/** One grinder a visitor, whichever card it was chosen in. */
let current: VisitorGrinder | undefined
let chosen: string | undefined
let second: ReturnType<typeof secondScript> | undefined
/** Every card on the page, to draw itself again. */
export const listeners = new Set<() => void>()
export const drawAll = () => {
  for (const draw of listeners) draw()
}

export const visitorGrinder = () => current

/** Both are only called for a grinder, and there is none before the second script. */
export const settingShown = (grinder: VisitorGrinder, grindIndex: number, speaker: Speaker) =>
  second?.visitorSetting(grinder, grindIndex, speaker)
export const panelOfChosen = (card: CardView, grinder: VisitorGrinder, recipe: CoffeeRecipe) =>
  second?.chosenPanel(card, grinder, recipe)

/** Loads the second script once; a failed attempt may be repeated. */
export async function loadSecond() {
  const loaded = await import(`${serviceOrigin()}/embed/picker.js`)
  second ??= loaded.secondScript({ LitElement, html, svg, css, nothing, arrowSign }) as NonNullable<typeof second>
  if (!customElements.get('dialin-picker')) customElements.define('dialin-picker', second.ListPicker)
  return second
}

/** The grinder that was chosen on an earlier page. Without it, or without its script, the card has the ruler. */
export async function recallGrinder() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as VisitorGrinder | null
    if (kept && !current && chosen === undefined && (await loadSecond()).isVisitorGrinder(kept)) current = kept
  } catch {
    // A page may forbid storage, and the text there may be anything.
  }
}

/** Whether it is now the one: of several choices in a row, the last counts. */
export async function chooseGrinder(slug: string) {
  chosen = slug
  const grinder = slug === '' ? undefined : await get<VisitorGrinder>(`/api/widget/grinder/${slug}`)
  if (chosen !== slug) return false
  current = grinder
  try {
    if (current) {
      const { brand, name, uncertainty, dial } = current
      localStorage.setItem(KEY, JSON.stringify({ slug, brand, name, uncertainty, dial }))
    } else localStorage.removeItem(KEY)
  } catch {
    // A page may forbid storage; then it is remembered as long as the page is.
  }
  drawAll()
  return true
}

export const allGrinders = () =>
  get<{ grinders: Pick<VisitorGrinder, 'slug' | 'brand' | 'name'>[] }>('/api/widget/grinders')
