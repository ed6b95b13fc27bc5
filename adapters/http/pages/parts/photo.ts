import type { Coffee } from '../../../../core/coffees/model.ts'
import type { Picture } from '../../../../core/pictures/model.ts'
import { type Html, html } from '../html.ts'
import { bag } from './figures.ts'

/**
 * An uploaded picture in the size that fits; `drawn` says how wide it is shown. Pictures below the
 * fold are loaded later.
 */
export function photo({ sizes }: Picture, alt: string, drawn: string, isAtTop = false): Html {
  const [first] = sizes
  const usual = sizes.find(({ width }) => width >= 400) ?? sizes.at(-1)
  if (!first || !usual) return html``
  const all = sizes.map(({ path, width }) => `${path} ${width}w`).join(', ')
  return html`<img class="photo" src="${usual.path}" srcset="${all}" sizes="${drawn}" width="${usual.width}" height="${usual.height}" alt="${alt}"${isAtTop ? '' : html` loading="lazy"`} decoding="async">`
}

type CoffeeShown = Pick<Coffee, 'name' | 'roasterName' | 'roastLevel' | 'picture'>

/** A small image of a coffee, on a card or in a row: its picture, or a drawn bag. */
export const coffeeFront = ({ name, roasterName, roastLevel, picture }: CoffeeShown): Html =>
  picture ? photo(picture, name, '260px') : bag(roasterName, roastLevel)
