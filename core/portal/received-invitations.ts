import * as v from 'valibot'
import { displayNameOf, type Person } from '../accounts/model.ts'
import type { Secrets } from '../accounts/secrets.ts'
import { RoasterRef } from '../coffees/roaster.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import {
  type InvitationPorts,
  invitedBy,
  invitedRole,
  type StoredInvitation,
  type WhichInvitation,
} from './invitations.ts'

export const InvitationToken = v.object({ token: field.token })
export const AnswerInvitation = v.pipe(
  v.object({
    token: v.optional(v.pipe(field.token, v.description('The token from the email.'))),
    id: v.optional(
      v.pipe(field.id, v.description('The ID of an invitation to your own address, once you’ve confirmed it.')),
    ),
  }),
  v.check(({ token, id }) => (token === undefined) !== (id === undefined), 'Give either token or id'),
)

/** An invitation as the invited person sees it. */
export const ReceivedInvitation = v.object({
  id: field.id,
  roaster: RoasterRef,
  role: invitedRole,
  invitedBy,
  expiresAt: field.instant,
})

export const Joined = v.object({ success: v.literal(true), roaster: RoasterRef, role: invitedRole })

/** The invitation behind the link in a mail. */
export async function getInvitation(
  { token }: v.InferOutput<typeof InvitationToken>,
  { invitations, secrets, clock }: InvitationPorts,
) {
  const found = await invitations.byToken(secrets.hash(token), clock())
  if (!found) throw invitationEnded()
  return presentReceived(found)
}

export const listReceivedInvitations = async (_: unknown, { invitations, clock }: InvitationPorts, person: Person) => ({
  invitations: (await invitations.to(person.id, clock())).map(presentReceived),
})

export async function acceptInvitation(
  answer: v.InferOutput<typeof AnswerInvitation>,
  { invitations, secrets, clock }: InvitationPorts,
  { id: userId, sessionVersion, email }: Person,
): Promise<v.InferOutput<typeof Joined>> {
  const joined = await invitations.accept({ which: whichOf(answer, secrets), userId, sessionVersion, now: clock() })
  if (joined === undefined) throw invitationEnded()
  if (joined === 'not-signed-in') throw new Fault(joined, 'The session has ended; sign in again.')
  if (joined === 'address-not-proven')
    throw new Fault(
      'not-allowed',
      `Your address ${email} isn’t confirmed yet. Sign in once with an emailed link, then accept the invitation.`,
    )
  const { roasterId: id, roasterName: name, roasterSlug: slug, role } = joined
  return { success: true, roaster: { id, name, slug }, role }
}

/** The link in the mail is enough to decline; no account is needed. */
export async function declineInvitation(
  answer: v.InferOutput<typeof AnswerInvitation>,
  { invitations, secrets, clock }: InvitationPorts,
  person: Person | undefined,
) {
  if (answer.token === undefined && !person)
    throw new Fault('not-signed-in', 'Sign in first, or send the token from the email.')
  if (!(await invitations.decline(whichOf(answer, secrets), person?.id, clock()))) throw invitationEnded()
  return { success: true as const }
}

const whichOf = ({ token, id = 0 }: v.InferOutput<typeof AnswerInvitation>, { hash }: Secrets): WhichInvitation =>
  token === undefined ? { id } : { tokenHash: hash(token) }

const presentReceived = ({ id, roaster, role, inviter, expiresAt }: StoredInvitation) => ({
  id,
  roaster,
  role,
  invitedBy: inviter && displayNameOf(inviter),
  expiresAt,
})

const invitationEnded = () =>
  new Fault('link-expired', 'This invitation has expired, was already answered or was withdrawn. Ask for a new one.')
