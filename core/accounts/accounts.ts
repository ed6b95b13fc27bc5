import type { SignUp } from '../site.ts'
import type { Person, Session } from './model.ts'
import { displayNameOf } from './model.ts'
import type { NewLink } from './secrets.ts'

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
   * Ends every session, hides the name and lets nobody sign in, at once; `erase` follows, and the next sweep finishes what
   * it has left. False when there is no such account, or it is being erased already.
   */
  close: (userId: number, now: Date) => Promise<boolean>
  /**
   * The account and everything of the person's, in small transactions, so that nobody waits for thousands of rows: votes and ratings are recounted, pending mail goes, and with it what
   * was sent in under their address, if they have proven it. Community recipes stay, without an author. Stops after `mostBrews`
   * and leaves the rest to the next sweep. False when there is no such account, no longer, or some of it is left.
   */
  erase: (userId: number, now: Date, mostBrews?: number) => Promise<boolean>
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
