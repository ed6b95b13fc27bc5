import type { BrewedCup } from '../core/brews/brewed-cup.ts'
import { LEARNED_FROM } from '../core/brews/brews.ts'
import { cupAfter, drinkerOf, MOST, type Outcome, outcomeOf, type Setting, seedOf } from './drinkers.ts'

/**
 * How two people who alternate share a log: `named` says who drank what, `mixed` does not, so that
 * the coach takes all cups for those of one person, and both drink what it says next.
 */
export type SharedLog = 'named' | 'mixed'

/** As many households of two, the same people for the same seed as `simulate` has alone. */
export const simulateHouseholds = (setting: Setting, log: SharedLog, households: number, seed: number): Outcome =>
  outcomeOf(
    Array.from({ length: households }, (_, n) =>
      brewsUntilBothAreClose(setting, log, [seedOf(seed, 2 * n), seedOf(seed, 2 * n + 1)]),
    ).flat(),
  )

const HOUSEHOLD = [0, 1] as const
type Partner = (typeof HOUSEHOLD)[number]
type LoggedCup = BrewedCup & { drinkerIds: Partner[] | null }

function brewsUntilBothAreClose(setting: Setting, log: SharedLog, seeds: readonly [number, number]) {
  const people = seeds.map(seed => drinkerOf(setting, seed))
  const brewsOf: [number, number] = [MOST + 1, MOST + 1]
  /** Newest first, as the coach reads it. */
  const logged: LoggedCup[] = []
  for (let brew = 1; brew <= MOST; brew++)
    for (const member of HOUSEHOLD) {
      const { first, drink } = people[member] as ReturnType<typeof drinkerOf>
      if (brewsOf[member] <= MOST) continue
      const [last, ...earlier] = historyOf(log === 'named' ? member : 0, logged)
      const cup = last ? cupAfter(setting, last, earlier) : first
      const drunk = drink(cup, brew)
      if (drunk === 'close') brewsOf[member] = brew
      else logged.unshift({ ...drunk, drinkerIds: log === 'named' && member > 0 ? [member] : null })
    }
  return brewsOf
}

const historyOf = (member: Partner, logged: readonly LoggedCup[]) =>
  logged.filter(({ drinkerIds }) => (drinkerIds ?? [0]).includes(member)).slice(0, LEARNED_FROM)
