import * as v from 'valibot'
import { displayNameOf, type Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { Picture } from '../pictures/model.ts'

/**
 * An editor may edit the profile, coffees, recipes and widget. An owner may also delete them and
 * manage members.
 */
export const memberRoles = ['OWNER', 'EDITOR'] as const
export type MemberRole = (typeof memberRoles)[number]

export interface Membership {
  roasterId: number
  roasterName: string
  roasterSlug: string
  role: MemberRole
}

/** A person acting for a roaster. */
export interface RoasterMember extends Person, Membership {}

export interface StoredMember {
  id: number
  name: string | null
  email: string
  role: MemberRole
  joinedAt: string
}

export interface Members {
  /** The roasters that a person belongs to, in the order they joined. */
  of: (userId: number) => Promise<(Membership & { logo: Picture | null })[]>
  /** The members of one roaster, in the order they joined. */
  list: (roasterId: number) => Promise<StoredMember[]>
  /**
   * The member is told by mail. A roaster always keeps at least one owner, even when members are
   * changed concurrently.
   */
  setRole: (change: MemberChange & { role: MemberRole }) => Promise<MemberChanged>
  /** Removes a member, or lets them leave. Invitations by a removed member are withdrawn. */
  remove: (change: MemberChange) => Promise<MemberChanged>
}

interface MemberChange {
  roasterId: number
  byUserId: number
  userId: number
  now: Date
}
type MemberChanged = 'changed' | 'not-an-owner' | 'not-found' | 'last-owner'

export const MemberId = v.object({ id: v.pipe(field.id, v.description('Of the person.')) })
export const SetMemberRole = v.object({ ...MemberId.entries, role: field.wordOf(memberRoles) })

export const PortalMember = v.object({
  id: field.id,
  name: v.string(),
  email: v.pipe(v.nullable(v.string()), v.description('For owners, and your own; null otherwise.')),
  role: v.picklist(memberRoles),
  joinedAt: field.instant,
  isYou: v.boolean(),
})

interface MemberPorts {
  members: Members
  clock: Clock
}

/** A person as a member of the roaster they name, or of the first one they joined. */
export async function memberFor(person: Person, members: Members, slug?: string): Promise<RoasterMember> {
  const membership = (await members.of(person.id)).find(({ roasterSlug }) => slug === undefined || roasterSlug === slug)
  if (membership) return { ...person, ...membership }
  throw new Fault(
    'not-a-roaster-member',
    slug === undefined
      ? 'You don’t manage a roaster yet. Claim yours first.'
      : `You don’t manage the roaster ${atMost(slug, 100)}.`,
  )
}

/** The roasters that would have no owner if this person left. */
export async function ownedAlone(userId: number, { members }: Pick<MemberPorts, 'members'>): Promise<Membership[]> {
  const owned = (await members.of(userId)).filter(({ role }) => role === 'OWNER')
  const owners = await Promise.all(owned.map(async ({ roasterId }) => members.list(roasterId)))
  return owned.filter((_, at) => owners[at]?.filter(({ role }) => role === 'OWNER').length === 1)
}

export async function listMembers(_: unknown, { members }: Pick<MemberPorts, 'members'>, member: RoasterMember) {
  const all = await members.list(member.roasterId)
  return {
    members: all.map(({ id, name, email, role, joinedAt }) => ({
      id,
      name: displayNameOf({ id, name }),
      email: member.role === 'OWNER' || id === member.id ? email : null,
      role,
      joinedAt,
      isYou: id === member.id,
    })),
  }
}

export async function setMemberRole(
  { id, role }: v.InferOutput<typeof SetMemberRole>,
  { members, clock }: MemberPorts,
  member: RoasterMember,
) {
  const change = { roasterId: member.roasterId, byUserId: member.id, userId: id, now: clock() }
  refuseUnchanged(await members.setRole({ ...change, role }), member)
  return { success: true as const }
}

/** A person who removes themselves leaves. */
export async function removeMember(
  { id }: v.InferOutput<typeof MemberId>,
  { members, clock }: MemberPorts,
  member: RoasterMember,
) {
  const change = { roasterId: member.roasterId, byUserId: member.id, userId: id, now: clock() }
  refuseUnchanged(await members.remove(change), member)
  return { success: true as const }
}

function refuseUnchanged(changed: MemberChanged, member: RoasterMember) {
  if (changed === 'not-an-owner') throw onlyForOwners(member)
  if (changed === 'not-found')
    throw new Fault(changed, `${member.roasterName} has no such member. They may have been removed.`)
  if (changed === 'last-owner')
    throw new Fault(changed, `${member.roasterName} needs an owner. Make someone else an owner first.`)
}

/** Refuses anybody but an owner. */
export function mustOwn(member: RoasterMember) {
  if (member.role !== 'OWNER') throw onlyForOwners(member)
}

export const onlyForOwners = ({ roasterName }: RoasterMember) =>
  new Fault('not-allowed', `Only an owner of ${roasterName} can do that. Ask one of them.`)
