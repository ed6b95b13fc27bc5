import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import type { SignUp, Site } from '../site.ts'
import {
  type ChangePassword,
  displayNameOf,
  type Login,
  MAGIC_LINK_MINUTES,
  type Person,
  type RequestMagicLink,
  SESSION_DAYS,
  type Session,
  type SignInWithApple,
  type VerifyMagicLink,
} from './model.ts'

/** An account as the store keeps it. */
export interface Account {
  id: number
  email: string
  name: string | null
  passwordHash: string | null
  sessionVersion: number
  disabledAt: string | null
  createdAt: string
}

/** What the first proof of an address took from its account: somebody else may have set it. */
export type RemovedKeys = {
  passwordRemoved: boolean
  appleSignInRemoved: boolean
  /** An open claim to a roaster, which would keep the holder from one of their own. */
  claimRemoved: boolean
}

export interface Accounts {
  /** The person a session belongs to, unless the session has ended. */
  personOf: (session: Session) => Promise<Person | undefined>
  /** Ends this one session; `until` is when it would have run out by itself. */
  endSession: (sessionId: string, until: Date) => Promise<void>
  byId: (userId: number) => Promise<Account | undefined>
  /** Whether their address has been shown to be theirs. */
  isProven: (userId: number) => Promise<boolean>
  byEmail: (email: string) => Promise<Account | undefined>
  /**
   * Undefined when the address is taken. The invitation to that address, of which the hash of its secret is given, is used
   * up, and proves the address where it came by mail; where it is needed, there is no account without.
   */
  register: (account: {
    email: string
    passwordHash: string
    name: string | undefined
    invitation?: { tokenHash: string; isNeeded: boolean } | undefined
    now: Date
  }) => Promise<Account | 'not-invited' | undefined>
  /** Stores a link and queues its mail, if there is an account for the address. */
  sendMagicLink: (link: NewLink & { email: string; next: string | undefined }) => Promise<void>
  /** Whether a link that still works would be the first proof of its account's address. */
  isFirstProof: (tokenHash: string, now: Date) => Promise<boolean>
  /**
   * The link's account, the first time and in time; undefined otherwise. The first proof of an address, here or by
   * Apple, ends every session, password, Apple link and open claim from before it: they may be another's.
   */
  redeemMagicLink: (tokenHash: string, now: Date) => Promise<(Account & RemovedKeys) | undefined>
  /** By subject, then by verified address, else a new account where one may be made, at an address that nobody has. */
  signInWithApple: (
    identity: AppleIdentity & { signUp: SignUp; now: Date },
  ) => Promise<(Account & RemovedKeys) | 'email-missing' | 'email-taken' | 'not-invited'>
  /** Replaces the password, ends every session and every link; undefined when the session that asks has ended. */
  setPassword: (userId: number, sessionVersion: number, passwordHash: string) => Promise<Account | undefined>
  /** Newest first; `search` is a part of the address or the name. */
  list: (query: { search: string; limit: number }) => Promise<Account[]>
  /** What the person has here, without reading any of it. */
  figuresOf: (userId: number) => Promise<AccountFigures>
  /** Since when nobody may sign in, or null; either way every session ends. */
  setDisabled: (userId: number, disabledAt: Date | null) => Promise<Account | undefined>
  /**
   * The account and everything of the person's: votes and ratings are recounted, pending mail goes, and with it what
   * was sent in under their address, if they have proven it. Community recipes stay, without an author. False when there is no such
   * account, or no longer.
   */
  erase: (userId: number, now: Date) => Promise<boolean>
}

export interface AccountFigures {
  isProven: boolean
  hasAppleSignIn: boolean
  /** When the newest thing of theirs was made; visits are not kept. */
  lastActiveAt: string | null
  recipes: number
  comments: number
  votes: number
  brewLogs: number
  coffees: number
  /** Personal ones, by the name that `users show --json` has for them. */
  ownRecipes: number
  collections: number
}

interface AppleIdentity {
  subject: string
  email: string | undefined
  emailVerified: boolean
}

export interface Passwords {
  hash: (password: string) => Promise<string>
  /** Costs the same time with no hash to compare with, so that an answer's delay tells nothing. */
  matches: (password: string, hash: string | null | undefined) => Promise<boolean>
}

export interface Sessions {
  sign: (account: Pick<Account, 'id' | 'sessionVersion'>) => Promise<string>
}

export interface Secrets {
  newId: () => string
  /** Short enough for an address, and not to be guessed. */
  newShortId: () => string
  /** The token of a mailed link, derived from the link's id so that it need not be stored. */
  linkToken: (linkId: string) => string
  hash: (token: string) => string
  /** Of what is easily guessed, such as an address: only who has our key can try out what it was. */
  keyedHash: (text: string) => string
}

/** A link to be mailed or handed over. */
export interface NewLink {
  linkId: string
  tokenHash: string
  expiresAt: Date
  now: Date
}

/** It works so long from now on. */
export function newLink({ newId, linkToken, hash }: Secrets, now: Date, lastsMs: number): NewLink {
  const linkId = newId()
  return { linkId, tokenHash: hash(linkToken(linkId)), expiresAt: new Date(now.getTime() + lastsMs), now }
}

/** Verifies an Apple identity token, or throws a Fault that says what is wrong with it. */
export type VerifyAppleToken = (identityToken: string, now: Date) => Promise<AppleIdentity>

interface AccountPorts {
  accounts: Accounts
  passwords: Passwords
  secrets: Secrets
  sessions: Sessions
  verifyAppleToken: VerifyAppleToken
  clock: Clock
}

export async function login(
  { email, password }: v.InferOutput<typeof Login>,
  { accounts, passwords, sessions }: AccountPorts,
) {
  const account = await accounts.byEmail(email)
  const matches = await passwords.matches(password, account?.passwordHash)
  if (!account || !matches) throw new Fault('wrong-credentials', 'The e-mail address or the password is wrong.')
  return signedIn(account, sessions)
}

export async function requestMagicLink(
  { email, next }: v.InferOutput<typeof RequestMagicLink>,
  { accounts, secrets, clock }: AccountPorts,
) {
  await accounts.sendMagicLink({ ...newLink(secrets, clock(), MAGIC_LINK_MINUTES * 60_000), email, next })
  return {
    success: true as const,
    message: `If there is an account for this address, a sign-in link is on its way. It works once, for ${MAGIC_LINK_MINUTES} minutes.`,
  }
}

/** Whether signing in by this link takes away what was set before, so that it can be said in time. */
export const provesAddress = (token: string, { accounts, secrets, clock }: AccountPorts) =>
  accounts.isFirstProof(secrets.hash(token), clock())

export async function verifyMagicLink(
  { token, next }: v.InferOutput<typeof VerifyMagicLink>,
  { accounts, secrets, sessions, clock }: AccountPorts,
) {
  const account = await accounts.redeemMagicLink(secrets.hash(token), clock())
  if (!account) throw new Fault('link-expired', 'This sign-in link has expired or was already used; ask for a new one.')
  return { ...(await entered(account, sessions)), ...(next !== undefined && { next }) }
}

export async function signInWithApple(
  { identityToken, email }: v.InferOutput<typeof SignInWithApple>,
  { accounts, verifyAppleToken, sessions, site, clock }: AccountPorts & { site: Site },
) {
  const now = clock()
  const identity = await verifyAppleToken(identityToken, now)
  // The address in the token is Apple's word; the one in the body is the client's, and proves nothing.
  const { signUp } = site
  const account = await accounts.signInWithApple({ ...identity, email: identity.email ?? email, signUp, now })
  if (account === 'not-invited') throw noSignUp(site)
  if (account === 'email-missing')
    throw new Fault('invalid', 'email is required on the first sign-in when the identity token has none.')
  if (account === 'email-taken')
    throw new Fault(account, 'This e-mail address already has an account; sign in with its password or a link.')
  return entered(account, sessions)
}

/** By a link to the account's own address that was not asked for to sign in, and proves as much. */
export async function enterProven(userId: number, { accounts, sessions }: Pick<AccountPorts, 'accounts' | 'sessions'>) {
  const account = await accounts.byId(userId)
  if (!account) throw new Fault('not-signed-in', 'This account is no longer here.')
  return signedIn(account, sessions)
}

/** Ends the session that asks, and no other: who is signed in elsewhere stays so. */
export async function signOut(
  _: unknown,
  { accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>,
  person: Person,
) {
  const until = new Date(clock().getTime() + SESSION_DAYS * DAY_MS)
  await accounts.endSession(person.sessionId, until)
  return { success: true as const }
}

export async function changePassword(
  { newPassword, currentPassword }: v.InferOutput<typeof ChangePassword>,
  { accounts, passwords, sessions }: AccountPorts,
  person: Person,
) {
  const account = await accounts.byId(person.id)
  if (account?.passwordHash) {
    if (currentPassword === undefined)
      throw new Fault('invalid', 'currentPassword is required to change a password that is set.')
    if (!(await passwords.matches(currentPassword, account.passwordHash)))
      throw new Fault('wrong-credentials', 'currentPassword is wrong.')
  }
  const changed = await accounts.setPassword(person.id, person.sessionVersion, await passwords.hash(newPassword))
  if (!changed) throw new Fault('not-signed-in', 'The session has ended; sign in again.')
  return signedIn(changed, sessions)
}

export const entered = async (account: Account & RemovedKeys, sessions: Sessions) => ({
  ...(await signedIn(account, sessions)),
  ...removedIn(account),
})

/** The same whether or not there is an account for the address. */
export const noSignUp = ({ signUp }: Pick<Site, 'signUp'>) => new Fault('not-allowed', whyNoSignUp[signUp])

/** Why nobody makes an account just so, for people. */
export const whyNoSignUp: Record<SignUp, string> = {
  open: '',
  invite: 'Accounts here are by invitation: open the link in yours, or ask whoever runs this site for one.',
  closed: 'This site takes no new accounts at the moment; who has one signs in as ever.',
}

/** For a reply: only what was removed is in it. */
export const removedIn = ({ passwordRemoved, appleSignInRemoved, claimRemoved }: RemovedKeys) => ({
  ...(passwordRemoved && { passwordRemoved }),
  ...(appleSignInRemoved && { appleSignInRemoved }),
  ...(claimRemoved && { claimRemoved }),
})

export async function signedIn(account: Account, sessions: Sessions) {
  if (account.disabledAt) throw new Fault('not-allowed', 'This account is disabled; write to support to have it back.')
  return { success: true as const, user: presentUser(account), token: await sessions.sign(account) }
}

export const presentUser = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: displayNameOf(account),
  createdAt: account.createdAt,
})
