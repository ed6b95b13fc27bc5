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
  /** Stores a link in place of those from before, and queues its mail where it is mailed; false beyond `MAILS_AN_HOUR`. */
  send: (link: NewLink & { userId: number; isMailed: boolean }) => Promise<boolean>
  /** Whose password a link that still works is for. */
  addressOf: (tokenHash: string, now: Date) => Promise<string | undefined>
  /**
   * By the link, once: every session and every link ends. A mailed one also proves the address; undefined when it is none,
   * or no longer.
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

/** An admin has a link made by which a person sets another password; where it is not mailed, it is for them to hand over. */
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

/** For whom the page of a link is. */
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
  // Nobody makes us hash by a link that is none.
  await newPasswordFor(token, ports)
  const passwordHash = await passwords.hash(newPassword)
  const account = await newPasswords.set({ tokenHash: secrets.hash(token), passwordHash, now: clock() })
  if (!account) throw linkEnded()
  return entered(account, sessions)
}

const linkEnded = () =>
  new Fault('link-expired', 'This link has run out or was already used; ask whoever runs this site for a new one.')
