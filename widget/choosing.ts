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
  const { html, nothing, serviceOrigin, get, track, loadDial, visitorGrinder, showGrinder } = lent
  /** The slug that was taken last: of several choices in a row, that one counts. */
  let latest: string | undefined
  /** What the visitor had when the list was opened: shown again if nothing is taken. */
  let before: VisitorGrinder | undefined
  let coffeeBefore = ''
  let isTaken = false
  customElements.define('dialin-picker', pickerOf(lent))

  async function open(card: CardView, kind: ListKind) {
    card.choices = await { coffee: coffees, grinder: grinders, ways }[kind](card)
    before = visitorGrinder()
    coffeeBefore = card.shownCoffee
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

  /** Techniques, each with its setting on the visitor's grinder. What the roaster brews it with is in the tabs. */
  async function ways({ speaker, shareId }: CardView): Promise<PickerRow[]> {
    const words = { ...secondEnglish, ...speaker }
    const mine = visitorGrinder()
    const grinder = mine?.slug
    const [dial, { techniques }] = await Promise.all([
      mine && loadDial(),
      get<Pick<CoffeeEmbed, 'techniques'>>(`/api/embed/${shareId}`),
    ])
    const setting = (grindIndex: number) => mine && dial?.visitorSetting(mine, grindIndex, speaker).label
    return techniques.map(({ slug, name, method, methodName, madeKnownBy, grindIndex, path }) => ({
      slug,
      brand: words.techniques,
      name,
      note: [speaker.name(method, methodName), madeKnownBy, setting(grindIndex)].filter(Boolean).join(' · '),
      href: `${serviceOrigin()}${path}${grinder ? `&grinder=${grinder}` : ''}`,
    }))
  }

  /** The list, while it is open. */
  function list(card: CardView, kind: ListKind) {
    const { speaker, choices, picking } = card
    if (picking !== kind) return nothing
    const isGrinder = kind === 'grinder'
    const isCoffee = kind === 'coffee'
    const take = ({ detail }: CustomEvent<string>) => {
      if (isGrinder) return takeGrinder(card, detail)
      isTaken = true
      if (isCoffee) card.pickCoffee(detail)
    }
    const preview = ({ detail }: CustomEvent<string>) =>
      isGrinder ? previewGrinder(detail) : card.pickCoffee(detail || coffeeBefore)
    return html`<dialin-picker id="list" .choices=${choices} .words=${speaker} .label=${isCoffee ? speaker.coffee : speaker.ways} .isGrinder=${isGrinder} .chosen=${isGrinder ? before?.slug : coffeeBefore} @pick=${take} @preview=${preview} @close=${() => close(card)}></dialin-picker>`
  }

  async function close(card: CardView) {
    const { picking } = card
    if (!isTaken) {
      show(before)
      if (picking === 'coffee') card.pickCoffee(coffeeBefore)
    }
    if (picking === 'failed') return
    card.picking = undefined
    await card.focusOn(picking === 'coffee' ? '.title' : `.${picking}`)
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
  async function previewGrinder(slug: string) {
    if (!slug || slug === before?.slug) return show(before)
    const grinder = await fetched(slug).catch(() => before)
    if (latest === slug) show(grinder)
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
