import * as v from 'valibot'
import { boundedWord } from './fields.ts'

/**
 * IANA names with a slash. PostgreSQL reads "CET" and the like as a fixed offset, and "+02:00" with
 * the opposite sign.
 */
export const timeZone = v.pipe(
  boundedWord('must be an IANA time zone such as Europe/Berlin, or UTC'),
  v.check(isTimeZone, 'must be an IANA time zone such as Europe/Berlin, or UTC'),
)

/** A calendar day, YYYY-MM-DD. */
export const day = v.pipe(
  boundedWord('must be a date such as 2026-03-31'),
  v.isoDate('must be a date such as 2026-03-31'),
  v.check(isDay, 'must be a valid date, 2000-01-01 or later'),
)

/**
 * Says what day it is in a time zone. The database answers, because it also cuts stored instants
 * into days, and two sources could disagree about the rules of a zone.
 */
export interface Calendar {
  /** The local date. Throws a Fault for an unknown time zone. */
  today: (timeZone: string, now: Date) => Promise<string>
}

/** Computed in UTC, where every day has 24 hours. */
export const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** The number of days from one date to another, counting both. */
export const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Nothing that people log or import is older. */
export const FIRST_INSTANT = Date.parse('1990-01-01')

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

function isTimeZone(name: string) {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function isDay(text: string) {
  return text >= '2000-01-01' && isInCalendar(text)
}

/** JavaScript turns a date that does not exist into another date, or into none. */
export function isInCalendar(date: string) {
  return !Number.isNaN(Date.parse(date)) && daysBefore(date, 0) === date
}
