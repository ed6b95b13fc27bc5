import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { type BaseRecipe, baseRecipes } from '../../../core/adaptation/base.ts'
import { typicalOf } from '../../../core/adaptation/typical.ts'
import { type MethodId, methodIds } from '../../../core/grind/methods.ts'
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

/** A concentrate, a bypass or an allonge is another drink. */
const usual = guides.filter(({ flags }) => flags.length === 0)
const said = (method: MethodId, name: Figure) =>
  usual.flatMap(guide => (guide.method === method ? (guide[name] ?? []) : [])).toSorted((a, b) => a - b)

const cases = methodIds.flatMap(method => (Object.keys(figures) as Figure[]).map(name => [method, name] as const))

describe('against the guides that ship', () => {
  test('there are 126, each with its source', () => {
    expect(guides).toHaveLength(126)
    expect(new Set(guides.map(({ id }) => id)).size).toBe(126)
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

  test.each(cases.filter(([method, name]) => thin[method]?.includes(name)))('%s: few say a %s', (method, name) => {
    expect(said(method, name).length).toBeLessThan(ENOUGH_GUIDES)
  })
})

test.each(methodIds)('%s: the base lies in what guides typically do', method => {
  const base = baseRecipes[method]
  const typical = typicalOf[method]
  for (const [name, span] of Object.entries(typical)) {
    if (!span) continue
    const ours = base[name as keyof typeof typical]
    expect(ours).toBeGreaterThanOrEqual(span.low)
    expect(ours).toBeLessThanOrEqual(span.high)
  }
})

function medianOf(sorted: readonly number[]) {
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
