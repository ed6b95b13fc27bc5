import type { CoffeeEmbed } from '../core/embeds/model.ts'
import type { GrinderChoices } from '../core/grind/grinders.ts'
import type { CardView, ListKind, PickerRow } from './card-view.ts'
import type { LentParts } from './lent.ts'
import { pickerOf } from './picker.ts'
import { secondEnglish } from './second-words.ts'
import { GRINDER_KEY, type VisitorGrinder } from './setting.ts'
import { filled } from './words.ts'

/**
 * The script /embed/picker.js: what happens once a visitor opens a list. It is loaded then, so that
 * the first script stays small.
 */
export function choosing(lent: LentParts) {
  const { html, nothing, brewPageOf, serviceOrigin, get, track, loadDial, visitorGrinder, showGrinder } = lent
  /** The slug that was taken last: of several choices in a row, that one counts. */
  let latest: string | undefined
  /** What the visitor had when the list was opened: shown again if nothing is taken. */
  let before: VisitorGrinder | undefined
  let isTaken = false
  customElements.define('dialin-picker', pickerOf(lent))

  async function open(card: CardView, kind: ListKind) {
    card.choices = await { coffee: coffees, grinder: grinders, ways }[kind](card)
    before = visitorGrinder()
    isTaken = false
    card.picking = kind
  }

  const coffees = async ({ embed }: CardView): Promise<PickerRow[]> =>
    (embed?.coffees ?? []).map(({ flavorNotes, ...coffee }) => ({ ...coffee, brand: '', note: flavorNotes.join(', ') }))

  async function grinders({ speaker }: CardView): Promise<PickerRow[]> {
    const words = { ...secondEnglish, ...speaker }
    const plural = new Intl.PluralRules(speaker.language)
    const { grinders } = await get<GrinderChoices>('/api/widget/grinders')
    return grinders.map(({ unit, from, to, ...grinder }) => {
      const counted = unit && words[unit === 'clicks' ? 'clicks' : 'turns']
      const note = counted ? (counted[plural.select(Number(to))] ?? counted.other) : filled(words.from, from)
      return { ...grinder, note: filled(note, to) }
    })
  }

  /** What else the roaster brews it with, and techniques: each with its setting on the visitor's grinder. */
  async function ways(card: CardView): Promise<PickerRow[]> {
    const { speaker, embed, methods, shareId } = card
    const words = { ...secondEnglish, ...speaker }
    const mine = visitorGrinder()
    const grinder = mine?.slug
    const [dial, { techniques }] = await Promise.all([
      mine && loadDial(),
      get<Pick<CoffeeEmbed, 'techniques'>>(`/api/embed/${shareId}`).catch(() => ({ techniques: [] })),
    ])
    const setting = (grindIndex: number) => mine && dial?.visitorSetting(mine, grindIndex, speaker).label
    const own = methods.map(({ method, methodName, grindIndex }) => ({
      slug: method,
      brand: embed?.roaster.name ?? '',
      name: speaker.name(method, methodName),
      note: setting(grindIndex) ?? '',
      href: brewPageOf({ shareId, method, grinder }),
    }))
    const known = techniques.map(({ slug, name, method, methodName, madeKnownBy, grindIndex, path }) => ({
      slug,
      brand: words.techniques,
      name,
      note: [speaker.name(method, methodName), madeKnownBy, setting(grindIndex)].filter(Boolean).join(' · '),
      href: `${serviceOrigin()}${path}${grinder ? `&grinder=${grinder}` : ''}`,
    }))
    return [...own.filter(({ slug }) => slug !== card.method), ...known]
  }

  /** The list, while it is open. */
  function list(card: CardView, kind: ListKind) {
    const { speaker, choices, picking } = card
    if (picking !== kind) return nothing
    const isGrinder = kind === 'grinder'
    const take = ({ detail }: CustomEvent<string>) =>
      isGrinder ? takeGrinder(card, detail) : kind === 'coffee' ? card.pickCoffee(detail) : follow(card, detail)
    return html`<dialin-picker id="list" .choices=${choices} .words=${speaker} .label=${kind === 'ways' ? speaker.ways : speaker.coffee} .isGrinder=${isGrinder} .chosen=${isGrinder ? before?.slug : card.shownCoffee} @pick=${take} @preview=${preview} @close=${() => close(card)}></dialin-picker>`
  }

  async function close(card: CardView) {
    const { picking } = card
    if (!isTaken) show(before)
    if (picking === 'failed') return
    card.picking = undefined
    await card.focusOn(picking === 'coffee' ? '.title' : `.${picking}`)
  }

  /** A technique is nobody's, so only the roaster's own recipes count. */
  function follow({ methods, shareId, grinder }: CardView, slug: string) {
    const own = methods.find(({ method }) => method === slug)
    if (own) track('click', { shareId, method: own.method, grinder })
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
