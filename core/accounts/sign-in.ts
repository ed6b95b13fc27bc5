import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Site } from '../site.ts'
import type { Account, AccountOwner, Accounts, AppleIdentity } from './accounts.ts'
import {
  type Login,
  MAGIC_LINK_MINUTES,
  type Person,
  type RequestMagicLink,
  type SignInWithApple,
  type VerifyMagicLink,
} from './model.ts'
import type { Passwords } from './passwords.ts'
import { newLink, type Secrets } from './secrets.ts'
import { entered, type Sessions, signedIn } from './sessions.ts'
import { noSignUp } from './sign-up.ts'

/** Verifies an Apple identity token, or throws a Fault that says what is wrong with it. */
export type VerifyAppleToken = (identityToken: string, now: Date) => Promise<AppleIdentity>

interface SignInPorts {
  accounts: Accounts
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  verifyAppleToken: VerifyAppleToken
  clock: Clock
}

export async function login(
  { email, password }: v.InferOutput<typeof Login>,
  { accounts, passwords, sessions }: SignInPorts,
) {
  const account = await accounts.byEmail(email)
  const matches = await passwords.matches(password, account?.passwordHash)
  if (!account || !matches)
    throw new Fault('wrong-credentials', 'That email and password don’t match. Try again or get a sign-in link.')
  return signedIn(account, sessions)
}

export async function requestMagicLink(
  { email, next }: v.InferOutput<typeof RequestMagicLink>,
  { accounts, secrets, clock }: SignInPorts,
) {
  await accounts.sendMagicLink({ ...newLink(secrets, clock(), MAGIC_LINK_MINUTES * 60_000), email, next })
  return {
    success: true as const,
    message: `If there is an account for this address, a sign-in link is on its way. It works once, for ${MAGIC_LINK_MINUTES} minutes.`,
  }
}

/** The account that a link signs in to, so that the page can say whose it is. */
export const linkedAccount = (token: string, { accounts, secrets, clock }: SignInPorts) =>
  accounts.byLink(secrets.hash(token), clock())

/**
 * Signs in by a mailed link. If it is the first proof of the address, the account stays as it is
 * for a person who is signed in to it or types its password.
 */
export async function verifyMagicLink(
  { token, next, password }: v.InferOutput<typeof VerifyMagicLink> & { password?: string | undefined },
  ports: SignInPorts,
  person?: Person,
) {
  const { accounts, secrets, sessions, clock } = ports
  // A password is compared only for a link that works, so that nobody can use this to guess one.
  const known = password === undefined ? undefined : await linkedAccount(token, ports)
  const owner = known ? await ownerOf(known, password, ports) : person
  const account = await accounts.redeemMagicLink(secrets.hash(token), clock(), owner)
  if (!account) throw new Fault('link-expired', 'This sign-in link has expired or was already used; ask for a new one.')
  return { ...(await entered(account, sessions)), ...(next !== undefined && { next }) }
}

export async function signInWithApple(
  { identityToken, email }: v.InferOutput<typeof SignInWithApple>,
  { accounts, verifyAppleToken, sessions, site, clock }: SignInPorts & { site: Site },
  owner?: Person,
) {
  const now = clock()
  const identity = await verifyAppleToken(identityToken, now)
  // Apple vouches for the address in the token. The address next to it comes from the client and
  // proves nothing.
  const { signUp } = site
  const account = await accounts.signInWithApple({ ...identity, email: identity.email ?? email, signUp, owner, now })
  if (account === 'not-invited') throw noSignUp(site)
  if (account === 'email-missing')
    throw new Fault('invalid', 'email is required on the first sign-in when the identity token has none.')
  if (account === 'email-taken')
    throw new Fault(account, 'This email address already has an account. Sign in with its password or an emailed link.')
  return entered(account, sessions)
}

/** Throws a Fault unless the password is the account's. Without a password, there is no owner. */
export async function ownerOf(
  account: Account,
  password: string | undefined,
  { passwords }: Pick<SignInPorts, 'passwords'>,
): Promise<AccountOwner | undefined> {
  if (password === undefined) return undefined
  if (await passwords.matches(password, account.passwordHash)) return account
  throw new Fault('wrong-credentials', 'That isn’t the password of this account. Try again, or continue without it.')
}

/**
 * For a mailed link of another kind, such as a claim. It reached the account's own address, so it
 * proves as much as a sign-in link.
 */
export async function enterProven(userId: number, { accounts, sessions }: Pick<SignInPorts, 'accounts' | 'sessions'>) {
  const account = await accounts.byId(userId)
  if (!account) throw new Fault('not-signed-in', 'This account has been deleted.')
  return signedIn(account, sessions)
}
