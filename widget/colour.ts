type Rgb = [number, number, number]

/** WCAG 2: text of this size needs 4.5 to 1 against what is behind it. */
const READABLE = 4.5

/** Black or white, whichever stands out more on a colour; one of them always reaches 4.58 to 1. */
export const textOn = (colour: string) => (luminance(rgb(colour)) > MIDDLE ? '#000000' : '#ffffff')

/**
 * The colour itself if it can be read as text on the background, else a shade that can. It is made brighter first, which
 * helps on a dark background and keeps it vivid, and then mixed with `ink`.
 */
export function readableOn(background: string, colour: string, ink: string) {
  const [from, behind] = [rgb(colour), rgb(background)]
  const brightest = from.map(part => (part * 255) / Math.max(...from, 1)) as Rgb
  for (let share = 0; share < 2; share += 0.05) {
    const [one, other] = share < 1 ? [from, brightest] : [brightest, rgb(ink)]
    const mixed = one.map((part, at) => Math.round(part + ((other[at] as number) - part) * (share % 1))) as Rgb
    if (contrast(mixed, behind) >= READABLE) return hex(mixed)
  }
  return ink
}

/** How much one colour stands out from another, from 1 to 21. */
export const contrastOf = (one: string, other: string) => contrast(rgb(one), rgb(other))

export type Theme = 'light' | 'dark'

/**
 * Of the nearest colour behind an element. A picture or gradient has none to read: there, and where the
 * page paints nothing, the theme suits the colour of the text.
 */
export function themeAround(element: Element, card: Element): Theme {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(at)
    const [isLight, opacity] = shadeOf(backgroundColor)
    if (backgroundImage !== 'none') return themeOfText(color)
    if (opacity >= 0.5) return isLight ? 'light' : 'dark'
  }
  return themeOfText(getComputedStyle(card).color)
}

const themeOfText = (colour: string) => (shadeOf(colour)[0] ? 'dark' : 'light')

function shadeOf(colour: string) {
  const [first = 0, second = 0, third = 0, opacity = 1] = (colour.match(/(?<=[ ,(])[\d.]+/g) ?? []).map(Number)
  const most = /^color/.test(colour) ? 255 : 1
  // Lab and its kin begin with the lightness, to 1 (oklch) or to 100 (lab).
  const isLight = /^(rgb|color)/.test(colour)
    ? luminance([first * most, second * most, third * most]) > MIDDLE
    : first > (first > 1 ? 50 : 0.5)
  return [isLight, opacity] as const
}

/** The luminance on which black and white stand out alike: (L + 0.05)² = 1.05 × 0.05. */
const MIDDLE = 0.179

const rgb = (colour: string) => [1, 3, 5].map(at => Number(`0x${colour.slice(at, at + 2)}`)) as Rgb
const hex = (colour: Rgb) => `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`

function contrast(one: Rgb, other: Rgb) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance of sRGB, as WCAG 2 defines it. */
function luminance(colour: Rgb) {
  const [r, g, b] = colour.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
