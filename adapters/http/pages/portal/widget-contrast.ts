import { tenths } from '../../../../core/rounding.ts'
import { contrastOf, textOn } from '../../../../widget/colour.ts'
import { colourIn, type Scheme, schemes } from '../../../design/tokens.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'
import type { WidgetSettings } from './widget-draft.ts'

/**
 * WCAG 2: the minimum contrast of text with its background, and of controls with their
 * surroundings.
 */
const READABLE = 4.5
const VISIBLE = 3

/** How well the colour works, in words: under text, as text, and against the page. */
export function contrastLines({ accentColor, theme }: Pick<WidgetSettings, 'accentColor' | 'theme'>): Html {
  const on = textOn(accentColor)
  const around = theme === 'auto' ? schemes : [theme]
  const warnings = around.flatMap(scheme => {
    const ratio = contrastOf(accentColor, colourIn(scheme, 'surface'))
    return ratio < READABLE ? warning(scheme, ratio) : []
  })
  return html`<p class="reads-well">${icon('check')}${on === WHITE ? 'White' : 'Black'} text on it reads well (${inWords(contrastOf(on, accentColor))}).</p>${warnings.map(sentence => html`<p class="warned">${icon('fault')}${sentence}</p>`)}`
}

const WHITE = textOn(colourIn('light', 'ink'))
const inWords = (ratio: number) => `${tenths(ratio)}:1`

/** The same rule as in widget/recipe-card.ts. */
function warning(scheme: Scheme, ratio: number) {
  if (scheme === 'dark') return `It is hard to see on a dark page (${inWords(ratio)}), so we use a lighter shade there.`
  return ratio < VISIBLE
    ? `The button hardly stands out on a light page (${inWords(ratio)}). For text we use a darker shade.`
    : `It is hard to read as text on a light page (${inWords(ratio)}), so we use a darker shade there.`
}
