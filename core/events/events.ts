import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { Site } from '../site.ts'

export const eventKinds = ['IMPRESSION', 'CLICK', 'METHOD_SWITCH', 'GRINDER_CHOICE', 'PAGE_VIEW', 'SCAN'] as const
export type EventKind = (typeof eventKinds)[number]

/** Where it happened: in a widget on another site, on a page of ours, or at the code on a bag. */
export const eventPlaces = ['widget', 'page', 'bag'] as const
export type EventPlace = (typeof eventPlaces)[number]

/** Something that a visitor did with what a roaster shows. */
export interface NewEvent {
  kind: EventKind
  place: EventPlace
  at: Date
  roasterId: number
  coffeeId: number | null
  recipeId: number | null
  method: MethodId | null
  /** The visitor's grinder in the catalog, if we know it. */
  grinderId: number | null
  /** The page it happened on. */
  source: SourcePage | null
  /** For counting visitors. After about a second, only a salted hash of it is left. */
  visitor: Pick<Caller, 'address' | 'userAgent'>
}

interface SourcePage {
  address: string
  host: string
}

export interface Events {
  /**
   * Records an event and resolves once it is written, so that an acknowledged event survives a
   * crash. A failed write is retried. With `most`, at most that many events per minute are recorded
   * for an address.
   */
  record: (event: NewEvent, most?: number) => Promise<void>
  /** Writes the events that are waiting. */
  flush: () => Promise<void>
  /**
   * What happened to a roaster's things between two days, both included, in a time zone (IANA
   * name).
   */
  report: (roasterId: number, period: Period) => Promise<EventReport>
  /** Only totals and days, without coffees, hosts and grinders. Faster than `report`. */
  daily: (roasterId: number, period: Period) => Promise<DailyEvents>
}

export interface Period {
  from: string
  to: string
  timeZone: string
}

export type Counts = Record<EventKind, number>

export interface DailyEvents {
  totals: Counts
  /** Only days with events, oldest first. */
  byDay: (Counts & { day: string })[]
  /** The sum of each UTC day's different visitors: someone who comes on two days counts twice. */
  visitors: number
}

export interface EventReport extends DailyEvents {
  /** Null when the event was not about one coffee. A deleted coffee has no name. */
  byCoffee: (Counts & { coffeeId: number | null; name: string | null; slug: string | null })[]
  byMethod: (Counts & { method: MethodId | null })[]
  byHost: (Counts & { host: string | null })[]
  byPlace: (Counts & { place: EventPlace })[]
  /** Events with a grinder chosen; the rest of the totals had none. */
  byGrinder: (Counts & { grinderId: number })[]
}

export interface EventPorts {
  events: Events
  clock: Clock
  site: Site
}

/**
 * How many views of one address are counted per minute, the same as for events that pages send.
 * Further views are served but not counted.
 */
export const MOST_READS_COUNTED = 300

/**
 * Records what a caller did. `framedBy` is the page around our frame, if the caller is our own page
 * in a frame.
 */
export function recordEvent(
  event: Omit<NewEvent, 'at' | 'source' | 'visitor'>,
  { events, clock, site }: EventPorts,
  caller: Caller,
  { framedBy, most }: Optional<{ framedBy: string; most: number }> = {},
) {
  const { address, userAgent } = caller
  return events.record(
    {
      ...event,
      at: clock(),
      source: sourcePageOf(caller, framedBy, site.baseUrl),
      visitor: { address, userAgent: atMost(userAgent, MAX_USER_AGENT) },
    },
    most,
  )
}

/** Whether an address sent by a browser belongs to one of our pages. */
export const isOurPage = (address: string | undefined, baseUrl: string) =>
  address !== undefined && (address === baseUrl || address.startsWith(`${baseUrl}/`))

/**
 * The page where an event happened, from the browser's headers. What the event itself says counts
 * only if the browser confirms that our own page sent it: inside a frame, that page knows the page
 * around it.
 */
function sourcePageOf({ referer, origin }: Caller, framedBy: string | undefined, baseUrl: string): SourcePage | null {
  const ours = (address: string) => isOurPage(address, baseUrl)
  const believed = isOurPage(referer, baseUrl) ? framedBy : undefined
  const address = [referer, origin, believed].find(
    one => one !== undefined && /^https?:\/\//.test(one) && URL.canParse(one) && !ours(one),
  )
  if (address === undefined) return null
  const { origin: site, pathname, hostname } = new URL(address)
  return { address: atMost(`${site}${pathname}`, MAX_ADDRESS), host: atMost(hostname, MAX_HOST) }
}

const MAX_ADDRESS = 500
const MAX_HOST = 253
const MAX_USER_AGENT = 300
