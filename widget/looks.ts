import type { RoasterEmbed } from '../core/embeds/model.ts'
import type { Attributes } from './attributes.ts'
import { contrastOf, readableOn, type Theme, textOn, themeAround } from './colour.ts'

/** The background and the text of each theme: see build.ts. */
declare const THEME_COLOURS: Record<Theme, [string, string]>

const DEFAULTS = {
  theme: 'light' as NonNullable<Attributes['theme']>,
  layout: 'card' as NonNullable<Attributes['layout']>,
  borderRadius: 4,
  accentColor: '#1D3557',
  showPoweredBy: true,
  language: null as string | null,
}

/** How wide each layout gets at most, in px: the inline one as wide as there is room. */
const WIDTHS = { card: 640, compact: 480, badge: 360, inline: 2000 }

export type CardLooks = ReturnType<typeof looksOf>

/** The page's word, then the roaster's, then ours. */
export function looksOf(card: HTMLElement & { given: Attributes; embed: RoasterEmbed | undefined }, host: HTMLElement) {
  const { given, embed } = card
  const { showPoweredBy, ...said } = given
  const mayHide = embed?.mayHidePoweredBy && showPoweredBy
  const looks = {
    ...DEFAULTS,
    ...embed?.embedConfig,
    ...said,
    ...(mayHide && { showPoweredBy: mayHide === 'true' }),
  }
  return {
    ...looks,
    theme: looks.theme === 'auto' ? themeAround(host, card) : looks.theme,
    language: looks.language ?? host.closest<HTMLElement>('[lang]')?.lang ?? 'en',
  }
}

/** Colours and corners as rules of a stylesheet: a strict page forbids a style attribute. */
export function rulesOf({ theme, layout, accentColor, borderRadius }: CardLooks) {
  const [background, text] = THEME_COLOURS[theme]
  const ink = readableOn(background, accentColor, text)
  // On a dark page a dark button is lightened as its text is.
  const fill = theme === 'dark' ? ink : accentColor
  // On white paper, a white button has an edge.
  const rim = contrastOf(fill, background) < 1.2 ? textOn(fill) : fill
  return `:host{--accent:${fill};--rim:${rim};--on-accent:${textOn(fill)};--accent-ink:${ink};--radius:${borderRadius}px;--wide:${WIDTHS[layout]}px}`
}
