import { isOwnersPage, readAttributes } from './attributes.ts'
import { drawAll } from './grinder.ts'
import type { RecipeCard } from './recipe-card.ts'
import css from './styles.css' with { type: 'text' }
import { badge, box } from './templates.ts'

const styles = new CSSStyleSheet()
styles.replaceSync(css)
const mounted = new WeakMap<Element, { card: RecipeCard | undefined; faults: string[] }>()

/** Turns an element into a card, once, and follows its attributes. Its own content stays where it is, behind the card. */
export function mount(host: HTMLElement) {
  if (mounted.has(host)) return
  show(host)
  new MutationObserver(() => show(host)).observe(host, { attributes: true })
}

/** A page that changes its language or its colours changes its cards too. */
export function followPage() {
  const observer = new MutationObserver(drawAll)
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)
}

function show(host: HTMLElement) {
  const { given, faults } = readAttributes(host)
  const before = mounted.get(host)
  let card = before?.card
  for (const fault of faults) if (!before?.faults.includes(fault)) console.warn(`[dialin] ${fault}`)
  if (!card && (given.serviceWidget || isOwnersPage)) {
    card = document.createElement('dialin-recipes') as RecipeCard
    const root = shadowOf(host)
    root.adoptedStyleSheets = [styles, card.styles]
    card.host = host
    card.given = given
    card.faults = faults
    card.template = shown => (shown.looks.layout === 'badge' ? badge : box)(shown)
    root.append(card)
  } else card?.follow(given, faults)
  mounted.set(host, { card, faults })
}

/** Some elements can have no shadow tree (a list item, a link), and one may have one already: then a child has it. */
function shadowOf(host: HTMLElement) {
  try {
    return host.attachShadow({ mode: 'open' })
  } catch {
    const child = document.createElement('div')
    host.append(child)
    return child.attachShadow({ mode: 'open' })
  }
}
