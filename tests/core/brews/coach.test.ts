import { expect, test } from 'bun:test'
import { type Advice, dials, simulate, troubles } from '../../../bench/drinkers.ts'
import { fixedStep } from '../../../bench/fixed-steps.ts'
import { plainStep } from '../../../bench/plain-steps.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { followTheCoach, meetsTheBar, SEED, setting } from './drinkers.ts'

/** Enough to tell a worse coach, and quick; large-coach.test.ts has more, and bench/coach.ts a thousand. */
const DRINKERS = 60

followTheCoach(DRINKERS)

test.each([
  ['plain steps', plainStep],
  ['a coach that forgets the earlier cups', cup => nextStep(cup)],
] satisfies [string, Advice][])('as many drinkers are enough to see that %s would not do', (_, advice) => {
  const outcomes = Object.values(troubles).map(trouble =>
    simulate(setting('baratza-encore', { advice, trouble }), DRINKERS, SEED),
  )
  expect(outcomes.every(meetsTheBar)).toBe(false)
})

test('fixed steps lose one in ten or more of them, plain ones nobody', () => {
  for (const dial of dials) {
    const fixed = simulate(setting(dial, { advice: fixedStep }), 500, SEED)
    expect(fixed.median).toBeWithin(3, 5)
    expect(fixed.lost / 500).toBeWithin(0.1, 0.27)
    const plain = simulate(setting(dial, { advice: plainStep }), 500, SEED)
    expect(plain.ninetieth).toBeWithin(6, 9)
    expect(plain.lost).toBe(0)
  }
})
