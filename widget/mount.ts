import { adoptStyles } from 'lit'
import { documentedAttributes, isOwnersPage, readAttributes } from './attributes.ts'
import { drawAll } from './grinder.ts'
import { cardParts, type RecipeCard } from './recipe-card.ts'
import { aroundStyles } from './styles/around.ts'

/** What is in each element of the page: its card, once it names a roaster, and what is wrong with its attributes. */
const mounted = new WeakMap<Element, { card: RecipeCard | undefined; faults: string[] }>()

/** Turns an element into a card, once, and follows its attributes. Its own content stays where it is, behind the card. */
export function mount(host: HTMLElement) {
  if (mounted.has(host) || host.localName === 'dialin-recipes') return
  followHost(host)
  new MutationObserver(() => followHost(host)).observe(host, { attributes: true })
}

/** A page that changes its language or its colours changes its cards too. */
export function followPage() {
  const observer = new MutationObserver(drawAll)
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)
}

function followHost(host: HTMLElement) {
  const { given, faults } = readAttributes(host)
  const before = mounted.get(host)
  for (const fault of faults) if (!before?.faults.includes(fault)) console.warn(`[dialin] ${fault}`)
  const isNew = !before?.card && (given.serviceWidget || isOwnersPage)
  const card = isNew ? (document.createElement('dialin-recipes') as RecipeCard) : before?.card
  for (const name of card ? documentedAttributes : []) {
    const value = host.getAttribute(name)
    if (value === null) card?.removeAttribute(name)
    else card?.setAttribute(name, value)
  }
  if (isNew && card) place(card, host)
  mounted.set(host, { card, faults })
}

function place(card: RecipeCard, host: HTMLElement) {
  card.setAttribute('exportparts', cardParts)
  // What the page has inside its element is shown where the card has nothing to show.
  card.append(document.createElement('slot'))
  const root = shadowOf(host)
  adoptStyles(root, [aroundStyles, card.colours])
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
