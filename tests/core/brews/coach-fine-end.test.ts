import { expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { cupOn, followedWith, grinderCalledBy, sentence, tasting } from './followed.ts'

const gushing = (grinder: Grinder) =>
  followedWith(
    cupOn(grinder, 'espresso', tasting('sour')),
    [13, 14, 15, 16, 17, 18, 19].map(brewTimeSeconds => ({ brewTimeSeconds })),
  )

test('an espresso that stays sour and fast is never ground finer than the recipes of that dial', () => {
  for (const grinder of shippedGrinders.list()) {
    const { indexAt } = curveThrough(grinder.references)
    const finest = Math.min(
      indexAt(adapt({ method: 'espresso' }, grinder).grindSetting),
      indexAt(adapt({ method: 'espresso' }, grinder, -1000).grindSetting),
    )
    const finer = gushing(grinder).brewed.filter(({ grindSetting }) => indexAt(grindSetting ?? 0) < finest - 1e-9)
    expect([grinder.slug, finer.map(({ grindSetting }) => grindSetting)]).toEqual([grinder.slug, []])
  }
})

test.each([
  ['mahlkonig-ek43-s', 0.2],
  ['rancilio-rocky', 2],
  ['compak-k3-push', 1],
])('on %s it stops at %d, and the coach says so', (slug, finest) => {
  const { steps, brewed } = gushing(grinderCalledBy(slug))
  expect(Math.min(...brewed.map(({ grindSetting }) => grindSetting ?? 0))).toBe(finest)
  expect(steps.map(sentence).join(' ')).toContain(`${finest} is as fine as we would go here`)
})

test('a dial that turns further is left by taste, past its last number', () => {
  const { steps } = followedWith(cupOn(grinderCalledBy('1zpresso-k-ultra'), 'french_press', tasting('bitter')), [
    {},
    {},
  ])
  expect(steps[0]).toMatchObject({ change: 'grind', direction: 'coarser' })
  expect(steps[0]).not.toHaveProperty('grindSetting')
  const end = 'Bitter usually means over-extracted, and the published settings of your dial end here'
  expect(steps.map(sentence)).toEqual([
    `${end}. Grind a touch coarser than 10: the dial turns further, so continue by taste.`,
    `${end}. Brew cooler, at 199 F.`,
  ])
})
