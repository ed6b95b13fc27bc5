import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { chartOf } from '../../../core/grind/chart.ts'
import { convert } from '../../../core/grind/convert.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { cautionFor, suitsMethod } from '../../../core/grind/suits.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { grinder } from './arbitraries.ts'

describe('whether a grinder suits espresso', () => {
  test.each([
    // Steps between index 4 and 14.
    ['1zpresso-j-max', 'yes'],
    ['baratza-encore-esp', 'yes'],
    ['eureka-mignon-specialita', 'yes'],
    ['comandante-c40-red-clix', 'coarse'],
    ['comandante-c40-mk4', 'no'],
    ['fellow-ode-gen-2', 'no'],
    ['1zpresso-zp6-original', 'no'],
    ['1zpresso-q2-pentagonal', 'no'],
    // Their dials end within the band or before it.
    ['hario-evcg-8b', 'no'],
    ['vssl-java', 'no'],
    ['mueller-ultra-grind', 'no'],
  ])('%s: %s', (slug, expected) => {
    expect(suitsMethod(grinder(slug), 'espresso')).toBe(expected as 'yes')
    expect(chartOf(grinder(slug)).methods[0]).toMatchObject({ key: 'espresso', suits: expected })
  })

  test('is said next to the setting, with low confidence in a conversion', () => {
    const ode = grinder('fellow-ode-gen-2')
    expect(adapt({ method: 'espresso' }, ode)).toMatchObject({ suits: 'no', confidence: 'low', grindLabel: '1.1' })
    expect(adapt({ method: 'v60' }, ode)).toMatchObject({ suits: 'yes', confidence: ode.confidence })
    expect(adapt({ method: 'espresso' }, ode).reasons).toContain('Fellow doesn’t recommend the Ode Gen 2 for espresso')
    expect(convert(grinder('1zpresso-j-max'), '1.3.0', ode)).toMatchObject({
      methods: ['espresso'],
      confidence: 'low',
      caution: 'Fellow doesn’t recommend the Ode Gen 2 for espresso',
    })
    expect(adapt({ method: 'espresso' }, grinder('comandante-c40-red-clix')).reasons).toContain(
      'Coarse steps here: one click changes a lot, so adjust the yield as well',
    )
  })

  test('names a dial that ends too early, not its steps', () => {
    expect(cautionFor(grinder('vssl-java'), 'espresso')).toBe(
      'The VSSL Java’s dial doesn’t go fine enough for espresso',
    )
    expect(cautionFor(grinder('comandante-c40-mk4'), 'espresso')).toBe(
      'The steps of the Comandante C40 MK4 are too large to dial in espresso',
    )
  })

  test('names the fine end of a dial that only just reaches it, not the setting', () => {
    const { reasons, grindLabel } = adapt({ method: 'espresso' }, grinder('femobook-a2'))
    expect(grindLabel).toBe('3 clicks')
    expect(reasons).toContain('The Femobook A2 only just reaches espresso')
  })

  test('does not affect other methods, unless no step of the dial is within their band', () => {
    const coarse = shippedGrinders.list().filter(each =>
      chartOf(each)
        .methods.slice(1)
        .some(({ suits }) => suits !== 'yes'),
    )
    expect(coarse.map(({ slug }) => slug)).toEqual(['kalita-dia-mill'])
  })
})

test('a dial whose steps pass the whole band of a brewer says so next to its setting', () => {
  const caution = 'Coarse steps here: the Kalita DIA Coffee Mill has none within the usual grind for Kalita Wave'
  const mill = grinder('kalita-dia-mill')
  expect(adapt({ method: 'kalita' }, mill)).toMatchObject({ suits: 'coarse', reasons: [caution] })
  expect(chartOf(mill).methods.find(({ key }) => key === 'kalita')).toMatchObject({ suits: 'coarse', caution })
  expect(adapt({ method: 'french_press' }, mill)).toMatchObject({ suits: 'yes', reasons: [] })
})

describe('grinders with the same mechanism', () => {
  test('share one curve, scaled by their clicks', () => {
    for (const each of shippedGrinders.list()) {
      if (!each.curveOf) continue
      const { slug, factor, offset = 0 } = each.curveOf
      const leader = grinder(slug)
      expect(leader.curveOf).toBeUndefined()
      expect<unknown>([each.uncertainty, each.confidence]).toEqual([leader.uncertainty, leader.confidence])
      for (const [at, { grindIndex, setting }] of each.references.entries()) {
        const original = leader.references[at] as (typeof leader.references)[number]
        // The last point may be cut off where the dial ends earlier.
        if (at === 4 && grindIndex < original.grindIndex) continue
        expect([each.slug, grindIndex, setting]).toEqual([
          each.slug,
          original.grindIndex,
          expect.closeTo(offset + original.setting * factor, 2),
        ])
      }
    }
    expect(shippedGrinders.list().filter(({ curveOf }) => curveOf).length).toBe(49)
  })

  test.each([
    ['comandante-c40-mk3', 24, 'comandante-c40-mk4', 24],
    ['comandante-c40-red-clix', 50, 'comandante-c40-mk4', 25],
    ['comandante-c40-mk4', 24, 'comandante-x25-red-clix', 48],
    ['timemore-c2', 20, 'timemore-c2-silver-clix', 50],
    ['timemore-c3', 15, 'timemore-c3-silver-clix', 38],
    ['mahlkonig-ek43-16', 8, 'mahlkonig-ek43-11', 6],
    ['porlex-mini', 6, 'porlex-tall', 6],
  ])('%s %d is %s %d', (from, setting, to, expected) => {
    expect(convert(grinder(from), setting, grinder(to)).to.setting).toBe(expected)
    expect(convert(grinder(from), setting, grinder(to)).rangeReason).toContain('share the same burrs and thread')
  })
})

test('every range in every reply has the labels of the dial', () => {
  const jMax = grinder('1zpresso-j-max')
  expect(convert(grinder('comandante-c40-mk4'), 10, jMax).to.range.label).toMatch(/^\d\.\d\.\d to \d\.\d\.\d$/)
  expect(adapt({ method: 'v60' }, grinder('fellow-ode-gen-2')).grindRange).toMatchObject({
    label: expect.stringContaining(' to '),
  })
  for (const each of shippedGrinders.list())
    for (const { range, rangeLabel } of chartOf(each).methods) expect(range.label).toBe(rangeLabel)
})

test('a range says why it is as wide as it is', () => {
  const [c40, kUltra] = [grinder('comandante-c40-mk4'), grinder('1zpresso-k-ultra')]
  expect(adapt({ method: 'v60' }, c40).rangeReason).toContain('agree closely')
  expect(adapt({ method: 'v60' }, { ...c40, calibrated: true }).rangeReason).toContain('your own calibration')
  expect(convert(c40, 38, kUltra).rangeReason).toContain('straight line')
  expect(adapt({ method: 'v60' }, grinder('hario-mini-mill-slim')).rangeReason).toContain('disagree widely')
})

test('no setting that the dial does not reach is given with more than low confidence', () => {
  // A dark roast asks for index 77; the chart of the C40 ends at 75.5.
  expect(adapt({ method: 'cold_brew', roastLevel: 'DARK' }, grinder('comandante-c40-mk4'))).toMatchObject({
    reachable: false,
    confidence: 'low',
  })
  for (const one of shippedGrinders.list())
    for (const method of methodIds) {
      const { reachable, extrapolated, confidence } = adapt({ method }, one)
      if (!reachable) expect([one.slug, method, confidence]).toEqual([one.slug, method, 'low'])
      if (extrapolated) expect([one.slug, method, confidence]).not.toEqual([one.slug, method, 'high'])
    }
})
