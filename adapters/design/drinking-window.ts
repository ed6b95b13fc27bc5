import { clamp } from '../../core/numbers.ts'
import { hundredths } from '../../core/rounding.ts'
import type { Pen } from './pen.ts'

/** A bag in time, in days from any first day. */
export interface WindowView {
  roasted: number
  from: number
  /** The end of the last day at its best. */
  until: number
  today: number
  opened?: number | undefined
  /** Waits in the freezer: the window is where it would be if the bag was thawed today. */
  isFrozen: boolean
}

export interface CalendarView {
  /** How many days are shown. */
  days: number
  today: number
  /** The first day of each week. */
  weeks: readonly number[]
}

const ROW = 108
const BAR = 28
const TOP = (ROW - BAR) / 2

/**
 * The window of one bag in a calendar that all rows share, with a few words in or beside its bar. Horizontal
 * positions are in percent and vertical ones in pixels, so that rows and text keep their size.
 */
export function windowInCalendar<T>(
  { html, svg }: Pen<T>,
  { roasted, from, until, today, opened, isFrozen }: WindowView,
  { days, weeks }: CalendarView,
  words: readonly string[],
): T {
  const x = (day: number) => hundredths((100 * clamp(day, 0, days)) / days)
  const isPast = until < today
  const start = isFrozen ? today : from
  const label = barLabel(words, { start, end: Math.min(until, days), today, days })
  return html`<svg class="window-row" height="${ROW}" aria-hidden="true">${calendarLines({ html, svg }, days, weeks, today, ROW)}${
    roasted < start && !isFrozen
      ? svg`<line class="rests" x1="${x(roasted)}%" x2="${x(start)}%" y1="${ROW / 2}" y2="${ROW / 2}"/>`
      : svg``
  }<rect class="${isFrozen ? 'frozen' : isPast ? 'best past' : 'best'}" x="${x(start)}%" width="${hundredths(x(until) - x(start))}%" y="${TOP}" height="${BAR}"/>${
    isFrozen
      ? svg``
      : [start, until]
          .filter(day => day >= 0 && day <= days)
          .map(
            day =>
              svg`<line class="${isPast ? 'edge past' : 'edge'}" x1="${x(day)}%" x2="${x(day)}%" y1="${TOP}" y2="${TOP + BAR}"/>`,
          )
  }<line class="today" x1="${x(today)}%" x2="${x(today)}%" y1="0" y2="${ROW}"/>${
    opened === undefined || opened < 0 ? svg`` : svg`<circle class="opened" cx="${x(opened)}%" cy="${ROW / 2}" r="6"/>`
  }<svg x="${x(label.at)}%" overflow="visible"><text class="${isFrozen ? 'frozen' : label.isInside ? '' : 'beside'}" text-anchor="${label.isBefore ? 'end' : 'start'}" x="${label.isBefore ? -10 : 10}" y="${ROW / 2 + 5}">${label.text}</text></svg></svg>`
}

/** On the narrowest screen with a calendar, a letter is about 6.3 px wide and a day 6.9 px. */
const DAYS_PER_LETTER = 6.3 / 6.9
const MARGIN_DAYS = 2

interface DaysOfBar {
  start: number
  end: number
  today: number
  days: number
}

/**
 * In the bar, from today on, the first words that fit; else the last ones after its end, or before
 * its start if that is late.
 */
function barLabel(words: readonly string[], { start, end, today, days }: DaysOfBar) {
  const fits = (room: number, text: string) => text.length * DAYS_PER_LETTER + MARGIN_DAYS <= room
  const from = Math.max(start, today, 0)
  const inside = words.find(text => fits(end - from, text))
  if (inside !== undefined) return { text: inside, at: from, isInside: true, isBefore: false }
  const text = words.at(-1) ?? ''
  const after = Math.max(end, today)
  const isBefore = !fits(days - after, text)
  return { text, at: isBefore ? start : after, isInside: false, isBefore }
}

/** A row without a window: only the calendar. */
export const emptyCalendar = <T>(pen: Pen<T>, { days, weeks, today }: CalendarView): T =>
  pen.html`<svg class="window-row" height="${ROW}" aria-hidden="true">${calendarLines(pen, days, weeks, today, ROW)}<line class="today" x1="${hundredths((100 * today) / days)}%" x2="${hundredths((100 * today) / days)}%" y1="0" y2="${ROW}"/></svg>`

const calendarLines = <T>(
  { svg }: Pen<T>,
  days: number,
  weeks: readonly number[],
  today: number,
  height: number,
): T[] =>
  weeks
    .filter(week => week !== today)
    .map(week => {
      const x = hundredths((100 * week) / days)
      return svg`<line class="week" x1="${x}%" x2="${x}%" y1="0" y2="${height}"/>`
    })

const ALONE = 30
const ALONE_BAR = 12
const RULE = 24

/** The window of one bag by itself, from its roast on. */
export function windowAlone<T>({ html, svg }: Pen<T>, view: WindowView): T {
  const { roasted, until, today, isFrozen } = view
  const from = isFrozen ? Math.max(today, view.from) : view.from
  const days = 1.4 * Math.max(until - roasted, today - roasted, 1)
  const x = (day: number) => hundredths((100 * clamp(day - roasted, 0, days)) / days)
  const isPast = until < today
  return html`<svg class="window-alone" height="${ALONE}" aria-hidden="true"><rect class="${isFrozen ? 'frozen' : isPast ? 'best past' : 'best'}" x="${x(from)}%" width="${hundredths(x(until) - x(from))}%" y="${RULE - ALONE_BAR}" height="${ALONE_BAR}"/>${
    isFrozen
      ? svg``
      : [from, until].map(
          day =>
            svg`<line class="${isPast ? 'edge past' : 'edge'}" x1="${x(day)}%" x2="${x(day)}%" y1="${RULE - ALONE_BAR}" y2="${RULE}"/>`,
        )
  }<line class="rule" x1="0" x2="100%" y1="${RULE}" y2="${RULE}"/><line class="now-halo" x1="${x(today)}%" x2="${x(today)}%" y1="5" y2="${ALONE - 1}"/><line class="now" x1="${x(today)}%" x2="${x(today)}%" y1="6" y2="${ALONE - 2}"/></svg>`
}
