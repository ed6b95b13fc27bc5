import * as v from 'valibot'
import { RoasterRef } from '../coffees/roaster.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { Picture } from '../pictures/model.ts'
import { memberRoles, mustOwn, type RoasterMember } from './members.ts'

const instagramHandle = v.pipe(
  field.boundedText(30),
  v.transform(text => text.replace(/^@/, '')),
  v.regex(/^[A-Za-z0-9._]{1,30}$/, 'must be a handle such as @hillroad, without the address of the site'),
)
const clearableLine = field.clearable(field.line)
const clearableAddress = field.clearable(field.webAddress)

/** A missing field stays as it was; null or an empty text clears it. */
export const ReviseRoasterProfile = v.object({
  name: v.optional(v.pipe(field.name, v.description('The slug, and every address with it, stays the same.'))),
  description: field.clearable(field.longText),
  tagline: clearableLine,
  style: clearableLine,
  city: clearableLine,
  state: clearableLine,
  country: clearableLine,
  websiteUrl: clearableAddress,
  instagramHandle: field.clearable(instagramHandle),
  contactEmail: field.clearable(field.email),
  logoUrl: clearableAddress,
  coverImageUrl: clearableAddress,
})

const words = v.nullable(v.string())

const profile = {
  ...RoasterRef.entries,
  description: words,
  tagline: words,
  style: words,
  city: words,
  state: words,
  country: words,
  location: v.pipe(words, v.description('City, state and country in one line.')),
  websiteUrl: words,
  instagramHandle: v.pipe(words, v.description('Without the @.')),
  contactEmail: words,
  logo: v.nullable(Picture),
  logoUrl: words,
  coverImageUrl: words,
  isVerified: v.boolean(),
  isPremium: v.boolean(),
  createdAt: field.instant,
}
const StoredRoasterProfile = v.object(profile)
export type StoredRoasterProfile = v.InferOutput<typeof StoredRoasterProfile>

export const RoasterProfile = v.object({
  ...profile,
  role: v.pipe(v.picklist(memberRoles), v.description('Your role for this roaster.')),
})

export type RoasterProfileChanges = v.InferOutput<typeof ReviseRoasterProfile> & { matchName?: string }

export interface PortalProfiles {
  of: (roasterId: number) => Promise<StoredRoasterProfile | undefined>
  /** A new name also takes effect in every search. */
  revise: (
    roasterId: number,
    changes: RoasterProfileChanges,
  ) => Promise<StoredRoasterProfile | 'name-taken' | undefined>
}

export const getRoasterProfile = async (
  _: unknown,
  { portal }: { portal: { profiles: PortalProfiles } },
  member: RoasterMember,
) => ({
  ...stillHere(await portal.profiles.of(member.roasterId), member),
  role: member.role,
})

export async function reviseRoasterProfile(
  changes: v.InferOutput<typeof ReviseRoasterProfile>,
  { portal }: { portal: { profiles: PortalProfiles } },
  member: RoasterMember,
) {
  const { name, websiteUrl } = changes
  if (websiteUrl !== undefined && member.role !== 'OWNER') {
    const now = stillHere(await portal.profiles.of(member.roasterId), member)
    // Anybody with an address at the website's domain may claim the roaster and become its owner.
    if ((websiteUrl || null) !== now.websiteUrl) mustOwn(member)
  }
  const revised = await portal.profiles.revise(member.roasterId, {
    ...changes,
    ...(name !== undefined && { matchName: matchNameOf(name) }),
  })
  if (revised === 'name-taken')
    throw new Fault(
      'name-taken',
      `Another roaster here is already called ${name} (we ignore words such as "Coffee" and "Roasters"). Choose another name.`,
    )
  return { ...stillHere(revised, member), role: member.role }
}

export function stillHere<T>(found: T | undefined, { roasterName }: RoasterMember): T {
  if (found === undefined) throw new Fault('roaster-not-found', `${roasterName} has been removed.`)
  return found
}
