import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { waterParts } from '../../../core/adaptation/base.ts'
import type { Technique } from '../../../core/adaptation/technique.ts'
import { baseOfTechnique } from '../../../core/adaptation/technique-base.ts'
import { shippedMachines } from '../../../db/data/machines.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { shippedTechniques } from '../../../db/data/techniques.ts'

const all = shippedTechniques.list()
const c40 = shippedGrinders.bySlug('comandante-c40-mk4')

function brewed(technique: Technique, asked: object = {}) {
  if (!c40) throw new Error('There is no C40.')
  const base = baseOfTechnique(technique, shippedGrinders)
  return { base, recipe: adapt({ method: base.method, style: base.style, technique: base, ...asked }, c40) }
}

const gramsIn = (note: string) => [...note.matchAll(/(\d+) g\b/g)].map(([, grams]) => Number(grams))

test('no text has an amount that stays when the recipe is made larger', () => {
  for (const { slug, steps, keeps, fixed } of all) {
    // Water that only rinses is the same for any amount.
    for (const { action, note } of steps.filter(
      one => !(one.action === 'rinse' && one.note?.includes('Rinse the paper with')),
    ))
      expect([slug, action, gramsIn((note ?? '').replace(/\{[^}]*\}/g, ''))]).toEqual([slug, action, []])
    for (const one of keeps)
      expect([slug, one, /\d g\b/.test(one) && !/litre/.test(one) && !fixed.includes('dose')]).toEqual([
        slug,
        one,
        false,
      ])
  }
})

describe('for any amount', () => {
  const factors = [0.5, 0.73, 1.31, 2]

  test.each(all.map(one => [one.slug, one] as const))('the pours of %s are all of its water', (_, technique) => {
    for (const by of factors) {
      const { base, recipe } = brewed(technique, { volumeGrams: Math.round(by * (technique.waterGrams ?? 100)) })
      const { pouredGrams } = waterParts(base, recipe.waterGrams)
      const published = technique.steps.flatMap(({ toGrams }) => toGrams ?? [])
      const poured = recipe.steps.flatMap(({ toGrams }) => toGrams ?? [])
      expect(poured.length).toBe(published.length)
      if (technique.waterGrams !== null && published.length > 0) expect([by, poured.at(-1)]).toEqual([by, pouredGrams])
      const each = (grams: number[]) => grams.map((to, at) => to - (grams[at - 1] ?? 0))
      const [before, after] = [each(published), each(poured)]
      for (const [at, grams] of after.entries()) {
        expect([by, grams > 0]).toEqual([by, true])
        // Pours of one size stay so, as near as whole grams allow.
        for (const [other, othersGrams] of after.entries())
          if (before[at] === before[other]) expect([by, Math.abs(grams - othersGrams) <= 1]).toEqual([by, true])
      }
    }
  })

  test('the ice and the water that are added are those of the recipe', () => {
    for (const technique of all)
      for (const by of factors) {
        const { recipe } = brewed(technique, { volumeGrams: Math.round(by * (technique.waterGrams ?? 100)) })
        for (const { note } of recipe.steps) {
          const grams = gramsIn(note ?? '')
          if (/\d g of (fresh )?ice/.test(note ?? '') && recipe.iceGrams !== null)
            expect([technique.slug, grams]).toEqual([technique.slug, [recipe.iceGrams]])
          if (/50 °C into the server|^Add \d+ g of hot water, or as much/.test(note ?? ''))
            expect([technique.slug, grams[0]]).toEqual([technique.slug, recipe.bypassGrams ?? 0])
        }
      }
  })
})

describe('the filter', () => {
  const named = (slug: string) => all.find(one => one.slug === slug) as Technique
  const machine = (slug: string) => shippedMachines.list().find(one => one.slug === slug)

  test('that a technique is ground for changes nothing, and another one does', () => {
    const usual = brewed(named('blue-bottle-nel')).recipe
    const { recipe } = brewed(named('blue-bottle-nel'), { brewer: machine('hario-woodneck') })
    expect([recipe.grindIndex, recipe.reasons.join()]).toEqual([
      usual.grindIndex,
      expect.not.stringContaining('filter'),
    ])
    const metal = brewed(named('steampunk-metal-concentrate'), { filterType: 'metal' }).recipe
    expect(metal.reasons.join()).not.toContain('filter')
    expect(brewed(named('steampunk-metal-concentrate'), { filterType: 'paper' }).recipe.reasons.join()).toContain(
      'Paper filter: finer',
    )
  })

  test('of metal has no paper to rinse', () => {
    for (const technique of all.filter(one => one.method === 'v60')) {
      const { recipe } = brewed(technique, { brewer: machine('bodum-pour-over-1-l') })
      const rinsed = recipe.steps.filter(({ action }) => action === 'rinse' || action === 'preheat')
      expect([technique.slug, rinsed.map(({ note }) => note).join()]).toEqual([
        technique.slug,
        expect.not.stringContaining('paper'),
      ])
      expect(recipe.steps.length).toBe(technique.steps.length)
    }
  })
})
