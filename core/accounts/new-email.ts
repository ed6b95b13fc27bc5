import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { HOUR_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import { tooManyMailsTo } from '../mailbox.ts'
import type { Account, Accounts } from './accounts.ts'
import { type ChangeEmail, CONFIRM_LINK_HOURS, type ConfirmEmail, type Person } from './model.ts'
import { type Passwords, refuseWrongPassword } from './passwords.ts'
import { type NewLink, newLink, type Secrets } from './secrets.ts'
import { type Sessions, signedIn } from './sessions.ts'

/**
 * A new email address for an account. Nothing changes until its link is opened at the new address by
 * somebody who is signed in to the account: neither somebody who only has the mailbox, nor somebody
 * who only has the account, can do it alone.
 */
export interface NewEmails {
  /** Mails a link that replaces earlier ones, and tells the old address. */
  ask: (
    change: NewLink & { userId: number; sessionVersion: number; email: string },
  ) => Promise<'asked' | 'not-signed-in' | 'email-taken' | 'too-many-requests'>
  /** The address that this link would give to the account. */
  addressOf: (tokenHash: string, userId: number, now: Date) => Promise<string | undefined>
  /** Changes it, ends every session and link, and tells the old address. Undefined without such a link. */
  confirm: (change: {
    tokenHash: string
    userId: number
    sessionVersion: number
    now: Date
  }) => Promise<Account | 'email-taken' | undefined>
}

interface NewEmailPorts {
  accounts: Accounts
  newEmails: NewEmails
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  clock: Clock
}

export async function changeEmail(
  { email, currentPassword }: v.InferOutput<typeof ChangeEmail>,
  { accounts, newEmails, passwords, secrets, clock }: NewEmailPorts,
  person: Person,
) {
  await refuseWrongPassword(await accounts.byId(person.id), currentPassword, passwords)
  if (email.toLowerCase() === person.email.toLowerCase()) throw new Fault('invalid', 'This is already your address.')
  const link = newLink(secrets, clock(), CONFIRM_LINK_HOURS * HOUR_MS)
  const asked = await newEmails.ask({ ...link, userId: person.id, sessionVersion: person.sessionVersion, email })
  if (asked === 'not-signed-in') throw new Fault(asked, 'The session has ended; sign in again.')
  if (asked === 'email-taken') throw taken()
  if (asked === 'too-many-requests') throw tooManyMailsTo(email)
  return {
    success: true as const,
    message: `We emailed ${email}. Open the link in that email within ${CONFIRM_LINK_HOURS} hours, where you’re signed in. Until then, nothing changes.`,
  }
}

/** The address that a link would give to the person's account. */
export async function newEmailOf(
  { token }: v.InferOutput<typeof ConfirmEmail>,
  { newEmails, secrets, clock }: Pick<NewEmailPorts, 'newEmails' | 'secrets' | 'clock'>,
  person: Person,
) {
  const email = await newEmails.addressOf(secrets.hash(token), person.id, clock())
  if (email === undefined) throw linkEnded()
  return email
}

/** The person continues with a new session. */
export async function confirmEmail(
  { token }: v.InferOutput<typeof ConfirmEmail>,
  { newEmails, secrets, sessions, clock }: NewEmailPorts,
  { id: userId, sessionVersion }: Person,
) {
  const account = await newEmails.confirm({ tokenHash: secrets.hash(token), userId, sessionVersion, now: clock() })
  if (account === 'email-taken') throw taken()
  if (!account) throw linkEnded()
  return signedIn(account, sessions)
}

const taken = () => new Fault('email-taken', 'Another account already uses this address.')
const linkEnded = () =>
  new Fault('link-expired', 'This link has expired, was already used, or belongs to another account.')
