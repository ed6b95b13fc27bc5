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

/** A new link, which works for `lastsMs` from now on. */
export function newLink({ newId, linkToken, hash }: Secrets, now: Date, lastsMs: number): NewLink {
  const linkId = newId()
  return { linkId, tokenHash: hash(linkToken(linkId)), expiresAt: new Date(now.getTime() + lastsMs), now }
}
