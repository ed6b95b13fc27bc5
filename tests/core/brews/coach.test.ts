import { describe, expect, test } from 'bun:test'
import { dials, type Setting, simulate, troubles, worlds } from '../../../bench/drinkers.ts'
import { fixedStep } from '../../../bench/fixed-steps.ts'
import { plainStep } from '../../../bench/plain-steps.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const setting = (dial: string, more: Partial<Setting>): Setting => ({
  advice: nextStep,
  grinder: shippedGrinders.bySlug(dial) as Grinder,
  world: worlds['name all that is off'],
  trouble: troubles['steady taste'],
  changes: 'both',
  ...more,
})
/** Neither that of the docs nor one on which variants were compared. */
const SEED = 2026
/** The whole table is bench/coach.ts. */
const DRINKERS = 150
/** Thousands of brews are simulated; a busy machine takes its time. */
const TIMEOUT = 60_000

describe('simulated drinkers who follow the coach', () => {
  test.each(dials)(
    'are close in three brews, nine of ten in six, and none is lost: %s',
    dial => {
      for (const trouble of Object.values(troubles)) {
        const { median, ninetieth, lost } = simulate(setting(dial, { trouble }), DRINKERS, SEED)
        expect(median).toBeLessThanOrEqual(3)
        expect(ninetieth).toBeLessThanOrEqual(6)
        expect(lost).toBe(0)
      }
    },
    TIMEOUT,
  )

  test(
    'take a brew or two more when they change one thing at a time, and none is lost',
    () => {
      for (const trouble of [troubles['steady taste'], troubles['one tap in ten wrong']]) {
        const { ninetieth, lost } = simulate(setting('baratza-encore', { trouble, changes: 'one' }), DRINKERS, SEED)
        expect(ninetieth).toBeLessThanOrEqual(8)
        expect(lost).toBe(0)
      }
    },
    TIMEOUT,
  )
})

test('fixed steps lose a fifth to a quarter of them, plain ones nobody', () => {
  for (const dial of dials) {
    const fixed = simulate(setting(dial, { advice: fixedStep }), 500, SEED)
    expect(fixed.median).toBeWithin(3, 5)
    expect(fixed.lost / 500).toBeWithin(0.16, 0.27)
    const plain = simulate(setting(dial, { advice: plainStep }), 500, SEED)
    expect(plain.ninetieth).toBeWithin(6, 9)
    expect(plain.lost).toBe(0)
  }
})
