/** A page on another site asked for a roaster's widget, and got it or not. */
export interface Sighting {
  roasterId: number
  host: string
  outcome: 'loaded' | 'refused'
}

export interface Sightings {
  /** Notes it soon, at most once a minute for a host; nobody waits for it. */
  note: (sighting: Sighting) => void
  /** The last sighting of each host and outcome, newest first. */
  of: (roasterId: number) => Promise<(Omit<Sighting, 'roasterId'> & { at: string })[]>
}

/** Of any that there is; what is made up can be longer. */
const LONGEST_HOST = 253

/** The host of a page's address or origin; undefined where there is none that can be told, as in a sandbox. */
export function hostIn(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address)) return
  const { hostname } = new URL(address)
  return hostname.length > LONGEST_HOST ? undefined : hostname
}
