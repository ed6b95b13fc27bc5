import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { colourIn } from '../../adapters/design/tokens.ts'
import { accentSwatches } from '../../core/embeds/model.ts'
import { readableOn, textOn } from '../../widget/colour.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)

/** WCAG 2 contrast, implemented independently from the standard. */
function contrast(one: string, other: string) {
  const luminance = (hex: string) => {
    const linear = (at: number) => {
      const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
  }
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

describe('the accent colour', () => {
  test('has readable text on it, whatever it is', () => {
    fc.assert(fc.property(colour, accent => contrast(accent, textOn(accent)) >= 4.5))
    expect([textOn('#1D3557'), textOn('#ffdd00')]).toEqual(['#ffffff', '#000000'])
  })

  test.each([
    [colourIn('light', 'surface'), colourIn('light', 'ink')],
    [colourIn('dark', 'surface'), colourIn('dark', 'ink')],
  ])('can be read as text on %s, and is left alone where it already can', (background, ink) => {
    fc.assert(
      fc.property(colour, accent => {
        const shown = readableOn(background, accent, ink)
        return contrast(shown, background) >= 4.5 && (contrast(accent, background) < 4.5 || shown === accent)
      }),
    )
  })

  test('stays as vivid on a dark page as the roaster chose it', () => {
    const saturation = (colour: string) => {
      const parts = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
      return (Math.max(...parts) - Math.min(...parts)) / Math.max(...parts)
    }
    for (const accent of accentSwatches) {
      const shown = readableOn(colourIn('dark', 'surface'), accent, colourIn('dark', 'ink'))
      expect([accent, Math.abs(saturation(shown) - saturation(accent)) < 0.02]).toEqual([accent, true])
    }
  })
})
