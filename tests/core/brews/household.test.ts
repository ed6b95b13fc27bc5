import { expect, test } from 'bun:test'
import { dials, simulate, troubles } from '../../../bench/drinkers.ts'
import { simulateHouseholds } from '../../../bench/household.ts'
import { meetsTheBar, SEED, setting } from './drinkers.ts'

/** As many people as in coach.test.ts, two to a household. */
const HOUSEHOLDS = 30
/** Enough to see that it goes wrong: cups that please nobody go on until the log is long. */
const FEW = 10
const TIMEOUT = 60_000

test.each(dials)(
  'two who alternate and say who drank what are coached as well as on their own: %s',
  dial => {
    for (const trouble of Object.values(troubles)) {
      const together = simulateHouseholds(setting(dial, { trouble }), 'named', HOUSEHOLDS, SEED)
      expect(together).toSatisfy(meetsTheBar)
      expect(together).toEqual(simulate(setting(dial, { trouble }), 2 * HOUSEHOLDS, SEED))
    }
  },
  TIMEOUT,
)

test.each(dials)(
  'two whose cups are mixed in one log are not, and some are lost: %s',
  dial => {
    const mixed = simulateHouseholds(setting(dial, {}), 'mixed', FEW, SEED)
    expect(meetsTheBar(mixed)).toBe(false)
    expect(mixed.ninetieth).toBeGreaterThan(6)
    expect(mixed.lost).toBeGreaterThan(0)
  },
  TIMEOUT,
)
