import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { rulerGrinder } from './test-grinders.ts'

describe('a moka pot that is asked for strong, rich coffee from old beans', () => {
  const strong = { method: 'moka', roastLevel: 'LIGHT', strength: 5, taste: 2, daysOffRoast: 75 } as const
  const leftOff = { grindIndex: 15, ratio: 10, waterTempF: null, daysOffRoast: 75, cause: 'Your brews ended at 15' }

  test('is ground no finer than its band on any grinder', () => {
    const finer = shippedGrinders
      .list()
      .map(grinder => ({ slug: grinder.slug, ...adapt(strong, grinder) }))
      .filter(({ grindIndex }) => grindIndex < 17)
    expect(finer.map(({ slug, grindIndex }) => `${slug} ${grindIndex}`)).toEqual([])
  })

  test('stays out of reach of a dial that ends above the band', () => {
    const filterOnly = { ...rulerGrinder, finestSetting: 33 }
    expect(adapt({ method: 'moka' }, filterOnly).reachable).toBe(false)
    expect(adapt(strong, filterOnly).reachable).toBe(false)
  })

  test('stays where finer brews of the drinker ended, and goes no finer', () => {
    expect(adapt({ ...strong, leftOff }, rulerGrinder).grindIndex).toBe(15)
    expect(adapt({ method: 'moka', leftOff }, rulerGrinder).grindIndex).toBe(15)
  })
})

test('Turkish keeps its own distance from the end of a dial, and does not call that the finest safe setting', () => {
  const skerton = shippedGrinders.bySlug('hario-skerton') ?? rulerGrinder
  expect(adapt({ method: 'espresso' }, skerton)).toMatchObject({ grindLabel: '1 click', reachable: true })
  expect(adapt({ method: 'turkish' }, skerton)).toMatchObject({
    grindLabel: '3 clicks',
    reachable: false,
    reasons: [
      'The Hario Skerton (original) is not fine enough for Turkish: 3 clicks is as close to the end of its dial as we recommend',
    ],
  })
})
