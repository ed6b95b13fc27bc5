import { type BrandCount, brandsOf } from '../../../core/grind/picker.ts'
import { folded } from '../../../core/names.ts'
import { type Html, html } from './html.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']
/** How many brands a phone shows before the others are asked for. */
const MOST_BY_SIZE = 14

interface IndexView {
  grinders: readonly { brand: string }[]
  /** The brand that the page shows. */
  brand: string | undefined
  /** What a phone lists: the brands with this letter, or all of them. */
  letter: string | undefined
  href: (change: { brand?: string; letter?: string }) => string
}

/** Every brand with its number of grinders; on phones letters and the largest ones first. */
export function brandIndex({ grinders, brand: shown, letter, href }: IndexView): Html {
  const brands = brandsOf(grinders)
  const link = ({ brand, count }: BrandCount) =>
    html`<a href="${href({ brand })}"${brand === shown ? html` aria-current="true"` : ''}>${brand}<span class="quiet">${count}</span></a>`
  const bySize = brands.toSorted((one, other) => other.count - one.count).slice(0, MOST_BY_SIZE)
  const isListed = ({ brand }: BrandCount) => letter === ALL || letterOf(brand) === letter
  return html`<nav class="brand-index" id="brands" aria-labelledby="brands-title"><h2 id="brands-title">${brands.length === 1 ? '1 brand' : `${brands.length} brands`}</h2>
<ul class="letters" aria-label="By first letter">${LETTERS.map(one => html`<li>${brands.some(({ brand }) => letterOf(brand) === one) ? html`<a href="${href({ letter: one })}#brands"${one === letter ? html` aria-current="true"` : ''}>${one}</a>` : html`<span aria-hidden="true">${one}</span>`}</li>`)}</ul>
${letter ? '' : html`<ul class="by-size">${bySize.map(one => html`<li>${link(one)}</li>`)}</ul>`}
<ul class="by-name">${brands.map(one => html`<li${isListed(one) ? html` class="listed"` : ''}>${link(one)}</li>`)}</ul>
${letter === ALL || brands.length <= MOST_BY_SIZE ? '' : html`<p class="all-brands"><a class="all" href="${href({ letter: ALL })}#brands">Show all ${brands.length} brands</a></p>`}</nav>`
}

/** In place of a letter. */
const ALL = 'all'

/** The letter or `all` in a URL, if it is one. */
export const letterIn = (asked: string | null) => [...LETTERS, ALL].find(one => one === asked)

const letterOf = (brand: string) => {
  const first = folded(brand).charAt(0).toUpperCase()
  return LETTERS.includes(first) ? first : '#'
}
