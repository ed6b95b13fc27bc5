import type { Person } from '../accounts/model.ts'
import { type DrinkerPorts, refuseStrangers } from '../drinkers/drinkers.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { Fault, faultAt } from '../errors.ts'
import type { Optional } from '../optional.ts'
import type { StoredBrew } from './model.ts'

interface Said {
  drinkerId?: number | null | undefined
  drinkerIds?: readonly number[] | null | undefined
  cups?: StoredBrew['cups'] | undefined
}

type WhoDrank = Pick<StoredBrew, 'drinkerIds' | 'cups'>

/** Whether an input says anything about who drank a brew. */
export const isSaid = ({ drinkerId, drinkerIds, cups }: Said) =>
  drinkerId !== undefined || drinkerIds !== undefined || cups !== undefined

/** Who drank a brew, as it is stored. What is left out stays as it was `before`. */
export async function whoDrank(
  { drinkerId, drinkerIds, cups }: Said,
  ports: DrinkerPorts,
  person: Person,
  before: WhoDrank = { drinkerIds: null, cups: null },
): Promise<WhoDrank> {
  if (drinkerId != null && drinkerIds != null)
    throw new Fault('invalid', 'Send drinkerId if one person drank it, or drinkerIds if several did.')
  const isSame = drinkerId === undefined && drinkerIds === undefined
  const given = drinkerIds ?? [drinkerId ?? FIRST_DRINKER]
  const ids = [...new Set(isSame ? (before.drinkerIds ?? [FIRST_DRINKER]) : given)].sort((one, other) => one - other)
  if (!isSame) await refuseStrangers(ids, ports, person)
  const own = cups === undefined ? before.cups?.filter(cup => ids.includes(cup.drinkerId)) : cups
  refuseOddCups(own ?? [], ids)
  const isShared = ids.length > 1 || (ids.length === 1 && (isSame ? own : cups) != null)
  if (isShared) return { drinkerIds: ids, cups: own ?? [] }
  return { drinkerIds: ids[0] === FIRST_DRINKER ? null : ids, cups: null }
}

function refuseOddCups(cups: NonNullable<WhoDrank['cups']>, ids: readonly number[]) {
  const drank = cups.map(cup => cup.drinkerId)
  for (const [at, id] of drank.entries())
    if (!ids.includes(id) || drank.indexOf(id) !== at)
      throw faultAt(['cups', at, 'drinkerId'], 'must be somebody who drank this brew, each named only once.')
}

/** Whose next step a brew leads to, unless somebody else is asked for; undefined: nobody's who has a name. */
export const coachedDrinker = ({ drinkerIds }: Optional<Pick<WhoDrank, 'drinkerIds'>>) =>
  drinkerIds ? drinkerIds[0] : FIRST_DRINKER

/**
 * A brew as one of its drinkers would have logged it. If several drank it, only what they said of it
 * themselves is theirs: what was said for all may be about the cup of another.
 */
export function asDrunkBy<Brew extends Optional<WhoDrank> & Judged>(brew: Brew, drinkerId: number | undefined): Brew {
  if (!brew.cups) return brew
  const own = brew.cups.find(cup => cup.drinkerId === drinkerId)
  return {
    ...brew,
    rating: own?.rating ?? null,
    extractionFeedback: own?.extractionFeedback ?? null,
    outcome: null,
    tasteProfile: null,
  }
}

type Judged = Pick<StoredBrew, 'rating' | 'extractionFeedback' | 'outcome' | 'tasteProfile'>
