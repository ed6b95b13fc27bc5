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
  const { html, nothing, get, track, loadDial, showGrinder } = lent
  /** The slug that was taken last: of several choices in a row, that one counts. */
  let latest: string | undefined
  customElements.define('dialin-picker', pickerOf(lent))

  async function open(card: CardView, kind: ListKind) {
    card.choices =
      kind === 'grinder'
        ? (await get<{ grinders: CardView['choices'] }>('/api/widget/grinders')).grinders
        : (card.embed?.coffees ?? []).map(coffee => ({ ...coffee, brand: '' }))
    card.picking = kind
  }

  /** The list, while it is open. */
  function list(card: CardView, kind: ListKind) {
    const { speaker, choices, picking } = card
    if (picking !== kind) return nothing
    const isGrinder = kind === 'grinder'
    const take = ({ detail }: CustomEvent<string>) => (isGrinder ? takeGrinder(card, detail) : card.pickCoffee(detail))
    return html`<dialin-picker .choices=${choices} .words=${speaker} .label=${speaker.coffee} .isGrinder=${isGrinder} .chosen=${isGrinder ? card.grinder : card.shownCoffee} @pick=${take} @close=${() => close(card)}></dialin-picker>`
  }

  async function close(card: CardView) {
    const { picking } = card
    if (picking === 'failed') return
    card.picking = undefined
    await card.focusOn(picking === 'coffee' ? '.title' : '.grinder')
  }

  async function takeGrinder(card: CardView, slug: string) {
    if (slug === (card.grinder ?? '')) return
    latest = slug
    try {
      const [grinder] = slug ? await Promise.all([get<VisitorGrinder>(`/api/widget/grinder/${slug}`), loadDial()]) : []
      if (latest !== slug) return
      remember(grinder)
      showGrinder(grinder)
      const detail = grinder ? { slug, brand: grinder.brand, name: grinder.name } : null
      card.host.dispatchEvent(new CustomEvent('dialin-grinder-change', { detail, bubbles: true }))
      if (slug) track('grinder-choice', card)
    } catch {
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
