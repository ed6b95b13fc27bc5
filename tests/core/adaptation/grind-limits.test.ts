import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'
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
    reasons: ['The Hario Skerton (original) is not fine enough for Turkish'],
  })
})

describe('an espresso from light beans for someone who likes it strong and rich', () => {
  const levels = [0, 1]
  const palates = levels.flatMap(strength =>
    levels.flatMap(body => levels.map(acidity => ({ ...neutralPalate, strength, body, acidity, bitterness: body }))),
  )
  const wishes = palates.flatMap(palate =>
    ([-2, 0, 2] as const).map(
      taste => ({ method: 'espresso', roastLevel: 'LIGHT', daysOffRoast: 75, palate, taste }) as const,
    ),
  )

  test('keeps two steps from the end of every dial, unless the usual recipe is closer', () => {
    const tooFine = shippedGrinders.list().flatMap(grinder => {
      const { min, max, step } = dialOf(grinder)
      const stepsFromEnd = (setting: number) =>
        Math.round((grinder.finerIsHigher ? max - setting : setting - min) / step)
      const least = Math.min(2, stepsFromEnd(adapt({ method: 'espresso' }, grinder).grindSetting))
      const finest = Math.min(...wishes.map(wish => stepsFromEnd(adapt(wish, grinder).grindSetting)))
      return finest < least ? [`${grinder.slug}: ${finest} steps`] : []
    })
    expect(tooFine).toEqual([])
  })

  test('is never sent to a zero that the usual recipe avoids, and is out of reach where that is', () => {
    const rich = { method: 'espresso', roastLevel: 'LIGHT', taste: 2, daysOffRoast: 75 } as const
    for (const grinder of shippedGrinders.list()) {
      const [usual, adapted] = [adapt({ method: 'espresso' }, grinder), adapt(rich, grinder)]
      if (usual.grindSetting !== 0) expect(adapted.grindSetting).not.toBe(0)
      if (!usual.reachable) expect(adapted.reachable).toBe(false)
    }
    expect(adapt(rich, shippedGrinders.bySlug('baratza-encore') ?? rulerGrinder).grindLabel).toBe('2')
  })
})

test('a dial that ends within the band of a brewer is said to miss its usual grind, not all of it', () => {
  const sette = shippedGrinders.bySlug('baratza-sette-30') ?? rulerGrinder
  expect(adapt({ method: 'cold_brew' }, sette)).toMatchObject({
    reachable: false,
    reasons: expect.arrayContaining([
      'The Baratza Sette 30 can’t reach the usual grind for cold brew: 31 is as close as it gets',
    ]),
  })
})

describe('a dark roast for cold brew on a dial that ends just before it', () => {
  const dark = { method: 'cold_brew', roastLevel: 'DARK' } as const

  test('is not called too fine if the dial reaches the usual grind, and steeps as long', () => {
    for (const grinder of shippedGrinders.list()) {
      const [usual, adapted] = [adapt({ method: 'cold_brew' }, grinder), adapt(dark, grinder)]
      if (!usual.reachable || adapted.reachable) continue
      expect([grinder.slug, adapted.brewTimeSeconds]).toEqual([grinder.slug, usual.brewTimeSeconds])
      expect([grinder.slug, adapted.reasons.join()]).not.toEqual([
        grinder.slug,
        expect.stringMatching(/Ground finer than|the usual grind/),
      ])
    }
  })

  test('is told to go coarser by taste on a C40, whose dial goes on past its chart', () => {
    const c40 = shippedGrinders.bySlug('comandante-c40-mk4') ?? rulerGrinder
    expect(adapt(dark, c40)).toMatchObject({ grindLabel: '40 clicks', reachable: false, brewTimeSeconds: 17 * 3600 })
    expect(adapt(dark, c40).reasons.at(-1)).toBe(
      'Published settings for the Comandante C40 MK4 end at 40 clicks: its dial turns further, so go coarser from there by taste',
    )
  })
})

test('every grinder whose notes say that its dial goes on past the chart is marked so', () => {
  const unmarked = shippedGrinders
    .list()
    .filter(
      ({ notes, turnsFurther }) =>
        /goes further|turns further|opens to|chart ends at \d+, the dial/.test(notes) && !turnsFurther,
    )
  expect(unmarked.map(({ slug }) => slug)).toEqual([])
})
