import { type Accounts, presentUser } from '../accounts/accounts.ts'
import { displayNameOf, type Person } from '../accounts/model.ts'
import { accountCalled } from '../accounts/moderation.ts'
import { type Members, ownedAlone } from '../portal/members.ts'
import type { Profiles } from './profiles.ts'

/** What an admin needs to know about a person, without anything they wrote or brewed. */
export async function describeAccount(who: string, ports: { accounts: Accounts; members: Members }) {
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

/** The person that an admin acts for, as if they had signed in. */
export async function personCalled(
  who: string,
  { accounts, profiles }: { accounts: Accounts; profiles: Pick<Profiles, 'waterOf'> },
): Promise<Person> {
  const account = await accountCalled(who, accounts)
  const { id, email, sessionVersion } = account
  const water = await profiles.waterOf(id)
  return { id, email, sessionVersion, sessionId: '', displayName: displayNameOf(account), water }
}
