import type { Clock } from '../clock.ts'
import { DAY_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import { type Account, type Accounts, presentUser, type RemovedKeys } from './accounts.ts'
import { type Person, SESSION_DAYS } from './model.ts'

export interface Sessions {
  sign: (account: Pick<Account, 'id' | 'sessionVersion'>) => Promise<string>
}

export async function signedIn(account: Account, sessions: Sessions) {
  if (account.disabledAt)
    throw new Fault('not-allowed', 'This account is disabled. Contact support to have it enabled again.')
  return { success: true as const, user: presentUser(account), token: await sessions.sign(account) }
}

/**
 * The reply to a sign-in. If this was the first proof of the address, it also lists what that
 * removed from the account.
 */
export const entered = async (account: Account & RemovedKeys, sessions: Sessions) => ({
  ...(await signedIn(account, sessions)),
  ...removedIn(account),
})

/** Only includes what was removed. */
export const removedIn = ({ passwordRemoved, appleSignInRemoved, claimRemoved }: RemovedKeys) => ({
  ...(passwordRemoved && { passwordRemoved }),
  ...(appleSignInRemoved && { appleSignInRemoved }),
  ...(claimRemoved && { claimRemoved }),
})

/** Ends the session that asks. Sessions on other devices continue. */
export async function signOut(_: unknown, { accounts, clock }: { accounts: Accounts; clock: Clock }, person: Person) {
  const until = new Date(clock().getTime() + SESSION_DAYS * DAY_MS)
  await accounts.endSession(person.sessionId, until)
  return { success: true as const }
}
