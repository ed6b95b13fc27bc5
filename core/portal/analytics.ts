import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { type Calendar, day, daysBefore, daysFrom, timeZone } from '../dates.ts'
import type { Grinders } from '../equipment/equipment.ts'
import { Fault } from '../errors.ts'
import { type Counts, type DailyEvents, type Events, eventKinds, eventPlaces, type Period } from '../events/events.ts'
import { methodById, methodIds } from '../grind/methods.ts'
import type { RoasterMember } from './members.ts'

export const GetAnalytics = v.object({
  from: v.optional(v.pipe(day, v.description('The first day; 29 days before the last unless given.'))),
  to: v.optional(v.pipe(day, v.description('The last day, inclusive. Default: today.'))),
  tz: v.optional(timeZone, 'UTC'),
})

const countedFields = {
  pageViews: v.number(),
  impressions: v.pipe(v.number(), v.description('How often a recipe card was shown.')),
  clicks: v.pipe(v.number(), v.description('How often someone opened the full recipe from it.')),
  clickRate: v.pipe(
    v.nullable(v.number()),
    v.description('Clicks per impression: 0.05 is one in twenty. Null without impressions.'),
  ),
  methodSwitches: v.number(),
  grinderChoices: v.pipe(v.number(), v.description('How often someone chose their grinder in the widget.')),
  scans: v.pipe(v.number(), v.description('How often the code on a bag was scanned.')),
}

export const EventTotals = v.object({
  ...countedFields,
  uniqueVisitors: v.pipe(
    v.number(),
    v.description('Unique visitors of each UTC day, added up; nobody is tracked from one day to the next.'),
  ),
})

const MOST_LISTED = 100
const mostSeen = `The ${MOST_LISTED - 1} most seen, and the rest as`
/**
 * The entry for everything that is not listed separately. Hosts beyond a day's limit are stored
 * under this name, too.
 */
const REST = 'other'

const ByDay = v.pipe(
  v.array(v.object({ date: v.string(), ...countedFields })),
  v.description('Every day, in the time zone.'),
)

export const Analytics = v.object({
  from: day,
  to: day,
  timeZone: v.string(),
  totals: EventTotals,
  previous: v.pipe(
    v.object({ from: v.string(), to: v.string(), timeZone: v.string(), totals: EventTotals, byDay: ByDay }),
    v.description('The same number of days just before, for comparison.'),
  ),
  byDay: ByDay,
  byCoffee: v.pipe(
    v.array(
      v.object({
        coffeeId: v.pipe(v.nullable(v.number()), v.description('Null for the roaster’s own page, or the rest.')),
        name: v.pipe(v.nullable(v.string()), v.description('Null once the coffee is gone.')),
        slug: v.nullable(v.string()),
        ...countedFields,
      }),
    ),
    v.description(`${mostSeen} one that is called "${REST}".`),
  ),
  byMethod: v.array(
    v.object({ method: v.nullable(v.picklist(methodIds)), methodName: v.nullable(v.string()), ...countedFields }),
  ),
  byHost: v.pipe(
    v.array(
      v.object({
        host: v.pipe(v.nullable(v.string()), v.description('Where it happened. Null if the browser didn’t say.')),
        ...countedFields,
      }),
    ),
    v.description(`${mostSeen} "${REST}".`),
  ),
  byPlace: v.pipe(
    v.array(v.object({ place: v.picklist(eventPlaces), ...countedFields })),
    v.description('In the widget, on our pages about your coffees, at the code on a bag.'),
  ),
  byGrinder: v.pipe(
    v.array(
      v.object({
        grinder: v.pipe(
          v.nullable(v.object({ slug: v.string(), brand: v.string(), model: v.string() })),
          v.description('Null if it is no longer in the catalog, and for the rest.'),
        ),
        ...countedFields,
      }),
    ),
    v.description(`From visitors who had chosen their grinder. ${mostSeen} null.`),
  ),
})

export type Analytics = v.InferOutput<typeof Analytics>

export interface AnalyticsPorts {
  events: Events
  calendar: Calendar
  clock: Clock
  grinders: Grinders
}

export async function getAnalytics(
  { tz, ...asked }: v.InferOutput<typeof GetAnalytics>,
  { events, calendar, clock, grinders }: AnalyticsPorts,
  { roasterId }: RoasterMember,
): Promise<Analytics> {
  const period = periodOf(asked, tz, await calendar.today(tz, clock()))
  const [report, previous] = await Promise.all([
    events.report(roasterId, period),
    dailyFigures(roasterId, periodBefore(period), events),
  ])
  return {
    ...period,
    totals: totalsOf(report),
    previous,
    byDay: everyDay(report, period),
    byCoffee: withRest(report.byCoffee, { coffeeId: null, name: REST, slug: null }).map(
      ({ coffeeId, name, slug, ...counts }) => ({ coffeeId, name, slug, ...figuresOf(counts) }),
    ),
    byMethod: report.byMethod.map(({ method, ...counts }) => ({
      method,
      methodName: method && methodById[method].name,
      ...figuresOf(counts),
    })),
    byHost: withRest(report.byHost, { host: REST }, ({ host }) => host === REST).map(({ host, ...counts }) => ({
      host,
      ...figuresOf(counts),
    })),
    byPlace: report.byPlace.map(({ place, ...counts }) => ({ place, ...figuresOf(counts) })),
    byGrinder: withRest(report.byGrinder, { grinderId: 0 }).map(({ grinderId, ...counts }) => {
      const grinder = grinders.byId(grinderId)
      const named = grinder && { slug: grinder.slug, brand: grinder.brand, model: grinder.model }
      return { grinder: named ?? null, ...figuresOf(counts) }
    }),
  }
}

/**
 * The most seen first. The others are added up in one row, so that every list sums to the total.
 */
function withRest<K extends object>(rows: (K & Counts)[], rest: K, isRest: (row: K) => boolean = () => false) {
  const named = rows.filter(row => !isRest(row))
  const others = rows.filter(isRest)
  if (named.length + others.length > MOST_LISTED) others.push(...named.splice(MOST_LISTED - 1))
  if (others.length === 0) return named
  const counts = eventKinds.map(kind => [kind, others.reduce((sum, one) => sum + one[kind], 0)])
  return [...named, { ...rest, ...(Object.fromEntries(counts) as Counts) }]
}

/** Totals and days for the last few days: less detail than `getAnalytics`, and faster. */
export async function getDailyFigures(
  { days, tz }: { days: number; tz: string },
  { events, calendar, clock }: Pick<AnalyticsPorts, 'events' | 'calendar' | 'clock'>,
  { roasterId }: RoasterMember,
) {
  const to = await calendar.today(tz, clock())
  return dailyFigures(roasterId, periodOf({ from: daysBefore(to, days - 1) }, tz, to), events)
}

async function dailyFigures(roasterId: number, period: Period, events: Events) {
  const report = await events.daily(roasterId, period)
  return { ...period, totals: totalsOf(report), byDay: everyDay(report, period) }
}

const USUAL_DAYS = 30
/** A year, including a leap year. */
const MOST_DAYS = 366

/** The thirty days until today, or the period between the given dates. */
export function periodOf(
  { from, to: last }: Partial<Pick<v.InferOutput<typeof GetAnalytics>, 'from' | 'to'>>,
  timeZone: string,
  today: string,
): Period {
  const to = last ?? today
  const first = from ?? daysBefore(to, USUAL_DAYS - 1)
  if (first > to) throw new Fault('invalid', `from ${first} is after to ${to}; from is the earlier day.`)
  if (daysFrom(first, to) > MOST_DAYS)
    throw new Fault(
      'invalid',
      `from ${first} to ${to} is more than ${MOST_DAYS} days; request at most a year at a time.`,
    )
  return { from: first, to, timeZone }
}

const periodBefore = ({ from, to, timeZone }: Period): Period => ({
  from: daysBefore(from, daysFrom(from, to)),
  to: daysBefore(from, 1),
  timeZone,
})

/** Includes days without events. */
function everyDay({ byDay }: DailyEvents, { from, to }: Period) {
  const counted = new Map(byDay.map(({ day, ...counts }) => [day, counts]))
  return Array.from({ length: daysFrom(from, to) }, (_, at) => {
    const date = daysBefore(from, -at)
    return { date, ...figuresOf(counted.get(date)) }
  })
}

/**
 * Visitors are counted per UTC day and views per local day, so visitors are limited to the number
 * of views.
 */
export const totalsOf = ({ totals, visitors }: DailyEvents) => ({
  ...figuresOf(totals),
  uniqueVisitors: Math.min(visitors, totals.PAGE_VIEW + totals.IMPRESSION),
})

export const figuresOf = (counts: Partial<Counts> = {}) => {
  const { PAGE_VIEW = 0, IMPRESSION = 0, CLICK = 0, METHOD_SWITCH = 0, GRINDER_CHOICE = 0, SCAN = 0 } = counts
  return {
    pageViews: PAGE_VIEW,
    impressions: IMPRESSION,
    clicks: CLICK,
    clickRate: IMPRESSION === 0 ? null : Math.round((10_000 * CLICK) / IMPRESSION) / 10_000,
    methodSwitches: METHOD_SWITCH,
    grinderChoices: GRINDER_CHOICE,
    scans: SCAN,
  }
}
