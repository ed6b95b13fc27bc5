import { expect, test } from 'bun:test'
import { dials, simulate } from '../../../bench/drinkers.ts'
import { fixedStep } from '../../../bench/fixed-steps.ts'
import { plainStep } from '../../../bench/plain-steps.ts'
import { followTheCoach, SEED, setting } from './drinkers.ts'

followTheCoach(60)

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
