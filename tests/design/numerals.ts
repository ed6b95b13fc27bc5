import { expect, test } from 'bun:test'
import { faceToFace, NARROWEST_FACES } from '../../adapters/design/dial/face-to-face.ts'
import { type DialFace, dialFrom } from '../../adapters/design/dial/ticks.ts'
import { html } from '../../adapters/http/pages/html.ts'
import { curveThrough } from '../../core/grind/curve.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'

/**
 * An independent estimate: a digit 0.6 as wide as high, a point half of that, and a space between
 * two.
 */
export const widthOf = (numeral: string, size: number) => {
  const points = numeral.split('.').length - 1
  return size * (0.6 * (numeral.length - points) + 0.3 * points)
}
export const touching = (drawing: string, width: number, size: number, name = 'numeral') => {
  const boxes = [...drawing.matchAll(new RegExp(`<text class="(${name}[^"]*)" x="(-?[\\d.]+)%"[^>]*>([^<]*)<`, 'g'))]
    .map(([, classes = '', at, numeral = '']) => {
      const wide = widthOf(numeral, size)
      const anchor = / first/.test(classes) ? 0 : / last/.test(classes) ? wide : wide / 2
      const left = (Number(at) * width) / 100 - anchor
      return { numeral, left, right: left + wide }
    })
    .sort((a, b) => a.left - b.left)
  return boxes
    .filter(({ left }, at) => left < (boxes[at - 1]?.right ?? -Infinity) + size / 5)
    .map(({ numeral }) => numeral)
}
export const countOf = (drawing: string, name: string) => drawing.split(`<text class="${name}`).length - 1

const faces = (dial: DialFace, grindIndex: number, narrow: boolean) => {
  const at = curveThrough(dial.references).settingAt(grindIndex)
  const names = { fromName: '', toName: '', fromLabel: '', toLabel: '' }
  return String(
    faceToFace(
      { html, svg: html },
      { from: dial, to: dial, grindIndex, range: { min: at, max: at }, ...names, narrow, sentence: '' },
    ),
  )
}
/** The numerals that the mark's line would cross. */
const crossed = (drawing: string, width: number, side: string) => {
  const mark = Number(/<line class="line" x1="(-?[\d.]+)%/.exec(drawing)?.[1])
  return [...drawing.matchAll(new RegExp(`<text class="numeral ${side}" x="(-?[\\d.]+)%"[^>]*>([^<]*)<`, 'g'))]
    .filter(([, at, numeral = '']) => {
      const away = (Math.abs(Number(at) - mark) * width) / 100
      return away < widthOf(numeral, NARROWEST_FACES.numeral) / 2
    })
    .map(([, , numeral]) => numeral)
}
/**
 * Whether the mark is on the dial, and the part of the scale on a phone shows two real settings.
 */
const hasTwo = (dial: DialFace, grindIndex: number) => {
  const { min, max, atLeast, atMost, holds } = dialOf(dial)
  const { settingAt } = curveThrough(dial.references)
  const [from = min, to = max] = [grindIndex - 18.9, grindIndex + 18.9].map(settingAt).sort((a, b) => a - b)
  return holds(settingAt(grindIndex)) && atLeast(from) < atMost(to)
}

/** Tests each grinder with the mark at these positions of the scale. */
export const facesCanBeRead = (places: number[]) =>
  test(`face to face, above and below, on a phone and on a page, at ${places.join(', ')}`, () => {
    for (const [slug, dial] of shippedGrinders.list().map(grinder => [grinder.slug, dialFrom(grinder)] as const))
      for (const narrow of [false, true])
        for (const grindIndex of places) {
          const drawing = faces(dial, grindIndex, narrow)
          const width = narrow ? NARROWEST_FACES.narrow : NARROWEST_FACES.wide
          // The mark is labelled, so one numeral next to it is enough.
          const least = hasTwo(dial, grindIndex) ? 1 : 0
          for (const side of ['upper', 'lower']) {
            const seen = [slug, narrow, grindIndex, side]
            const touched = touching(drawing, width, NARROWEST_FACES.numeral, `numeral ${side}`)
            const isEnough = countOf(drawing, `numeral ${side}`) >= least
            const found = [...seen, touched, crossed(drawing, width, side), isEnough]
            expect(found).toEqual([...seen, [], [], true])
          }
        }
  })
