import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { HOUR_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import { tooManyMailsTo } from '../mailbox.ts'
import type { Site } from '../site.ts'
import type { Account, Accounts, RemovedKeys } from './accounts.ts'
import { type LastStart, refuseDeadLink } from './last-start.ts'
import type { SetNewPassword } from './model.ts'
import { accountCalled } from './moderation.ts'
import type { Passwords } from './passwords.ts'
import { type NewLink, newLink, type Secrets } from './secrets.ts'
import { entered, type Sessions } from './sessions.ts'

export const NEW_PASSWORD_HOURS = 24

export interface NewPasswords {
  /**
   * Stores a link that replaces earlier ones, and queues its mail if it is to be mailed. False
   * beyond `MAILS_AN_HOUR`.
   */
  send: (link: NewLink & { userId: number; isMailed: boolean }) => Promise<boolean>
  /** The address of the account that a working link is for. */
  addressOf: (tokenHash: string, now: Date) => Promise<string | undefined>
  /**
   * Sets the password by a link, which works once, and ends every session and link. A mailed link
   * also proves the address. Undefined when the link is unknown, used or expired.
   */
  set: (choice: { tokenHash: string; passwordHash: string; now: Date }) => Promise<(Account & RemovedKeys) | undefined>
}

interface NewPasswordPorts {
  accounts: Accounts
  newPasswords: NewPasswords
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  site: Site
  clock: Clock
}

/**
 * Makes a link, on behalf of an admin, with which a person can set a new password. If it is not
 * mailed, the admin hands it over.
 */
export async function offerNewPassword(
  who: string,
  isMailed: boolean,
  ports: Omit<NewPasswordPorts, 'passwords' | 'sessions'> & { lastStart: LastStart },
) {
  const { accounts, newPasswords, secrets, site, clock } = ports
  await refuseDeadLink(ports)
  const account = await accountCalled(who, accounts)
  if (account.disabledAt) throw new Fault('invalid', `${account.email} is disabled; enable the account first.`)
  const link = newLink(secrets, clock(), NEW_PASSWORD_HOURS * HOUR_MS)
  if (!(await newPasswords.send({ ...link, userId: account.id, isMailed }))) throw tooManyMailsTo(account.email)
  const { id: userId, email } = account
  return {
    id: userId,
    email,
    isMailed,
    expiresAt: link.expiresAt.toISOString(),
    ...(!isMailed && { url: `${site.baseUrl}${site.paths.newPassword(secrets.linkToken(link.linkId))}` }),
  }
}

/** The account that a link's page is for. */
export async function newPasswordFor(
  token: string,
  { newPasswords, secrets, clock }: Pick<NewPasswordPorts, 'newPasswords' | 'secrets' | 'clock'>,
) {
  const email = await newPasswords.addressOf(secrets.hash(token), clock())
  if (email === undefined) throw linkEnded()
  return email
}

export async function setNewPassword(
  { token, newPassword }: v.InferOutput<typeof SetNewPassword>,
  ports: NewPasswordPorts,
) {
  const { newPasswords, passwords, secrets, sessions, clock } = ports
  // Check the link first, so that an invalid one cannot make us compute a costly hash.
  await newPasswordFor(token, ports)
  const passwordHash = await passwords.hash(newPassword)
  const account = await newPasswords.set({ tokenHash: secrets.hash(token), passwordHash, now: clock() })
  if (!account) throw linkEnded()
  return entered(account, sessions)
}

const linkEnded = () => new Fault('link-expired', 'This link has expired or was already used. Request a new link.')
