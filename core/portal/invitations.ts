import * as v from 'valibot'
import { displayNameOf } from '../accounts/model.ts'
import { type NewLink, newLink, type Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import type { RoasterRef } from '../coffees/roaster.ts'
import { DAY_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { INVITATION_DAYS } from '../invitation-days.ts'
import type { Site } from '../site.ts'
import { type MemberRole, type Membership, memberRoles, mustOwn, onlyForOwners, type RoasterMember } from './members.ts'

/** From one roaster to anybody. A single mailbox gets at most `MAILS_AN_HOUR`. */
export const ROASTER_MAILS_AN_HOUR = 20
/** Members and invitations together. */
const MOST_MEMBERS = 50

export const InviteMember = v.object({
  email: field.email,
  role: v.optional(field.wordOf(memberRoles), 'EDITOR'),
})
export const InvitationId = v.object({ id: field.id })

export const invitedRole = v.picklist(memberRoles)
export const invitedBy = v.nullable(v.string())

/** An invitation as the roaster's owners see it. */
export const PortalInvitation = v.object({
  id: field.id,
  email: v.string(),
  role: invitedRole,
  invitedBy,
  state: v.picklist(['OPEN', 'EXPIRED', 'DECLINED']),
  sentAt: field.instant,
  expiresAt: field.instant,
})

/** The reply to an owner who invites somebody: the invitation, and what to know about it. */
export const SentInvitation = v.object({
  invitation: PortalInvitation,
  note: v.pipe(
    v.nullable(v.string()),
    v.description('Who can accept, if new accounts are closed; null otherwise. The email says so, too.'),
  ),
})

/** The same text for every address, so that an owner does not learn who has an account. */
export const whoCanAccept = ({ signUp }: Pick<Site, 'signUp'>) =>
  signUp === 'closed' ? 'New accounts are closed at the moment, so only people who already have one can accept.' : null

export interface StoredInvitation {
  id: number
  roaster: RoasterRef
  email: string
  role: MemberRole
  inviter: { id: number; name: string | null } | null
  sentAt: string
  expiresAt: string
  declinedAt: string | null
}

/** Identified by the secret in the mail, or by id if the person has proven the address. */
export type WhichInvitation = { tokenHash: string } | { id: number }

export interface RoasterInvitations {
  /** Newest first. */
  list: (roasterId: number) => Promise<StoredInvitation[]>
  /**
   * Stores an invitation and queues its mail, again if an earlier one has expired. Otherwise the
   * reason why that is not possible.
   */
  invite: (
    invitation: NewLink & { roasterId: number; byUserId: number; email: string; role: MemberRole; most: number },
  ) => Promise<
    | StoredInvitation
    | 'not-an-owner'
    | 'already-a-member'
    | 'already-invited'
    | 'declined'
    | 'roaster-full'
    | 'too-many-requests'
  >
  /** Sends an invitation again with a new link. The old link stops working. */
  resend: (
    invitation: NewLink & { roasterId: number; byUserId: number; id: number },
  ) => Promise<StoredInvitation | 'not-an-owner' | 'not-found' | 'declined' | 'too-many-requests'>
  /** A declined invitation is kept for a while, so that nobody is asked again. */
  withdraw: (roasterId: number, byUserId: number, id: number) => Promise<'changed' | 'not-an-owner' | 'not-found'>
  byToken: (tokenHash: string, now: Date) => Promise<StoredInvitation | undefined>
  /** The open invitations to a person, at an address that they have proven. */
  to: (userId: number, now: Date) => Promise<StoredInvitation[]>
  /**
   * Uses up the invitation and tells the owners. Undefined when it does not exist or is no longer
   * open.
   */
  accept: (answer: {
    which: WhichInvitation
    userId: number
    sessionVersion: number
    now: Date
  }) => Promise<Membership | 'not-signed-in' | 'address-not-proven' | undefined>
  decline: (which: WhichInvitation, userId: number | undefined, now: Date) => Promise<boolean>
}

export interface InvitationPorts {
  invitations: RoasterInvitations
  secrets: Secrets
  clock: Clock
}

interface InvitingPorts extends InvitationPorts {
  site: Pick<Site, 'signUp'>
}

export async function listInvitations(_: unknown, { invitations, clock }: InvitationPorts, member: RoasterMember) {
  mustOwn(member)
  const all = await invitations.list(member.roasterId)
  return { invitations: all.map(one => presentInvitation(one, clock())) }
}

export async function inviteMember(
  { email, role }: v.InferOutput<typeof InviteMember>,
  { invitations, secrets, clock, site }: InvitingPorts,
  member: RoasterMember,
) {
  const { roasterId, roasterName, id: byUserId } = member
  const link = newLink(secrets, clock(), INVITATION_DAYS * DAY_MS)
  const invited = await invitations.invite({ ...link, roasterId, byUserId, email, role, most: MOST_MEMBERS })
  if (invited === 'not-an-owner') throw onlyForOwners(member)
  if (invited === 'already-a-member') throw new Fault(invited, `${email} is already a member of ${roasterName}.`)
  if (invited === 'already-invited')
    throw new Fault(invited, `${email} has already been invited. Send that invitation again, or withdraw it first.`)
  if (invited === 'declined') throw declined(email)
  if (invited === 'roaster-full')
    throw new Fault('invalid', `A roaster has at most ${MOST_MEMBERS} members and invitations.`)
  if (invited === 'too-many-requests') throw tooManyMails(email)
  return { invitation: presentInvitation(invited, clock()), note: whoCanAccept(site) }
}

export async function resendInvitation(
  { id }: v.InferOutput<typeof InvitationId>,
  { invitations, secrets, clock, site }: InvitingPorts,
  member: RoasterMember,
) {
  const { roasterId, id: byUserId } = member
  const sent = await invitations.resend({
    ...newLink(secrets, clock(), INVITATION_DAYS * DAY_MS),
    roasterId,
    byUserId,
    id,
  })
  if (sent === 'not-an-owner') throw onlyForOwners(member)
  if (sent === 'not-found') throw noSuchInvitation(sent)
  if (sent === 'declined') throw declined('They')
  if (sent === 'too-many-requests') throw tooManyMails('The address')
  return { invitation: presentInvitation(sent, clock()), note: whoCanAccept(site) }
}

export async function withdrawInvitation(
  { id }: v.InferOutput<typeof InvitationId>,
  { invitations }: InvitationPorts,
  member: RoasterMember,
) {
  const withdrawn = await invitations.withdraw(member.roasterId, member.id, id)
  if (withdrawn === 'not-an-owner') throw onlyForOwners(member)
  if (withdrawn === 'not-found') throw noSuchInvitation(withdrawn)
  return { success: true as const }
}

const presentInvitation = (
  { id, email, role, inviter, sentAt, expiresAt, declinedAt }: StoredInvitation,
  now: Date,
) => ({
  id,
  email,
  role,
  invitedBy: inviter && displayNameOf(inviter),
  state: declinedAt
    ? ('DECLINED' as const)
    : Date.parse(expiresAt) > now.getTime()
      ? ('OPEN' as const)
      : ('EXPIRED' as const),
  sentAt,
  expiresAt,
})

const declined = (who: string) =>
  new Fault('already-invited', `${who} declined. If they change their mind, the link in the email still works.`)

const tooManyMails = (who: string) =>
  new Fault(
    'too-many-requests',
    `Too many of these emails were sent to ${who} or by your roaster. Try again in an hour.`,
  )

const noSuchInvitation = (code: 'not-found') =>
  new Fault(code, 'This invitation no longer exists. It may have been accepted.')
