import type { SignUp } from '../site.ts'
import type { ClientDevice } from './device.ts'
import type { Person, Session } from './model.ts'
import { displayNameOf } from './model.ts'
import type { NewLink } from './secrets.ts'

/** An account as it is stored. */
export interface Account {
  id: number
  email: string
  name: string | null
  passwordHash: string | null
  sessionVersion: number
  disabledAt: string | null
  createdAt: string
}

/**
 * Somebody who has shown by a session or the password, and not only by the mailbox, that an account
 * is theirs. It holds for this session version only: a new password or a first proof raises it.
 */
export type AccountOwner = Pick<Account, 'id' | 'sessionVersion'>

/**
 * What a stranger's first proof of an address removed from its account. Somebody else may have set
 * it before, under an address that was not theirs.
 */
export type RemovedKeys = {
  passwordRemoved: boolean
  appleSignInRemoved: boolean
  /** An open claim to a roaster. Left in place, it would stop the owner from making a claim. */
  claimRemoved: boolean
}

export interface Accounts {
  /** The person a session belongs to, unless the session has ended. */
  personOf: (session: Session) => Promise<Person | undefined>
  /** Ends this one session. `until` is when it would have expired. */
  endSession: (sessionId: string, until: Date) => Promise<void>
  /** Records that a session is in use. */
  noteSession: (session: Session & { device: ClientDevice; now: Date }) => Promise<void>
  /** The sessions used since then that have not ended, the last used first. */
  sessionsOf: (userId: number, since: Date) => Promise<SeenSession[]>
  /** Ends every session. Undefined when the session that asks has already ended. */
  endAllSessions: (userId: number, sessionVersion: number) => Promise<Account | undefined>
  byId: (userId: number) => Promise<Account | undefined>
  /** Whether the person has proven that the address is theirs. */
  isProven: (userId: number) => Promise<boolean>
  byEmail: (email: string) => Promise<Account | undefined>
  /**
   * Undefined when the address is taken. Uses up the invitation with that token hash; one that came
   * by mail also proves the address. Where an invitation is needed, there is no account without
   * one. Mails the link `confirmation` to an address that is not proven yet.
   */
  register: (account: {
    email: string
    passwordHash: string
    name: string | undefined
    invitation?: { tokenHash: string; isNeeded: boolean } | undefined
    confirmation?: NewLink
    now: Date
  }) => Promise<Account | 'not-invited' | undefined>
  /** Stores a link and queues its mail, if there is an account for the address. */
  sendMagicLink: (link: NewLink & { email: string; next: string | undefined }) => Promise<void>
  /** The account that a link which still works signs in to. */
  byLink: (tokenHash: string, now: Date) => Promise<(Account & { isProven: boolean }) | undefined>
  /**
   * The account of a link that has not expired and has not been used before; undefined for any
   * other. The first proof of an address by anybody but its owner, here or by Apple, ends every
   * earlier session, password, Apple link and open claim, because somebody else may have set them
   * up.
   */
  redeemMagicLink: (
    tokenHash: string,
    now: Date,
    owner: AccountOwner | undefined,
  ) => Promise<(Account & RemovedKeys) | undefined>
  /**
   * Finds the account by Apple's subject, then by the verified address. Without one, makes a new
   * account if sign-up is open and the address is free.
   */
  signInWithApple: (
    identity: AppleIdentity & { signUp: SignUp; owner: AccountOwner | undefined; now: Date },
  ) => Promise<(Account & RemovedKeys) | 'email-missing' | 'email-taken' | 'not-invited'>
  /**
   * Replaces the password and ends every session and link. Undefined when the session that asks has
   * already ended.
   */
  setPassword: (userId: number, sessionVersion: number, passwordHash: string) => Promise<Account | undefined>
  /** Newest first; `search` matches part of the address or the name. */
  list: (query: { search: string; limit: number }) => Promise<Account[]>
  /** Counts of what the person has stored here. */
  figuresOf: (userId: number) => Promise<AccountFigures>
  /** Blocks sign-in from `disabledAt` on, or allows it again with null. Both end every session. */
  setDisabled: (userId: number, disabledAt: Date | null) => Promise<Account | undefined>
  /**
   * Ends every session, hides the name and blocks sign-in at once. `erase` follows, and the next
   * sweep finishes what that leaves. False when there is no such account or it is already being
   * erased.
   */
  close: (userId: number, now: Date) => Promise<boolean>
  /**
   * Deletes the account and everything that belongs to the person, in small transactions so that
   * other requests do not wait for thousands of rows. Votes and ratings are recounted and pending
   * mail is dropped, and so are messages sent under their address, if they have proven it.
   * Community recipes stay, without an author. Stops after `mostBrews` brews and leaves the rest to
   * the next sweep. False when there is no such account, or some of it is left.
   */
  erase: (userId: number, now: Date, mostBrews?: number) => Promise<boolean>
}

export interface SeenSession extends ClientDevice {
  id: string
  lastUsedAt: string
}

export interface AccountFigures {
  isProven: boolean
  hasAppleSignIn: boolean
  /** When the person last created something. Visits are not recorded. */
  lastActiveAt: string | null
  recipes: number
  comments: number
  votes: number
  brewLogs: number
  coffees: number
  /** Personal recipes, under the name that `users show --json` uses. */
  ownRecipes: number
  collections: number
}

export interface AppleIdentity {
  subject: string
  email: string | undefined
  emailVerified: boolean
}

export const presentUser = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: displayNameOf(account),
  createdAt: account.createdAt,
})
