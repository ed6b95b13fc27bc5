import type * as v from 'valibot'
import { Fault } from '../errors.ts'
import type { Account, Accounts } from './accounts.ts'
import type { ChangePassword, Person } from './model.ts'
import { type Sessions, signedIn } from './sessions.ts'

export interface Passwords {
  hash: (password: string) => Promise<string>
  /**
   * Takes the same time when there is no hash to compare with, so that the delay reveals nothing.
   */
  matches: (password: string, hash: string | null | undefined) => Promise<boolean>
}

export async function changePassword(
  { newPassword, currentPassword }: v.InferOutput<typeof ChangePassword>,
  { accounts, passwords, sessions }: { accounts: Accounts; passwords: Passwords; sessions: Sessions },
  person: Person,
) {
  await refuseWrongPassword(await accounts.byId(person.id), currentPassword, passwords)
  const changed = await accounts.setPassword(person.id, person.sessionVersion, await passwords.hash(newPassword))
  if (!changed) throw new Fault('not-signed-in', 'The session has ended; sign in again.')
  return signedIn(changed, sessions)
}

/** Whoever changes how an account is signed in to types its password, if it has one. */
export async function refuseWrongPassword(
  account: Account | undefined,
  currentPassword: string | undefined,
  passwords: Passwords,
) {
  if (!account?.passwordHash) return
  if (currentPassword === undefined)
    throw new Fault('invalid', 'currentPassword is required when the account has a password.')
  if (!(await passwords.matches(currentPassword, account.passwordHash)))
    throw new Fault('wrong-credentials', 'currentPassword is wrong.')
}
