/** A request for a roaster's widget from a page on another site, and whether it was allowed. */
export interface Sighting {
  roasterId: number
  host: string
  outcome: 'loaded' | 'refused'
}

export interface Sightings {
  /** Records it later, at most once a minute for each host, without making the caller wait. */
  note: (sighting: Sighting) => void
  /** The last sighting of each host and outcome, newest first. */
  of: (roasterId: number) => Promise<(Omit<Sighting, 'roasterId'> & { at: string })[]>
}

/** The longest host name that can exist. An invented one can be longer. */
const LONGEST_HOST = 253

/**
 * The host of a page's address or origin; undefined when it cannot be told, as in a sandboxed
 * frame.
 */
export function hostIn(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address)) return
  const { hostname } = new URL(address)
  return hostname.length > LONGEST_HOST ? undefined : hostname
}
