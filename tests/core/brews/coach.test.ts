import { describe, expect, test } from 'bun:test'
import { simulate, type Trouble } from '../../../bench/drinkers.ts'
import { fixedStep } from '../../../bench/fixed-steps.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const grinder = (slug: string) => shippedGrinders.bySlug(slug) as Grinder
const dials = ['comandante-c40-mk4', 'baratza-encore', 'niche-zero', 'mahlkonig-ek43-s']
const troubles: Trouble[] = [
  { driftPoints: 0, wrongTaps: 0 },
  { driftPoints: 2, wrongTaps: 0 },
  { driftPoints: 0, wrongTaps: 0.1 },
]

describe('simulated drinkers who follow the coach', () => {
  test.each(dials)('are close in three brews, nine of ten in six, and none is lost: %s', dial => {
    for (const trouble of troubles) {
      const { median, ninetieth, lost } = simulate(nextStep, grinder(dial), trouble, 300, 1)
      expect(median).toBeLessThanOrEqual(3)
      expect(ninetieth).toBeLessThanOrEqual(6)
      expect(lost).toBe(0)
    }
  })

  test('would be lost by fixed steps, some of them on every dial', () => {
    for (const dial of dials)
      expect(simulate(fixedStep, grinder(dial), { driftPoints: 0, wrongTaps: 0 }, 300, 1).lost).toBeGreaterThan(10)
  })
})
