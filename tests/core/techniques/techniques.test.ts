import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { baseOfTechnique, brewerTrouble } from '../../../core/adaptation/technique-base.ts'
import type { RoastLevel } from '../../../core/coffees/roast.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { settingRead } from '../../../core/grind/notation.ts'
import { Steps } from '../../../core/recipes/steps.ts'
import { bestForRoast } from '../../../core/techniques/for-roast.ts'
import { sourcesOf } from '../../../core/techniques/techniques.ts'
import filters from '../../../db/data/filters.json'
import { shippedMachines } from '../../../db/data/machines.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import techniques from '../../../db/data/techniques.json'
import { shippedTechniques } from '../../../db/data/techniques.ts'

test('the techniques of a coffee are for its roast', () => {
  const best = (roastLevel: RoastLevel) =>
    bestForRoast(
      { roastLevel, methods: ['v60', 'aeropress', 'espresso', 'kalita'], most: 4 },
      { techniques: shippedTechniques, grinders: shippedGrinders },
    ).map(({ slug }) => slug)
  expect(best('LIGHT')).toEqual([
    'la-cabra-baseline',
    'wac-2009-kaminsky',
    'espresso-one-to-three',
    'apollons-gold-three-pours',
  ])
  expect(best('MEDIUM')).toEqual(['four-six', 'hoffmann-aeropress', 'espresso-one-to-two', 'fellow-stagg-pulse'])
  expect(best('DARK')).toEqual(['four-six', 'adler-original', 'espresso-ristretto', 'drop-kalita-155'])
})

test('a felt filter and its stopper are needed where the steps use them', () => {
  const able = (slug: string) =>
    shippedMachines
      .list()
      .filter(machine => {
        const technique = shippedTechniques.bySlug(slug)
        return technique && !brewerTrouble(technique, baseOfTechnique(technique, shippedGrinders), machine)
      })
      .map(({ slug }) => slug)
  for (const slug of ['toddy-concentrate', 'filtron-concentrate'])
    expect([slug, able(slug)]).toEqual([slug, ['filtron-cold-water-brewer', 'toddy-cold-brew-system']])
})

/** Published recipes without a coffee; see db/data/README.md. */
describe('the techniques', () => {
  test('are at least 60, of every method, each with a name of its own', () => {
    expect(techniques.length).toBeGreaterThanOrEqual(60)
    expect(new Set(techniques.map(({ slug }) => slug)).size).toBe(techniques.length)
    for (const method of methodIds)
      expect([method, techniques.filter(one => one.method === method).length >= 3]).toEqual([method, true])
  })

  test.each(techniques.map(one => [one.slug, one] as const))('%s agrees with itself and the catalog', (_, one) => {
    const steps = v.parse(Steps, one.steps)
    const poured = steps.flatMap(({ toGrams }) => toGrams ?? [])
    expect(poured).toEqual(poured.toSorted((a, b) => a - b))
    expect(Math.max(...steps.map(({ atSeconds }) => atSeconds))).toBeLessThanOrEqual(one.brewTimeSeconds ?? Infinity)
    if (one.waterTempC !== null) expect(Math.abs((one.waterTempF ?? 0) - (one.waterTempC * 1.8 + 32))).toBeLessThan(1)
    const brewer = shippedMachines.list().find(({ slug }) => slug === one.brewer)
    expect([one.brewer, brewer?.brewMethod ?? null]).toEqual([one.brewer, one.brewer && one.method])
    if (one.filter !== null) expect(filters.map(({ slug }) => slug)).toContain(one.filter)
    const { grinder, setting } = one.grind
    const dial = grinder === null ? undefined : shippedGrinders.bySlug(grinder)
    expect([grinder, dial?.slug ?? null]).toEqual([grinder, grinder])
    if (dial) expect(settingRead(dial, String(setting))).toBeNumber()
    expect(one.source.url).toMatch(/^https?:\/\//)
    const sources = [one.origin, one.source, one.secondSource].flatMap(source => source ?? [])
    for (const { title, url } of sources) {
      expect(url).toMatch(/^https?:\/\/[^ ]+$/)
      expect([title, title.length > 5 && !/stored text/.test(title)]).toEqual([title, true])
    }
    if (one.madeKnownBy) expect(one.madeKnownBy.name.length * one.madeKnownBy.title.length).toBeGreaterThan(0)
    expect(one.text.length).toBeWithin(60, 700)
    expect(one.keeps.length).toBeGreaterThan(0)
    expect(['A', 'B']).toContain(one.grade)
  })

  test('link each page that they were read at once', () => {
    for (const technique of shippedTechniques.list()) {
      const urls = sourcesOf(technique).map(({ url }) => url)
      expect([technique.slug, urls.length > 0, new Set(urls).size]).toEqual([technique.slug, true, urls.length])
    }
  })
})
