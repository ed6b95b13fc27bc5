import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import { type Account, type Accounts, presentUser, type RemovedKeys } from './accounts.ts'
import { deviceInWords, isPhone } from './device.ts'
import { type Person, SESSION_DAYS, type SessionId, type SignedInOn } from './model.ts'

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

interface SignOutPorts {
  accounts: Accounts
  clock: Clock
}

/** Ends the session that asks. Sessions on other devices continue. */
export const signOut = (_: unknown, ports: SignOutPorts, person: Person) => endNow(person.sessionId, ports)

async function endNow(sessionId: string, { accounts, clock }: SignOutPorts) {
  const until = new Date(clock().getTime() + SESSION_DAYS * DAY_MS)
  await accounts.endSession(sessionId, until)
  return { success: true as const }
}

/** Where a person is signed in, the session that asks first. */
export async function listSessions(
  _: unknown,
  { accounts, clock }: SignOutPorts,
  person: Person,
): Promise<v.InferOutput<typeof SignedInOn>> {
  const since = new Date(clock().getTime() - SESSION_DAYS * DAY_MS)
  const sessions = (await accounts.sessionsOf(person.id, since)).map(({ id, lastUsedAt, ...device }) => ({
    id,
    device: deviceInWords(device),
    isPhone: isPhone(device),
    lastUsedAt,
    isCurrent: id === person.sessionId,
  }))
  return { sessions: sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) }
}

/** Ends one of the person's own sessions. */
export async function endSession({ id }: v.InferOutput<typeof SessionId>, ports: SignOutPorts, person: Person) {
  const { sessions } = await listSessions(undefined, ports, person)
  if (!sessions.some(session => session.id === id))
    throw new Fault('not-found', 'You’re not signed in with this session any more.')
  return endNow(id, ports)
}

/** Ends every other session, also those that are not in the list. This one continues with a new token. */
export async function signOutElsewhere(
  _: unknown,
  { accounts, sessions }: { accounts: Accounts; sessions: Sessions },
  person: Person,
) {
  const account = await accounts.endAllSessions(person.id, person.sessionVersion)
  if (!account) throw new Fault('not-signed-in', 'The session has ended; sign in again.')
  return signedIn(account, sessions)
}
