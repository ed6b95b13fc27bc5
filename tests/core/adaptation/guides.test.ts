import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { type BaseRecipe, baseOf, baseRecipes } from '../../../core/adaptation/base.ts'
import type { StyleId } from '../../../core/adaptation/style-figures.ts'
import { stylesFor, typicalFor, usualStyle } from '../../../core/adaptation/styles.ts'
import { type MethodId, methodIds } from '../../../core/grind/methods.ts'
import { tenths } from '../../../core/rounding.ts'
import { fahrenheitOf } from '../../../core/temperature.ts'
import published from '../../../db/data/brew-guides.json' with { type: 'json' }

const figure = v.nullable(v.number())
const Guide = v.object({
  id: v.string(),
  source: v.pipe(v.string(), v.nonEmpty()),
  title: v.string(),
  method: v.string(),
  ratio: figure,
  tempC: figure,
  timeSeconds: figure,
  flags: v.array(v.string()),
})
const guides = v.parse(v.array(Guide), published)

/** How far our figure may be off the median of the guides: 6 %, 2.5 C, a sixth of the time. */
const figures = {
  ratio: {
    ours: (base: BaseRecipe) => base.ratio,
    off: (ours: number, median: number) => ours / median - 1,
    most: 0.06,
  },
  tempC: {
    ours: (base: BaseRecipe) => (base.waterTempF - 32) / 1.8,
    off: (ours: number, median: number) => ours - median,
    most: 2.5,
  },
  timeSeconds: {
    ours: (base: BaseRecipe) => base.brewTimeSeconds,
    off: (ours: number, median: number) => ours / median - 1,
    most: 1 / 6,
  },
} as const
type Figure = keyof typeof figures

/**
 * Too few of the guides that ship say something, and they disagree: here our figure rests on the guides that may not
 * be shown (typical.ts), or is our choice. A figure leaves this list once five guides are there.
 */
const thin: Partial<Record<MethodId, readonly Figure[]>> = {
  moka: ['ratio', 'timeSeconds'],
  siphon: ['timeSeconds'],
  cold_brew: ['ratio', 'tempC', 'timeSeconds'],
  turkish: ['tempC', 'timeSeconds'],
}
const ENOUGH_GUIDES = 5

/** What is flagged is another drink, as a concentrate or an allonge, or another style, as inverted or iced. */
const usual = guides.filter(({ flags }) => flags.length === 0)
const said = (method: MethodId, name: Figure) =>
  usual.flatMap(guide => (guide.method === method ? (guide[name] ?? []) : [])).toSorted((a, b) => a - b)

const cases = methodIds.flatMap(method => (Object.keys(figures) as Figure[]).map(name => [method, name] as const))

describe('compared with the shipped guides', () => {
  test('there are 168, each with its source', () => {
    expect(guides).toHaveLength(168)
    expect(new Set(guides.map(({ id }) => id)).size).toBe(168)
  })

  test.each(cases.filter(([method, name]) => !thin[method]?.includes(name)))(
    '%s: our %s is near the median',
    (method, name) => {
      const { ours, off, most } = figures[name]
      const values = said(method, name)
      expect(values.length).toBeGreaterThan(0)
      expect(Math.abs(off(ours(baseRecipes[method]), medianOf(values)))).toBeLessThanOrEqual(most)
    },
  )

  test.each(cases.filter(([method, name]) => thin[method]?.includes(name)))('%s: few give a %s', (method, name) => {
    expect(said(method, name).length).toBeLessThan(ENOUGH_GUIDES)
  })
})

const styles = methodIds.flatMap(method => stylesFor(method).map(style => [method, style] as const))

test.each(styles)('%s, %s: the base is within what guides typically do', (method, style) => {
  const base = baseOf(method, style)
  const typical = typicalFor(method, style)
  for (const [name, span] of Object.entries(typical)) {
    if (!span) continue
    const ours = base[name as keyof typeof typical]
    expect(ours).toBeGreaterThanOrEqual(span.low)
    expect(ours).toBeLessThanOrEqual(span.high)
  }
})

/** Guides for iced pour-over are counted together, whatever their dripper. */
const drippers = ['v60', 'kalita', 'chemex', 'origami']
const countedFor = (method: MethodId, style: StyleId) => {
  const methods = style === 'iced' && drippers.includes(method) ? drippers : [method]
  return guides.filter(guide => methods.includes(guide.method) && guide.flags.includes(style))
}

test.each(
  // An open Switch is a V60, whose guides are counted elsewhere.
  styles.filter(([method, style]) => style !== usualStyle(method) && style !== 'pour_over'),
)('%s, %s: what guides do is the middle 80 %% of those that ship', (method, style) => {
  const middle = (name: Figure, round: (figure: number) => number) => {
    const values = countedFor(method, style).flatMap(guide => guide[name] ?? [])
    if (values.length < ENOUGH_GUIDES) return null
    return { low: round(percentile(values, 0.1)), high: round(percentile(values, 0.9)), guides: values.length }
  }
  const grain = (seconds: number) => (seconds < 3600 ? 5 : 1800)
  expect(typicalFor(method, style)).toEqual({
    ratio: middle('ratio', tenths),
    waterTempF: middle('tempC', celsius => Math.round(fahrenheitOf(Math.round(celsius)))),
    // No guide for a Chemex says one, and a Chemex brews more than the others.
    brewTimeSeconds:
      method === 'chemex'
        ? null
        : middle('timeSeconds', seconds => Math.round(seconds / grain(seconds)) * grain(seconds)),
  })
})

function percentile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return below + (above - below) * (at - Math.floor(at))
}

function medianOf(sorted: readonly number[]) {
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
