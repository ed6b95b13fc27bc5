import type { Person } from '../accounts/model.ts'
import type { Scope } from '../accounts/scopes.ts'

export const CODE_SECONDS = 60
export const ACCESS_MINUTES = 60
/** How long an app stays connected without being used. */
export const UNUSED_DAYS = 90
/** For each person. The oldest makes room for the next. */
export const MOST_CONNECTIONS = 100

/** A program by somebody else, as its developer describes it. */
export interface App {
  /** The address of its description. */
  id: string
  name: string
  redirectUris: readonly string[]
}

/** A person's consent, before the app has collected it. */
export interface NewConnection {
  appId: string
  appName: string
  scopes: readonly Scope[]
  /** The address that its tokens are for, and whatever is below it. */
  resource: string
  redirectUri: string
  codeHash: string
  codeChallenge: string
  codeExpiresAt: Date
}

/** The hashes of a new pair of tokens. */
export interface TokenHashes {
  accessHash: string
  accessExpiresAt: Date
  refreshHash: string
  expiresAt: Date
}

export interface Connection {
  appId: string
  scopes: readonly Scope[]
  resource: string
}

/** All connections of a person to one app. */
export interface ConnectedApp {
  appId: string
  name: string
  scopes: Scope[]
  connectedAt: string
  /** To within ten minutes. */
  lastUsedAt: string | null
}

export interface Connections {
  /** Refused if the session has ended meanwhile, or if the address is not proven (it may be somebody else's). */
  add: (person: Person, connection: NewConnection, now: Date) => Promise<'added' | 'not-signed-in' | 'not-proven'>
  /**
   * Gives the first pair of tokens for a code. A code that comes twice ends the connection: one of
   * those who sent it is a thief.
   */
  redeem: (
    code: { codeHash: string; codeChallenge: string; appId: string; redirectUri: string; resource: string | null },
    tokens: TokenHashes & { lineHash: string },
    now: Date,
  ) => Promise<Connection | undefined>
  /** Replaces both tokens. For a refresh token that was replaced before, ends the connection. */
  renew: (
    refresh: { lineHash: string; refreshHash: string; appId: string; resource: string | null },
    tokens: TokenHashes,
    now: Date,
  ) => Promise<Connection | undefined>
  /** The connection that an access token or a refresh token belongs to, while the token works. */
  withToken: (tokenHash: string, now: Date) => Promise<(Connection & { expiresAt: string; userId: number }) | undefined>
  endWithToken: (tokenHash: string) => Promise<void>
  list: (userId: number, now: Date) => Promise<ConnectedApp[]>
  /** False when the person has no such app. */
  end: (userId: number, appId: string) => Promise<boolean>
  /** Whose access token it is, and what the app may do, while the token works. */
  personWith: (accessHash: string, now: Date) => Promise<Person | undefined>
  noteUse: (id: number, now: Date) => Promise<void>
}
