import { describe, expect, test } from 'bun:test'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from './brewers.ts'

const c40 = shippedGrinders.bySlug('comandante-c40-mk4') as AnyGrinder
const on = (slug: string, wanted: Omit<WantedBrew, 'method' | 'brewer'>) => {
  const brewer = brewerOf(slug)
  return adapt({ method: brewer.brewMethod, brewer, ...wanted }, c40)
}

const CANCELS_OUT = 'Decaf: finer for the beans and coarser instead of cooler, so the grind stays'

describe('reasons agree with each other and with the recipe', () => {
  test('decaf on a machine that heats its own water moves nothing, and says why', () => {
    const slug = 'technivorm-moccamaster-kbgv-select'
    const decaf = on(slug, { roastLevel: 'MEDIUM', isDecaf: true })
    expect(decaf.grindSetting).toBe(on(slug, { roastLevel: 'MEDIUM' }).grindSetting)
    expect(decaf.reasons).toEqual([CANCELS_OUT])
  })

  test('a dark decaf on such a machine is coarser, only because of the roast', () => {
    const { reasons } = on('technivorm-moccamaster-kbgv-select', { roastLevel: 'DARK', isDecaf: true })
    expect(reasons.filter(reason => reason.includes('Decaf'))).toEqual([CANCELS_OUT])
    expect(reasons.filter(reason => reason !== CANCELS_OUT).join()).not.toContain('finer')
  })

  test.each(['oxo-brew-12-cup', 'technivorm-moccamaster-cdt-grand'])(
    'a dark roast in a %s at 2,240 m has water that is hot enough',
    slug => {
      const { waterTempF, reasons } = on(slug, { roastLevel: 'DARK', altitudeMeters: 2240 })
      expect(waterTempF).toBe(197)
      expect(reasons.join()).toContain('coarser instead of cooler')
      expect(reasons.join()).not.toContain('hot enough')
    },
  )

  test.each([
    ['hario-v60-02', { roastLevel: 'MEDIUM_DARK', isDecaf: true, altitudeMeters: 2240 }, 193, 'Decaf: 4 F cooler'],
    ['flair-pro-3', { roastLevel: 'DARK', altitudeMeters: 1600 }, 194, 'Dark roast: 9 F cooler'],
  ] as const)('%s with %p is cooler than water boils there, which is not mentioned', (slug, wanted, tempF, reason) => {
    const { waterTempF, reasons } = on(slug, wanted)
    expect(waterTempF).toBe(tempF)
    expect(reasons.join()).not.toContain('boils')
    expect(reasons.join()).toContain(reason)
  })

  test('a shot that is shorter for its strength is ground finer so that it is not too fast, and says so', () => {
    const brewer = brewerOf('gaggia-classic-pro')
    const niche = shippedGrinders.bySlug('niche-zero') as AnyGrinder
    const strong = (strength: number, roastLevel: 'DARK' | 'MEDIUM') =>
      adapt({ method: 'espresso', brewer, roastLevel, strength }, niche)
    expect(strong(5, 'DARK').grindSetting).toBeLessThan(strong(3, 'DARK').grindSetting)
    expect(strong(5, 'DARK').reasons).toContain('Strength 5 of 5: a shorter shot, finer, or it would run too fast')
    expect(strong(5, 'MEDIUM').grindSetting).toBe(strong(3, 'MEDIUM').grindSetting)
    expect(strong(5, 'MEDIUM').reasons).toContain('Strength 5 of 5: a shorter shot')
    const bright = adapt({ method: 'espresso', brewer, roastLevel: 'MEDIUM', strength: 5, taste: -2 }, niche)
    expect(bright.reasons.join()).not.toContain('coarser, but less than')
  })

  test('a stronger concentrate in smaller batches does not claim less coffee for the same water', () => {
    const wanted = { roastLevel: 'DARK', style: 'concentrate', volumeGrams: 1000, strength: 5 } as const
    expect(on('hario-mizudashi-1-l', wanted).reasons).toContain('Strength 5 of 5: a shorter ratio')
  })

  test('if water boils below every setting of a machine, there is nothing to set', () => {
    const at = (altitudeMeters: number) => on('breville-precision-brewer', { roastLevel: 'MEDIUM', altitudeMeters })
    expect(at(3000)).toMatchObject({ waterTempF: 193, heat: 'fixed' })
    expect(at(1000)).toMatchObject({ waterTempF: 201, heat: 'settable' })
    const dark = on('breville-precision-brewer', { roastLevel: 'DARK', altitudeMeters: 3000 })
    expect(dark).toMatchObject({ waterTempF: 193, heat: 'fixed' })
  })
})
