import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { DAY_MS, timeZone } from '../../../core/dates.ts'
import { cookieIn } from '../cookies.ts'
import type { Visit } from './choices.ts'

/** Dates and times in the reader's time zone, once a script has sent it; until then in UTC. */
export function readerClock({ request, ports, words }: Pick<Visit, 'request' | 'ports' | 'words'>) {
  const zone = v.safeParse(timeZone, cookieIn(request, 'tz'))
  const tz = zone.success ? zone.output : 'UTC'
  const now = ports.clock()
  const { date, local, in24, time, weekday, day } = formatsFor(tz, words.language)
  const daysAgo = (at: Date) => Math.round((Date.parse(date.format(now)) - Date.parse(date.format(at))) / DAY_MS)
  const inForm = (at: Date) => local.format(at).slice(0, 16).replace(' ', 'T')
  const partOfDay = (at: Date) => {
    const hour = Number(in24.format(at))
    return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  }
  /** For example "this morning", "yesterday", "on Friday" or "on 3 November". */
  const when = (instant: string) => {
    const days = daysAgo(new Date(instant))
    return days <= 1 ? dayOf(instant) : `on ${dayOf(instant)}`
  }
  const dayOf = (instant: string) => {
    const at = new Date(instant)
    const days = daysAgo(at)
    if (days <= 0) return zone.success ? `this ${partOfDay(at)}` : 'today'
    return days === 1 ? 'yesterday' : days < 7 ? weekday.format(at) : day.format(at)
  }
  return {
    tz,
    /** Undefined while the time zone is unknown. */
    partOfDay: zone.success ? partOfDay(now) : undefined,
    /** In UTC while the time zone is unknown. */
    partOfDayNow: partOfDay(now),
    /** Of an instant. */
    partOfDayAt: (instant: string) => partOfDay(new Date(instant)),
    /** The time of day, if the time zone is known. */
    timeNow: zone.success ? time.format(now) : undefined,
    today: date.format(now),
    /** Now, and any instant, in the format of a form: "2026-03-31T08:15". */
    nowLocal: inForm(now),
    local: (instant: string) => inForm(new Date(instant)),
    /** The instant for a local time in that format. Other text is returned unchanged. */
    instantAt: (text: string) => instantIn(text, at => Date.parse(`${local.format(at).replace(' ', 'T')}Z`)),
    /** From a calendar day until today. */
    daysSinceDay: (day: string) => Math.max(0, Math.round((Date.parse(date.format(now)) - Date.parse(day)) / DAY_MS)),
    daysSince: (instant: string) => Math.max(0, daysAgo(new Date(instant))),
    day: (instant: string) => day.format(new Date(instant)),
    /** For example "Today, 8:25", "Yesterday", "Friday" or "3 November". */
    short: (instant: string) => {
      const at = new Date(instant)
      const days = daysAgo(at)
      if (days <= 0) return `Today, ${time.format(at)}`
      return days === 1 ? 'Yesterday' : days < 7 ? weekday.format(at) : day.format(at)
    },
    when,
    /** For example "same as this morning", "same as yesterday" or "same as Friday". */
    like: (instant: string) => `same as ${dayOf(instant)}`,
  }
}

/**
 * A zone's offset depends on the instant, so it is looked up twice: near the instant, then at it.
 */
function instantIn(text: string, shownAt: (at: number) => number) {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(shown)) return text
  const near = shown - (shownAt(shown) - shown)
  return new Date(near + shown - shownAt(near)).toISOString()
}

type Formats = Record<'date' | 'local' | 'in24' | 'time' | 'weekday' | 'day', Intl.DateTimeFormat>

/**
 * By time zone and language. Creating one takes a millisecond, and a page needs one for every row.
 */
const formats = new LRUCache<string, Formats>({ max: 500 })

function formatsFor(timeZone: string, language: string): Formats {
  const key = `${timeZone} ${language}`
  const known = formats.get(key)
  if (known) return known
  const made = {
    date: new Intl.DateTimeFormat('en-CA', { timeZone }),
    local: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    in24: new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }),
    time: new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }),
    weekday: new Intl.DateTimeFormat(language, { timeZone, weekday: 'long' }),
    day: new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'long' }),
  }
  formats.set(key, made)
  return made
}
