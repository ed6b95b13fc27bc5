export interface Secrets {
  newId: () => string
  /** Short enough for a URL, and hard to guess. */
  newShortId: () => string
  /** Random hexadecimal digits, too many to guess. */
  newKey: () => string
  /** The token of a mailed link, derived from the link's id so that it need not be stored. */
  linkToken: (linkId: string) => string
  hash: (token: string) => string
  /** What an app sends ahead of a secret that it shows later (PKCE, S256). */
  codeChallenge: (verifier: string) => string
  /**
   * For values that are easy to guess, such as addresses: without our key, nobody can try out what
   * was hashed.
   */
  keyedHash: (text: string) => string
}

/** A link that is mailed or handed over. */
export interface NewLink {
  linkId: string
  tokenHash: string
  expiresAt: Date
  now: Date
}

/** A new link that works for `lastsMs` from now. */
export function newLink({ newId, linkToken, hash }: Secrets, now: Date, lastsMs: number): NewLink {
  const linkId = newId()
  return { linkId, tokenHash: hash(linkToken(linkId)), expiresAt: new Date(now.getTime() + lastsMs), now }
}
