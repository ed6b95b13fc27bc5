import { getBrew, getLastBrewAndNextStep } from '../../../../core/brews/brews.ts'
import type { StoredBrew } from '../../../../core/brews/model.ts'
import { asDrunkBy, coachedDrinker } from '../../../../core/brews/who-drank.ts'
import { FIRST_DRINKER } from '../../../../core/drinkers/model.ts'
import type { Optional } from '../../../../core/optional.ts'
import type { OwnVisit } from '../own-page.ts'
import { readerClock } from '../reader-clock.ts'
import type { DraftGear } from './draft.ts'
import { type CupsDraft, cupsOf, type HouseholdMember } from './household.ts'

/** The drinker whom a URL names. */
export const drinkerIn = (asked: URLSearchParams): number | undefined => {
  const text = asked.get('drinker') ?? ''
  return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}

/** A brew with the words and the next step of the drinker in the URL, or of the first who drank it. */
export async function brewAsDrunk(id: number, visit: OwnVisit) {
  const { ports, who } = visit
  const { brewLog } = await getBrew({ id }, ports, who)
  const drinkerId = shownDrinker(brewLog, visit)
  if (drinkerId === coachedDrinker(brewLog)) return asDrunkBy(brewLog, drinkerId)
  return asDrunkBy((await getBrew({ id, drinkerId }, ports, who)).brewLog, drinkerId)
}

/** Whose words and next step a page shows. */
export function shownDrinker({ drinkerIds }: Optional<Pick<StoredBrew, 'drinkerIds'>>, { url }: OwnVisit) {
  const asked = drinkerIn(url.searchParams)
  return asked !== undefined && (drinkerIds ?? [FIRST_DRINKER]).includes(asked) ? asked : coachedDrinker({ drinkerIds })
}

/** The last brew of anybody, or of one drinker, as that drinker drank it. */
export async function lastAsDrunk({ ports, who }: OwnVisit, drinkerId: number | undefined) {
  const last = await getLastBrewAndNextStep(ports, drinkerId === undefined ? who : { ...who, drinkerId })
  return last && asDrunkBy(last, drinkerId ?? coachedDrinker(last))
}

/** How many of the newest brews tell who drinks at this time of day. */
const REMEMBERED = 50

/**
 * Who drank the last brew with this brewer at this time of day, or with this brewer at any. That is
 * read from the brews, so nothing else has to be remembered.
 */
async function usualDrinkers(brewer: UsedBrewer, visit: OwnVisit): Promise<StoredBrew | undefined> {
  const clock = readerClock(visit)
  const { data } = await visit.ports.brews.list(visit.who.id, { limit: REMEMBERED })
  const alike = data.filter(({ machineId, method }) => machineId === brewer.machineId && method === brewer.method)
  return alike.find(({ brewedAt }) => clock.partOfDayAt(brewedAt) === clock.partOfDayNow) ?? alike[0]
}

type UsedBrewer = Pick<StoredBrew, 'machineId' | 'method'>

/** The chips that are chosen in a new log. Whoever was removed is no longer offered. */
export async function drinkersNow(
  { machine, method }: DraftGear,
  household: readonly HouseholdMember[],
  visit: OwnVisit,
): Promise<CupsDraft> {
  const asked = drinkerIn(visit.url.searchParams)
  if (asked !== undefined) return { ids: [asked], isWithGuest: false, said: new Map() }
  const brewer = method && { machineId: machine?.id ?? null, method }
  const usual = household.length === 0 || !brewer ? undefined : await usualDrinkers(brewer, visit)
  const { ids } = cupsOf(usual ?? {})
  const known = ids.filter(id => household.some(member => member.id === id))
  return { ids: known.length === 0 ? [FIRST_DRINKER] : known, isWithGuest: false, said: new Map() }
}

/** The last brew of whoever drinks at this time of day with the brewer that was used last. */
export async function lastOfWhoDrinksNow(visit: OwnVisit) {
  const { ports, who } = visit
  const last = await lastAsDrunk(visit, drinkerIn(visit.url.searchParams))
  if (!last || (await ports.drinkers.list(who.id)).length === 0) return last
  const usual = await usualDrinkers(last, visit)
  const drinkerId = drinkerIn(visit.url.searchParams) ?? coachedDrinker(usual ?? last)
  if (drinkerId === undefined) return last
  const own = await getLastBrewAndNextStep(ports, { ...who, drinkerId })
  return own ? asDrunkBy(own, drinkerId) : last
}
