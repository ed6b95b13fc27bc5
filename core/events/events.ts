import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { Site } from '../site.ts'

export const eventKinds = ['IMPRESSION', 'CLICK', 'METHOD_SWITCH', 'GRINDER_CHOICE', 'PAGE_VIEW', 'SCAN'] as const
export type EventKind = (typeof eventKinds)[number]

/** Where it happened: in a widget on somebody's site, on a page of ours, at the code on a bag. */
export const eventPlaces = ['widget', 'page', 'bag'] as const
export type EventPlace = (typeof eventPlaces)[number]

/** Something that happened to what a roaster shows. */
export interface NewEvent {
  kind: EventKind
  place: EventPlace
  at: Date
  roasterId: number
  coffeeId: number | null
  recipeId: number | null
  method: MethodId | null
  /** Of the catalog: the one that the visitor has, where we know it. */
  grinderId: number | null
  /** The page it happened on. */
  source: SourcePage | null
  /** For counting visitors; only a salted hash of it outlives the next second. */
  visitor: Pick<Caller, 'address' | 'userAgent'>
}

interface SourcePage {
  address: string
  host: string
}

export interface Events {
  /**
   * Notes an event; once it is written, so that what was acknowledged survives a crash. One that fails is tried again.
   * With `most`, an address has so many a minute noted, and no more.
   */
  record: (event: NewEvent, most?: number) => Promise<void>
  /** Writes what is waiting. */
  flush: () => Promise<void>
  /** What happened to a roaster from one day to another, both included, in a time zone (IANA name). */
  report: (roasterId: number, period: Period) => Promise<EventReport>
  /** Totals and days alone, without coffees, hosts and grinders: takes the database less time than `report`. */
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
  /** Days with an event only, oldest first. */
  byDay: (Counts & { day: string })[]
  /** Different visitors of each UTC day who saw something, added up: someone who comes on two days counts twice. */
  visitors: number
}

export interface EventReport extends DailyEvents {
  /** Null: not about one coffee. A coffee that is gone has no name. */
  byCoffee: (Counts & { coffeeId: number | null; name: string | null; slug: string | null })[]
  byMethod: (Counts & { method: MethodId | null })[]
  byHost: (Counts & { host: string | null })[]
  byPlace: (Counts & { place: EventPlace })[]
  /** What happened with a grinder chosen; the rest of the totals happened without one. */
  byGrinder: (Counts & { grinderId: number })[]
}

export interface EventPorts {
  events: Events
  clock: Clock
  site: Site
}

/** So many views of one address are counted in a minute, as many as events that pages send. Further ones are served, and not counted. */
export const MOST_READS_COUNTED = 300

/** Notes what a caller did. `framedBy` is the page around our frame, where the caller is our own page in a frame. */
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

/** Whether an address, as a browser tells it, is of a page of ours. */
export const isOurPage = (address: string | undefined, baseUrl: string) =>
  address !== undefined && (address === baseUrl || address.startsWith(`${baseUrl}/`))

/**
 * The page an event happened on, from what the browser tells. What comes with the event counts only where the browser says that
 * our own page sends it, which in a frame knows the page around it.
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
