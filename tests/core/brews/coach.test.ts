import { describe, expect, test } from 'bun:test'
import { dials, simulate, troubles, worlds } from '../../../bench/drinkers.ts'
import { fixedStep } from '../../../bench/fixed-steps.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const grinder = (slug: string) => shippedGrinders.bySlug(slug) as Grinder
/** Neither that of the docs nor that on which variants were compared; one more variant was dropped for failing here. */
const SEED = 2026
/** Thousands of brews are simulated. */
const TIMEOUT = 60_000

describe('simulated drinkers who follow the coach', () => {
  test.each(dials)(
    'are close in three brews, nine of ten in six, and none is lost: %s',
    dial => {
      for (const trouble of Object.values(troubles)) {
        const setting = { advice: nextStep, grinder: grinder(dial), world: worlds['taste finely'], trouble }
        const { median, ninetieth, lost } = simulate(setting, 200, SEED)
        expect(median).toBeLessThanOrEqual(3)
        expect(ninetieth).toBeLessThanOrEqual(6)
        expect(lost).toBe(0)
      }
    },
    TIMEOUT,
  )

  test.each(Object.keys(worlds) as (keyof typeof worlds)[])(
    'are not lost in any world: those who %s',
    name => {
      for (const [taste, trouble] of Object.entries(troubles)) {
        const setting = { advice: nextStep, grinder: grinder('comandante-c40-mk4'), world: worlds[name], trouble }
        const { median, ninetieth, lost } = simulate(setting, 200, SEED)
        expect(median).toBeLessThanOrEqual(4)
        expect(ninetieth).toBeLessThanOrEqual(taste === 'one tap in ten wrong' ? 8 : 6)
        expect(lost).toBe(0)
      }
    },
    TIMEOUT,
  )

  test('would be lost by fixed steps, some of them on every dial', () => {
    for (const dial of dials) {
      const setting = { advice: fixedStep, grinder: grinder(dial), world: worlds['taste finely'] }
      expect(simulate({ ...setting, trouble: troubles['steady taste'] }, 200, SEED).lost).toBeGreaterThan(10)
    }
  })
})
