import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import { type Members, ownedAlone } from '../portal/members.ts'
import { type Account, type Accounts, presentUser } from './accounts.ts'
import { displayNameOf, type Person } from './model.ts'
import type { Profiles } from './profiles.ts'

interface ModerationPorts {
  accounts: Accounts
  clock: Clock
}

/** Ends every session and every mailed link of an account at once, and lets nobody sign in to it. `who` is an id or an e-mail address. */
export const disableAccount = async (who: string, { accounts, clock }: ModerationPorts) =>
  known(who, await accounts.setDisabled(await accountId(who, accounts), clock()))

/** Lets the person sign in again; the sessions and links of before stay ended. */
export const enableAccount = async (who: string, { accounts }: ModerationPorts) =>
  known(who, await accounts.setDisabled(await accountId(who, accounts), null))

/** `who` is an id or an e-mail address. */
export const accountCalled = async (who: string, accounts: Accounts): Promise<Account> =>
  known(who, await accounts.byId(await accountId(who, accounts)))

/** What an operator needs to know of somebody, and nothing of what they wrote or brewed. */
export async function describeAccount(who: string, ports: Pick<ModerationPorts, 'accounts'> & { members: Members }) {
  const account = await accountCalled(who, ports.accounts)
  const [{ isProven, hasAppleSignIn, lastActiveAt, ...counts }, memberships, alone] = await Promise.all([
    ports.accounts.figuresOf(account.id),
    ports.members.of(account.id),
    ownedAlone(account.id, ports),
  ])
  return {
    ...presentUser(account),
    isProven,
    disabledAt: account.disabledAt,
    lastActiveAt,
    signsInBy: [...(account.passwordHash ? ['password'] : []), 'link', ...(hasAppleSignIn ? ['Apple'] : [])],
    roasters: memberships.map(({ roasterId, roasterSlug: slug, role }) => ({
      slug,
      role,
      isOnlyOwner: alone.some(one => one.roasterId === roasterId),
    })),
    counts,
  }
}

/** Whom an admin acts for, as if they had signed in. */
export async function personCalled(
  who: string,
  { accounts, profiles }: { accounts: Accounts; profiles: Pick<Profiles, 'waterOf'> },
): Promise<Person> {
  const account = await accountCalled(who, accounts)
  const { id, email, sessionVersion } = account
  const water = await profiles.waterOf(id)
  return { id, email, sessionVersion, sessionId: '', displayName: displayNameOf(account), water }
}

const accountId = async (who: string, accounts: Accounts) =>
  /^[1-9]\d{0,8}$/.test(who) ? Number(who) : known(who, await accounts.byEmail(who)).id

function known<T>(who: string, account: T | undefined): T {
  if (account === undefined)
    throw new Fault('not-found', `There is no account ${who}; give its id or its e-mail address.`)
  return account
}
