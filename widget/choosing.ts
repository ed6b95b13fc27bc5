import type { CardView } from './card-view.ts'
import type { LentParts } from './lent.ts'
import { pickerOf } from './picker.ts'
import { GRINDER_KEY, type VisitorGrinder } from './setting.ts'

type ListKind = 'coffee' | 'grinder'

/**
 * The script /embed/picker.js: what happens once a visitor opens a list. It is loaded then, so that
 * the first script stays small.
 */
export function choosing(lent: LentParts) {
  const { html, nothing, get, track, loadDial, visitorGrinder, showGrinder } = lent
  /** The slug that was taken last: of several choices in a row, that one counts. */
  let latest: string | undefined
  /** What the visitor had when the list was opened: shown again if nothing is taken. */
  let before: VisitorGrinder | undefined
  let isTaken = false
  customElements.define('dialin-picker', pickerOf(lent))

  async function open(card: CardView, kind: ListKind) {
    card.choices =
      kind === 'grinder'
        ? (await get<{ grinders: CardView['choices'] }>('/api/widget/grinders')).grinders
        : (card.embed?.coffees ?? []).map(coffee => ({ ...coffee, brand: '' }))
    before = visitorGrinder()
    isTaken = false
    card.picking = kind
  }

  /** The list, while it is open. */
  function list(card: CardView, kind: ListKind) {
    const { speaker, choices, picking } = card
    if (picking !== kind) return nothing
    const isGrinder = kind === 'grinder'
    const take = ({ detail }: CustomEvent<string>) => (isGrinder ? takeGrinder(card, detail) : card.pickCoffee(detail))
    return html`<dialin-picker id="list" .choices=${choices} .words=${speaker} .label=${speaker.coffee} .isGrinder=${isGrinder} .chosen=${isGrinder ? before?.slug : card.shownCoffee} @pick=${take} @preview=${preview} @close=${() => close(card)}></dialin-picker>`
  }

  async function close(card: CardView) {
    const { picking } = card
    if (!isTaken) show(before)
    if (picking === 'failed') return
    card.picking = undefined
    await card.focusOn(picking === 'coffee' ? '.title' : '.grinder')
  }

  function show(grinder: VisitorGrinder | undefined) {
    latest = grinder?.slug
    if (grinder !== visitorGrinder()) showGrinder(grinder)
  }

  async function fetched(slug: string) {
    latest = slug
    const [grinder] = slug ? await Promise.all([get<VisitorGrinder>(`/api/widget/grinder/${slug}`), loadDial()]) : []
    return grinder
  }

  /** The cards follow the row that is active, so that a choice is seen before it is made. */
  async function preview({ detail }: CustomEvent<string>) {
    if (!detail || detail === before?.slug) return show(before)
    const grinder = await fetched(detail).catch(() => before)
    if (latest === detail) show(grinder)
  }

  async function takeGrinder(card: CardView, slug: string) {
    if (slug === (before?.slug ?? '')) return
    isTaken = true
    try {
      const grinder = await fetched(slug)
      if (latest !== slug) return
      remember(grinder)
      showGrinder(grinder)
      const detail = grinder ? { slug, brand: grinder.brand, name: grinder.name } : null
      card.host.dispatchEvent(new CustomEvent('dialin-grinder-change', { detail, bubbles: true }))
      if (slug) track('grinder-choice', card)
    } catch {
      show(before)
      card.picking = 'failed'
    }
    await card.focusOn('.grinder')
  }

  return { open, list }
}

/** A page may forbid storage; then the grinder is kept until the page is left. */
function remember(grinder: VisitorGrinder | undefined) {
  try {
    if (!grinder) return localStorage.removeItem(GRINDER_KEY)
    const { slug, brand, name, uncertainty, dial } = grinder
    localStorage.setItem(GRINDER_KEY, JSON.stringify({ slug, brand, name, uncertainty, dial }))
  } catch {}
}
