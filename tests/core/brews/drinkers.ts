import { describe, expect, test } from 'bun:test'
import { dials, type Outcome, type Setting, simulate, troubles, worlds } from '../../../bench/drinkers.ts'
import { otherCauses, simulateCause } from '../../../bench/other-causes.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

export const setting = (dial: string, more: Partial<Setting>): Setting => ({
  advice: nextStep,
  grinder: shippedGrinders.bySlug(dial) as Grinder,
  world: worlds['name all that is off'],
  trouble: troubles['steady taste'],
  changes: 'both',
  ...more,
})
/** Another seed than that of the docs. */
export const SEED = 2026
/** Thousands of brews are simulated, which takes time on a busy machine. */
const TIMEOUT = 60_000

/** The bar of the coach's benchmark: three brews in the median, six for nine in ten, and nobody lost. */
export const meetsTheBar = ({ median, ninetieth, lost }: Outcome) => median <= 3 && ninetieth <= 6 && lost === 0

/** Tests with this many drinkers on each grinder; bench/coach.ts has the whole table. */
export const followTheCoach = (drinkers: number) =>
  describe(`${drinkers} simulated drinkers who follow the coach`, () => {
    test.each(dials)(
      'are close in three brews, nine of ten in six, and none is lost: %s',
      dial => {
        for (const trouble of Object.values(troubles)) {
          expect(simulate(setting(dial, { trouble }), drinkers, SEED)).toSatisfy(meetsTheBar)
        }
      },
      TIMEOUT,
    )

    test.each(Object.entries(otherCauses))(
      'whose cup is off for another reason are told within three cups, and sent ten points away at most: %s',
      (_, cause) => {
        for (const dial of dials) {
          const grinder = shippedGrinders.bySlug(dial) as Grinder
          const { toldBy, furthest } = simulateCause(cause, nextStep, grinder, drinkers, SEED)
          expect(toldBy).toBeLessThanOrEqual(3)
          expect(furthest).toBeLessThanOrEqual(10)
        }
      },
      TIMEOUT,
    )

    test(
      'take a brew or two more when they change one thing at a time, and none is lost',
      () => {
        for (const trouble of [troubles['steady taste'], troubles['one tap in ten wrong']]) {
          const { ninetieth, lost } = simulate(setting('baratza-encore', { trouble, changes: 'one' }), drinkers, SEED)
          expect(ninetieth).toBeLessThanOrEqual(8)
          expect(lost).toBe(0)
        }
      },
      TIMEOUT,
    )
  })
