import type { StoredBrew } from '../brews/model.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { dialOf } from '../grind/dial.ts'

/** A brew, as far as it says where a dial was left. */
export type SettingBrew = Pick<StoredBrew, 'id' | 'grinderId' | 'grindSetting' | 'brewedAt'>

/** What a person said of a dial: "it is at 24". */
export interface SaidSetting {
  grinderId: number
  saidSetting: number
  saidAt: string
}

/** A bag that somebody drinks from, by its coffee or, if that is in no catalog, by itself. */
export interface OpenBag {
  coffeeProfileId: number | null
  bagId: number | null
  name: string
  roasterName: string | null
}

/** Where a dial is, and since when: by a brew, or because the person said so. */
export interface Stand<Brew extends SettingBrew = SettingBrew> {
  setting: number
  at: string
  brew: Brew | null
}

/**
 * Where a dial is: at the setting of the last brew, or at what the person has said since. A brew
 * without a setting says nothing, and neither does a setting that the dial does not have. It is
 * computed and never stored, so it follows every brew that is edited or deleted.
 */
export function standOf<Brew extends SettingBrew>(
  dial: AnyStoredGrinder,
  brews: readonly Brew[],
  said: SaidSetting | undefined,
): Stand<Brew> | null {
  const { holds } = dialOf(dial)
  const set = brews.filter(
    ({ grinderId, grindSetting }) => grinderId === dial.id && grindSetting !== null && holds(grindSetting),
  )
  const last = set.reduce<Brew | undefined>(
    (newest, one) => (newest && isBefore(one, newest) ? newest : one),
    undefined,
  )
  if (said && holds(said.saidSetting) && (!last || timeOf(said.saidAt) >= timeOf(last.brewedAt)))
    return { setting: said.saidSetting, at: said.saidAt, brew: null }
  return last ? { setting: last.grindSetting as number, at: last.brewedAt, brew: last } : null
}

/** Of two brews at the same time, the one that was logged later is the newer one. */
const isBefore = (one: SettingBrew, other: SettingBrew) => {
  const apart = timeOf(one.brewedAt) - timeOf(other.brewedAt)
  return apart === 0 ? one.id < other.id : apart < 0
}

const timeOf = (instant: string) => Date.parse(instant)
