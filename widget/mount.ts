import { readAttributes } from './attributes.ts'
import type { RecipeCard } from './recipe-card.ts'
import css from './styles.css' with { type: 'text' }
import { badge, box } from './templates.ts'

const styles = new CSSStyleSheet()
styles.replaceSync(css)
const mounted = new WeakSet<Element>()

/** Turns an element into a card, once. Its own content stays where it is, behind the card. */
export function mount(host: HTMLElement) {
  if (mounted.has(host)) return
  mounted.add(host)
  const attributes = readAttributes(host)
  if (!attributes) return
  const root = shadowOf(host)
  const card = document.createElement('dialin-recipes') as RecipeCard
  card.lang = 'en'
  card.attributesGiven = attributes
  card.template = shown => (shown.config.layout === 'badge' ? badge : box)(shown)
  root.adoptedStyleSheets = [styles, card.styles]
  root.append(card)
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
