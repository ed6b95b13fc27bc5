import * as v from 'valibot'
import { type Accounts, presentUser } from '../accounts/accounts.ts'
import { displayNameOf, type Person, User } from '../accounts/model.ts'
import { RoasterRef } from '../coffees/roaster.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { type Members, type Membership, memberRoles } from '../portal/members.ts'
import {
  levelsOf,
  neutralPalate,
  type Palate,
  SetTasteLevels,
  type SetTasteProfile,
  setPalate,
  TasteLevels,
  vectorOf,
} from '../taste/palate.ts'
import type { Palates } from '../taste/palates.ts'
import { HomeWater, SetHomeWater, waterNote } from '../water/home-water.ts'
import type { PublicProfiles } from './public-profile.ts'

export interface Profiles extends PublicProfiles {
  /** With null, the person is shown by their number again. */
  rename: (userId: number, name: string | null) => Promise<void>
  waterOf: (userId: number) => Promise<HomeWater>
  /** Undefined fields stay as they were. */
  setWater: (userId: number, changes: v.InferOutput<typeof SetHomeWater>) => Promise<HomeWater>
  preferencesOf: (userId: number) => Promise<NotificationPreferences>
  /** Undefined fields stay as they were. */
  setPreferences: (
    userId: number,
    changes: v.InferOutput<typeof SetNotificationPreferences>,
  ) => Promise<NotificationPreferences>
}

/**
 * A person's own view of their profile: their palate in six levels, their name, and the water they
 * brew with.
 */
export const Profile = v.object({
  ...TasteLevels.entries,
  ...HomeWater.entries,
  waterNote: v.pipe(
    v.nullable(v.string()),
    v.description('What your hardness and alkalinity do to a cup. Null until you set one of them.'),
  ),
  displayName: v.string(),
  isDefault: v.pipe(v.boolean(), v.description('True until any taste is set.')),
})

export const Me = v.object({
  user: v.object({
    ...User.entries,
    profile: Profile,
    memberships: v.pipe(
      v.array(v.object({ roaster: RoasterRef, role: v.picklist(memberRoles) })),
      v.description('The roasters you manage, in the order you joined.'),
    ),
  }),
})

export const SetProfile = v.object({
  ...SetTasteLevels.entries,
  ...SetHomeWater.entries,
  displayName: v.optional(v.nullable(field.name)),
})

const notifications = {
  notifyRecipeComments: field.flag,
  notifyRecipeFavorites: field.flag,
  notifyRecipeBrews: field.flag,
  notifyRecipeVariations: field.flag,
  notifyShelf: field.flag,
}
export const NotificationPreferences = v.object(notifications)
export type NotificationPreferences = v.InferOutput<typeof NotificationPreferences>
export const SetNotificationPreferences = v.partial(NotificationPreferences)

export async function getProfile(_: unknown, { palates }: { palates: Palates }, person: Person) {
  return { profile: presentProfile(person.displayName, await palates.of(person.id), person.water) }
}

export async function setProfile(
  { displayName, altitudeMeters, waterHardnessPpm, waterAlkalinityPpm, ...tastes }: v.InferOutput<typeof SetProfile>,
  { palates, profiles }: { palates: Palates; profiles: Profiles },
  person: Person,
) {
  const palate = await palates.change(person.id, palate => setPalate(palate, tastes))
  const water = await profiles.setWater(person.id, { altitudeMeters, waterHardnessPpm, waterAlkalinityPpm })
  if (displayName !== undefined) await profiles.rename(person.id, displayName)
  const name = displayName === undefined ? person.displayName : displayNameOf({ id: person.id, name: displayName })
  return { profile: presentProfile(name, palate, water) }
}

export async function getTasteProfile(_: unknown, { palates }: { palates: Palates }, person: Person) {
  return vectorOf((await palates.of(person.id)) ?? null)
}

export async function setTasteProfile(
  tastes: v.InferOutput<typeof SetTasteProfile>,
  { palates }: { palates: Palates },
  person: Person,
) {
  // Sending it, even empty, gives the person a palate of their own.
  return vectorOf(await palates.change(person.id, palate => setPalate(palate ?? neutralPalate, tastes)))
}

/** The signed-in person, as they see themselves. */
export async function getMe(
  _: unknown,
  { accounts, palates, members }: { accounts: Accounts; palates: Palates; members: Members },
  person: Person,
) {
  const [account, palate, memberships] = await Promise.all([
    accounts.byId(person.id),
    palates.of(person.id),
    members.of(person.id),
  ])
  if (!account) throw new Fault('not-signed-in', 'The session has ended; sign in again.')
  const user = presentUser(account)
  return {
    user: {
      ...user,
      profile: presentProfile(user.name, palate, person.water),
      memberships: memberships.map(presentMembership),
    },
  }
}

const presentMembership = ({ roasterId: id, roasterName: name, roasterSlug: slug, role }: Membership) => ({
  roaster: { id, name, slug },
  role,
})

const presentProfile = (displayName: string, palate: Palate | null | undefined, water: HomeWater) => ({
  ...levelsOf(palate ?? null),
  ...water,
  waterNote: waterNote(water),
  displayName,
  isDefault: !palate,
})
