import { describe, expect, test } from 'bun:test'
import { broughtForward, momentOf } from '../../adapters/design/brew-clock.ts'
import { chartAxis, NARROWEST_CHART } from '../../adapters/design/dial/chart.ts'
import { faceToFace } from '../../adapters/design/dial/face-to-face.ts'
import { angleOf, degreesPerStep, NUMERAL, ring } from '../../adapters/design/dial/ring.ts'
import { landmarksFor, reachOf } from '../../adapters/design/dial/ruler.ts'
import { NARROWEST_STRAIGHT, straight } from '../../adapters/design/dial/straight.ts'
import { dialFrom } from '../../adapters/design/dial/ticks.ts'
import { poursIn } from '../../adapters/design/pour.ts'
import { html } from '../../adapters/http/pages/html.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { countOf, facesCanBeRead, touching, widthOf } from './numerals.ts'

const pen = { html, svg: html }
const faceOf = (slug: string) => {
  const grinder = shippedGrinders.bySlug(slug)
  if (!grinder) throw new Error(slug)
  return dialFrom(grinder)
}
const kUltra = faceOf('1zpresso-k-ultra')
const c40 = faceOf('comandante-c40-mk4')
const all = shippedGrinders.list().map(grinder => [grinder.slug, dialFrom(grinder)] as const)

const numeralsIn = (drawing: unknown) =>
  [...String(drawing).matchAll(/class="numeral[^>]*>([^<]*)</g)].map(match => match[1])
const sentence = '7.5 on your K-Ultra; anything from 6.7 to 8.3 could be right.'

describe('a ring', () => {
  test('turns by 300 degrees over its dial, within 3.6 and 6.6 degrees a step, and by 12 for a single step', () => {
    expect([degreesPerStep(kUltra), degreesPerStep(c40), degreesPerStep(c40, 1)]).toEqual([3.6, 6.6, 12])
    for (const [slug, dial] of all) {
      const fits = 300 / dialOf(dial).steps
      expect([slug, degreesPerStep(dial)]).toEqual([slug, Math.min(6.6, Math.max(3.6, fits))])
    }
  })

  test('has fine on the left, also if finer is higher', () => {
    expect(angleOf(kUltra, 8, 7.5)).toBeCloseTo(18)
    const backwards = all.find(([, dial]) => dial.finerIsHigher)?.[1]
    if (!backwards) throw new Error('no grinder counts backwards')
    const { min, max } = dialOf(backwards)
    expect(angleOf(backwards, max, min)).toBeLessThan(0)
  })

  test("shows the device's numerals around the setting, the setting, the band and one mark", () => {
    const drawing = String(ring(pen, { dial: kUltra, setting: 7.5, range: { min: 6.7, max: 8.3 }, sentence }))
    expect(numeralsIn(drawing)).toEqual(['5', '6', '7', '8', '9', '10'])
    expect(drawing).toMatch(/class="setting"[^>]*>7\.5</)
    expect(drawing).toContain(`role="img" aria-label="${sentence}"`)
    expect([drawing.match(/class="band"/g)?.length, drawing.match(/class="mark"/g)?.length]).toEqual([1, 1])
  })

  test('draws the band from one end of the range to the other, to the degree', () => {
    const drawing = String(ring(pen, { dial: kUltra, setting: 7.5, range: { min: 6.7, max: 8.3 }, sentence }))
    const [, x = '', y = ''] = /class="band" d="M(-?[\d.]+) (-?[\d.]+)A/.exec(drawing) ?? []
    expect((Math.atan2(Number(x), -Number(y)) * 180) / Math.PI).toBeCloseTo(-8 * 3.6, 0)
  })

  test('for a next step has a hollow mark at the old setting', () => {
    const drawing = String(ring(pen, { dial: c40, setting: 21, from: 20, range: { min: 19, max: 24 }, sentence }))
    expect(drawing).toContain('class="mark-from" transform="rotate(-12)"')
    expect(numeralsIn(drawing)).toContain('21')
  })

  test('for a long step on a fine dial shows both marks, and the arrow follows', () => {
    const drawing = String(
      ring(pen, { dial: kUltra, setting: 6.7, from: 7.5, range: { min: 6.2, max: 7.2 }, sentence }),
    )
    expect(drawing).toContain('class="mark-from" transform="rotate(36)"')
    expect(drawing).toMatch(/class="arrow" d="M[-\d. ]+A374 374 0 0 0 /)
    expect(numeralsIn(drawing)).toEqual(expect.arrayContaining(['6', '7']))
  })

  test('leaves out numerals that its end would cut, which differ on a phone', () => {
    const drawing = String(ring(pen, { dial: c40, setting: 23, range: { min: 20, max: 26 }, sentence }))
    const classOf = (numeral: string) => new RegExp(`class="([^"]*)"[^>]*>${numeral}<`).exec(drawing)?.[1]
    expect(['25', '30', '35', '15'].map(classOf)).toEqual(['numeral', 'numeral', 'numeral cut', 'numeral'])
    const other = String(ring(pen, { dial: c40, setting: 21, range: { min: 20, max: 26 }, sentence }))
    expect(/class="([^"]*)"[^>]*>30</.exec(other)?.[1]).toBe('numeral cut-on-phone')
  })

  test('past the end of the dial has a hollow mark and no band', () => {
    const drawing = String(
      ring(pen, { dial: kUltra, setting: 10, range: { min: 10, max: 10 }, beyond: true, sentence }),
    )
    expect(drawing).toContain('class="mark beyond"')
    expect(drawing).not.toContain('class="band"')
  })

  test('with nothing set has neither mark nor band', () => {
    const drawing = String(ring(pen, { dial: kUltra, sentence }))
    expect(drawing).not.toMatch(/class="(mark|band)/)
    expect(drawing).toContain('>?</text>')
  })

  test('of any grinder, at either end, draws numbers and a readable numeral', () => {
    for (const [slug, dial] of all)
      for (const setting of [dialOf(dial).min, dialOf(dial).max]) {
        const drawing = String(ring(pen, { dial, setting, sentence }))
        expect([slug, drawing.includes('NaN'), numeralsIn(drawing).length > 0]).toEqual([slug, false, true])
      }
  })
})

describe('a straight dial', () => {
  test('of any grinder has as many numerals as fit, and its mark on the line', () => {
    for (const [slug, dial] of all)
      for (const numerals of [6, 11]) {
        const drawing = straight(pen, { dial, setting: dialOf(dial).max, numerals, sentence })
        const count = numeralsIn(drawing).length
        expect([slug, numerals, count >= 2 && count <= numerals + 1]).toEqual([slug, numerals, true])
        expect(String(drawing)).not.toContain('NaN')
      }
  })
})

test('two dials face to face: the mark, and the band of the lower one around it', () => {
  const view = {
    from: c40,
    to: kUltra,
    grindIndex: 40,
    range: { min: 6.7, max: 8.8 },
    fromName: 'C40',
    toName: 'K-Ultra',
  }
  const drawing = String(faceToFace(pen, { ...view, fromLabel: '24 clicks', toLabel: '7.8', sentence }))
  const mark = Number(/class="line" x1="([\d.]+)%/.exec(drawing)?.[1])
  const [, from, width] = (/class="band" x="([\d.]+)%" width="([\d.]+)%/.exec(drawing) ?? []).map(Number)
  expect(mark).toBeGreaterThan(from ?? Infinity)
  expect(mark).toBeLessThan((from ?? 0) + (width ?? 0))
})

describe('no numeral of any grinder touches another', () => {
  facesCanBeRead([25, 55])

  test('on a line', () => {
    for (const [slug, dial] of all)
      for (const numerals of [5, 6, 9, 11]) {
        const drawing = String(straight(pen, { dial, numerals, sentence }))
        const touched = touching(drawing, NARROWEST_STRAIGHT.width, NARROWEST_STRAIGHT.numeral)
        expect([slug, numerals, touched]).toEqual([slug, numerals, []])
        expect([slug, countOf(drawing, 'numeral') >= 2]).toEqual([slug, true])
      }
  })

  test('at the head of a chart, on a phone without the spare ones', () => {
    const { page, phone } = NARROWEST_CHART
    for (const [slug, dial] of all) {
      const drawing = String(chartAxis(pen, dial))
      const onPhone = drawing.replaceAll(/<text class="numeral \w* ?spare".*?<\/text>/g, '')
      const onPage = drawing.replaceAll(/ (first|last)/g, '')
      expect([slug, touching(onPage, page.width, page.numeral)]).toEqual([slug, []])
      expect([slug, touching(onPhone, phone.width, phone.numeral)]).toEqual([slug, []])
      expect([slug, countOf(onPhone, 'numeral') >= 2]).toEqual([slug, true])
    }
  })

  test.each([
    ['1zpresso-j-max', '0.0.0 1.0.0 2.0.0 3.0.0 4.0.0 5.0.0', '0.0.0 2.0.0 4.0.0'],
    ['weber-key-mk1', '0.0.0 1.0.0 2.0.0 3.0.0', '0.0.0 1.0.0 2.0.0 3.0.0'],
    ['knock-aergrind', '0+0 1+0 2+0 3+0 4+0 5+0', '0+0 2+0 4+0'],
    ['fellow-ode-gen-1', '2 4 6 8 10', '2 4 6 8 10'],
    ['baratza-vario', '2A 4A 6A 8A 10A', '2A 4A 6A 8A 10A'],
  ])('of %s stand where its own count is round, in a chart and on a line', (slug, inChart, onLine) => {
    const dial = faceOf(slug)
    const drawings = [chartAxis(pen, dial), straight(pen, { dial, sentence })]
    expect(drawings.map(drawing => numeralsIn(drawing).join(' '))).toEqual([inChart, onLine])
  })

  test('on a ring', () => {
    for (const [slug, dial] of all) {
      const { min, max, nearest } = dialOf(dial)
      for (const setting of [min, nearest((min + max) / 2), max]) {
        const drawing = String(ring(pen, { dial, setting, sentence }))
        const places = [
          ...drawing.matchAll(/class="numeral[^>]*rotate\((-?[\d.]+)\) translate\(0 -([\d.]+)\)[^>]*>([^<]*)</g),
        ].map(([, degrees, radius, numeral = '']) => {
          const at = (Number(degrees) * Math.PI * Number(radius)) / 180
          return { numeral, at, half: widthOf(numeral, NUMERAL) / 2 }
        })
        const sorted = places.sort((a, b) => a.at - b.at)
        const touched = sorted.filter(({ at, half }, place) => {
          const before = sorted[place - 1]
          return before && at - half < before.at + before.half
        })
        expect([slug, setting, touched.map(({ numeral }) => numeral)]).toEqual([slug, setting, []])
        expect([slug, setting, places.length >= 2]).toEqual([slug, setting, true])
      }
    }
  })
})

test('the ruler is solid where the dial reaches', () => {
  expect(reachOf(kUltra)).toEqual({ min: 0, max: 54.9 })
})

test('the method always has its name on the ruler, others if none touch', () => {
  const names = (...[method, landmarks]: Parameters<typeof landmarksFor>) =>
    landmarksFor(method, landmarks).map(({ name, isSpare }) => (isSpare ? `(${name})` : name))
  expect(names('clever', 5)).toEqual(['Clever Dripper', 'Espresso', 'Cold brew', '(Moka pot)'])
  expect(names('v60', 5)).toEqual(['V60', 'Espresso', 'Cold brew', '(French press)', '(Moka pot)'])
  expect(names(undefined, 3)).toEqual(['Espresso', 'Cold brew', 'V60'])
})

test('water is poured at six grams a second, and never into the next pour; a swirl changes nothing', () => {
  const steps = [
    { atSeconds: 0, action: 'bloom' as const, toGrams: 45 },
    { atSeconds: 45, action: 'pour' as const, toGrams: 150 },
    { atSeconds: 50, action: 'swirl' as const },
    { atSeconds: 60, action: 'pour' as const, toGrams: 250 },
  ]
  const pours = [
    { step: 0, from: 0, to: 7.5, before: 0, after: 45 },
    { step: 1, from: 45, to: 60, before: 45, after: 150 },
    { step: 3, from: 60, to: 60 + 100 / 6, before: 150, after: 250 },
  ]
  const brew = { method: 'v60' as const, steps, seconds: 180 }
  expect(poursIn(brew)).toEqual(pours)
  const swirledEarly = broughtForward(brew, 1, 48)
  expect([swirledEarly.steps[2]?.atSeconds, swirledEarly.seconds, poursIn(swirledEarly)]).toEqual([48, 180, pours])
  // The drawing goes on, but a person who swirls is not told to pour.
  expect(momentOf(brew, 51)).toMatchObject({ step: 2, pour: undefined })
})

describe('the brew timer', () => {
  const steps = [
    { atSeconds: 0, action: 'bloom' as const, toGrams: 45 },
    { atSeconds: 45, action: 'pour' as const, toGrams: 150 },
    { atSeconds: 90, action: 'wait' as const },
  ]
  const at = (seconds: number) => momentOf({ method: 'v60', steps, seconds: 180 }, seconds)

  test('says how much to pour and how long the pour lasts', () => {
    expect(at(46)).toEqual({
      step: 1,
      grams: 51,
      pour: { before: 45, after: 150, secondsLeft: 17 },
      secondsLeft: 44,
      secondsOver: undefined,
      isForgotten: false,
    })
  })

  test('counts down to the next step between pours, and to the end after the last', () => {
    expect(at(20)).toMatchObject({ step: 0, grams: 45, pour: undefined, secondsLeft: 25 })
    expect(at(100)).toMatchObject({ step: 2, grams: 150, secondsLeft: 80, secondsOver: undefined })
  })

  test('moves on for a person who is ahead: later steps move up, and the end is when they say', () => {
    const ahead = broughtForward({ method: 'v60', steps, seconds: 180 }, 0, 30.7)
    expect([ahead.steps.map(({ atSeconds }) => atSeconds), ahead.seconds]).toEqual([[0, 30, 75], 165])
    expect(momentOf(ahead, 30.7)).toMatchObject({ step: 1, secondsLeft: 45 })
    const done = broughtForward(ahead, 2, 150.2)
    expect(done.seconds).toBe(150)
  })

  test('runs on past its planned end, in its last step, until it is stopped or forgotten', () => {
    expect(at(179.9)).toMatchObject({ step: 2, secondsLeft: 1, secondsOver: undefined })
    expect(at(180)).toMatchObject({ step: 2, secondsLeft: 0, secondsOver: 0, isForgotten: false })
    expect(at(200.7)).toMatchObject({ step: 2, secondsOver: 20, isForgotten: false })
    expect(broughtForward({ method: 'v60', steps, seconds: 180 }, 2, 200.7).seconds).toBe(200)
    expect([779, 780].map(seconds => at(seconds).isForgotten)).toEqual([false, true])
  })

  test('shows a last step due at the planned end, also to a person who gets there early', () => {
    const press = {
      method: 'french_press' as const,
      steps: [
        { atSeconds: 0, action: 'steep' as const },
        { atSeconds: 240, action: 'plunge' as const },
      ],
      seconds: 240,
    }
    expect(momentOf(press, 240)).toMatchObject({ step: 1, secondsOver: 0, isForgotten: false })
    expect(momentOf(broughtForward(press, 0, 200.4), 200.4)).toMatchObject({ step: 1, secondsOver: 0 })
  })

  test('waits for a cold brew for as long again, up to the longest time that can be logged', () => {
    const isForgotten = (hours: number, at: number) =>
      momentOf({ method: 'cold_brew', steps, seconds: hours * 3600 }, at * 3600).isForgotten
    expect([isForgotten(16, 31), isForgotten(16, 32), isForgotten(48, 71), isForgotten(48, 72)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})
