import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { DAY_MS, HOUR_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { INVITATION_DAYS } from '../invitation-days.ts'
import { tooManyMailsTo } from '../mailbox.ts'
import type { SignUp, Site } from '../site.ts'
import type { Accounts } from './accounts.ts'
import { type LastStart, refuseDeadLink } from './last-start.ts'
import { CONFIRM_LINK_HOURS, type Register } from './model.ts'
import type { Passwords } from './passwords.ts'
import { type NewLink, newLink, type Secrets } from './secrets.ts'
import { type Sessions, signedIn } from './sessions.ts'

/**
 * Invitations to create an account, for sites where sign-up is not open to everybody. Each is
 * looked up by its secret.
 */
export interface AccountInvitations {
  /**
   * Stores an invitation that replaces an earlier one, and queues its mail if it is to be mailed.
   * Otherwise the reason why that is not possible.
   */
  invite: (
    invitation: NewLink & { email: string; isMailed: boolean },
  ) => Promise<{ id: number } | 'email-taken' | 'too-many-requests'>
  /** Open invitations and those that expired in the last month, latest first. */
  list: () => Promise<AccountInvitation[]>
  /** Withdraws the invitation to this address; undefined when there is none. */
  withdraw: (email: string) => Promise<{ id: number } | undefined>
  /**
   * The address that a working secret invites, either from an admin or from a roaster looking for a
   * member.
   */
  addressOf: (tokenHash: string, now: Date) => Promise<string | undefined>
}

export interface AccountInvitation {
  id: number
  email: string
  invitedAt: string
  /** Who sent it last, by their name in the audit log; null if the log does not say. */
  invitedBy: string | null
  isMailed: boolean
  expiresAt: string
}

interface SignUpPorts {
  accounts: Accounts
  accountInvitations: AccountInvitations
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  site: Site
  clock: Clock
}

export async function register(
  { email, password, name, invitation }: v.InferOutput<typeof Register>,
  ports: Omit<SignUpPorts, 'site'> & { site: Pick<Site, 'signUp'> },
) {
  const { accounts, passwords, secrets, sessions, site, clock } = ports
  const isNeeded = site.signUp !== 'open'
  // Check this before anything is hashed or looked up, so that the reply does not reveal whether an
  // address is known.
  if (isNeeded && (site.signUp === 'closed' || invitation === undefined)) throw noSignUp(site)
  if (isNeeded && (await addressInvitedBy(invitation ?? '', ports))?.toLowerCase() !== email.toLowerCase())
    throw notForThem()
  const now = clock()
  const account = await accounts.register({
    email,
    passwordHash: await passwords.hash(password),
    name,
    invitation: invitation === undefined ? undefined : { tokenHash: secrets.hash(invitation), isNeeded },
    confirmation: newLink(secrets, now, CONFIRM_LINK_HOURS * HOUR_MS),
    now,
  })
  if (account === 'not-invited') throw notForThem()
  if (!account) throw new Fault('email-taken', 'This email address already has an account; sign in instead.')
  return signedIn(account, sessions)
}

/**
 * The same sentence whether or not the address has an account, so that it does not reveal which do.
 */
export const noSignUp = ({ signUp }: Pick<Site, 'signUp'>) => new Fault('not-allowed', whyNoSignUp[signUp])

/** Why sign-up is not open, for people. */
export const whyNoSignUp: Record<SignUp, string> = {
  open: '',
  invite:
    'You need an invitation to create an account here. Open the link in yours, or ask the people who run this site for one.',
  closed: 'New accounts are closed at the moment. If you already have one, you can still sign in.',
}

/** The address an invitation is for, while it works. */
export const addressInvitedBy = (
  invitation: string,
  { accountInvitations, secrets, clock }: Pick<SignUpPorts, 'accountInvitations' | 'secrets' | 'clock'>,
) => accountInvitations.addressOf(secrets.hash(invitation), clock())

/** For admins. If the invitation is not mailed, they hand over its link. */
export async function inviteToSignUp(
  address: string,
  isMailed: boolean,
  ports: Pick<SignUpPorts, 'accountInvitations' | 'secrets' | 'site' | 'clock'> & { lastStart: LastStart },
) {
  const { accountInvitations, secrets, site, clock } = ports
  if (site.signUp === 'closed')
    throw new Fault('invalid', 'SIGNUP is "closed", so the link would not work. Set it to "invite" first.')
  const email = addressIn(address)
  await refuseDeadLink(ports)
  const link = newLink(secrets, clock(), INVITATION_DAYS * DAY_MS)
  const invited = await accountInvitations.invite({ ...link, email, isMailed })
  if (invited === 'email-taken') throw new Fault(invited, `${email} already has an account here.`)
  if (invited === 'too-many-requests') throw tooManyMailsTo(email)
  return {
    id: invited.id,
    email,
    isMailed,
    expiresAt: link.expiresAt.toISOString(),
    ...(!isMailed && { url: `${site.baseUrl}${site.paths.register(secrets.linkToken(link.linkId))}` }),
  }
}

/** Invitations that have not been used yet. A used invitation is deleted. */
export async function listAccountInvitations({
  accountInvitations,
  clock,
}: Pick<SignUpPorts, 'accountInvitations' | 'clock'>) {
  const now = clock().toISOString()
  return (await accountInvitations.list()).map(each => ({ ...each, isOpen: each.expiresAt > now }))
}

export async function withdrawInvitationTo(
  address: string,
  { accountInvitations }: Pick<SignUpPorts, 'accountInvitations'>,
) {
  const email = addressIn(address)
  const withdrawn = await accountInvitations.withdraw(email)
  if (!withdrawn)
    throw new Fault(
      'not-found',
      `${email} has no open invitation. If it was used, "dialin users list" shows the account.`,
    )
  return { ...withdrawn, email }
}

function addressIn(text: string) {
  const address = v.safeParse(field.email, text)
  if (!address.success) throw new Fault('invalid', `The address ${address.issues[0].message}.`)
  return address.output
}

const notForThem = () =>
  new Fault(
    'link-expired',
    'This invitation has expired, was already used, or is for another address. Ask for a new one.',
  )
