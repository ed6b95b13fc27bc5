import { LRUCache } from 'lru-cache'
import { LONGEST_NUMBER, numberOrText, withoutUnit } from '../../../core/numbers.ts'
import { ratioInWords } from '../../../core/ratio.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { tenths } from '../../../core/rounding.ts'
import { celsiusBy, celsiusOf, fahrenheitOf } from '../../../core/temperature.ts'

/** A number and its unit, which stay on one line. */
export interface Reading {
  number: string
  unit?: string
}

export type Words = ReturnType<typeof makeWords>

/**
 * Formats numbers, dates and temperatures for one reader. Cached, because creating the formats of a
 * language takes longer than a page.
 */
export function wordsIn(language: string, unit: 'C' | 'F'): Words {
  const key = `${language} ${unit}`
  const words = known.get(key) ?? makeWords(language, unit)
  known.set(key, words)
  return words
}

const METERS_PER_FOOT = 0.3048

/** Bounded, because a browser may send any language. */
const known = new LRUCache<string, Words>({ max: 100 })

function makeWords(language: string, unit: 'C' | 'F') {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  // In a form that can be typed again: no grouping, and Latin digits.
  const [typed, typedInHundredths] = [1, 2].map(
    maximumFractionDigits =>
      new Intl.NumberFormat(language, { maximumFractionDigits, useGrouping: false, numberingSystem: 'latn' }),
  ) as [Intl.NumberFormat, Intl.NumberFormat]
  const decimal = typed.format(0.5).charAt(1)
  const percentInTenths = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const percentInHundredths = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const [date, shortDate] = (['long', 'short'] as const).map(
    month => new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }),
  )
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const degrees = (waterTempF: number) => (unit === 'C' ? celsiusOf(waterTempF) : Math.round(waterTempF))
  const heightUnit = unit === 'C' ? 'm' : 'ft'
  const height = (meters: number) => Math.round(unit === 'C' ? meters : meters / METERS_PER_FOOT)
  const grams = (amount: number): Reading => ({ number: number.format(tenths(amount)), unit: 'g' })
  const temperature = (waterTempF: number): Reading => ({
    number: number.format(degrees(waterTempF)),
    unit: `°${unit}`,
  })
  return {
    language,
    typed: (value: number) => typed.format(value),
    /** For example 1.35, as a refractometer shows it, in a form that can be typed again. */
    typedPercent: (percent: number) => typedInHundredths.format(percent),
    /** A typed percentage: "1.35", "1,35" or "1.35 %". */
    percentIn: (text: string) => numberOrText(withoutUnit(text, ['%'])),
    /** In the reader's temperature unit. */
    typedTemperature: (waterTempF: number) => typed.format(degrees(waterTempF)),
    /** Reads a temperature in the reader's unit; returns Fahrenheit. */
    fahrenheitIn: (text: string) => {
      const degrees = numberOrText(withoutUnit(withoutUnit(text, ['c', 'f']), ['°']))
      return typeof degrees === 'string' || unit === 'F' ? degrees : tenths(fahrenheitOf(degrees))
    },
    unit: `°${unit}`,
    /**
     * The reading of a dial with plain numbers in the reader's format: "15,5". Other dials have
     * their own notation.
     */
    onDial: ({ notation }: { notation?: unknown }, label: string) =>
      notation ? label : label.replace(/(\d)\.(?=\d)/g, `$1${decimal}`),
    number: (value: number) => number.format(value),
    grams,
    temperature,
    time: (seconds: number): Reading => ({ number: brewTimeInWords(seconds) }),
    ratio: (ratio: number) => ratioInWords(ratio, number.format),
    /** For example "5 hours ago". */
    ago: (instant: string, now: Date) => agoIn(relative, now.getTime() - Date.parse(instant)),
    day: (instant: string) => day.format(new Date(instant)),
    /** A calendar day: "15 October", "15 Oct". */
    date: (day: string) => date?.format(Date.parse(day)) ?? day,
    shortDate: (day: string) => shortDate?.format(Date.parse(day)) ?? day,
    weekday: (day: string) => weekday.format(Date.parse(day)),
    month: (day: string) => month.format(Date.parse(day)),
    /** 0.0823 is 8.2%. */
    percent: (share: number) => percentInTenths.format(share),
    /** 1.35 is 1.35%: as a refractometer shows it. */
    measuredPercent: (percent: number) => percentInHundredths.format(percent / 100),
    /** Altitude in metres, or in feet for readers of Fahrenheit. */
    altitude: (meters: number): Reading => ({ number: number.format(height(meters)), unit: heightUnit }),
    typedAltitude: (meters: number) => typed.format(height(meters)),
    /** Reads an altitude, returned in metres: "1400", "1,400" or "1.400 m". */
    metersIn: (text: string) => {
      const figure = numberOrText(withoutUnit(text, [heightUnit]).replace(/[.,'’\s](?=\d{3}$)/, ''))
      return typeof figure === 'string' || unit === 'C' ? figure : tenths(figure * METERS_PER_FOOT)
    },
    heightUnit,
    /** A temperature difference in the reader's unit, from a difference in Fahrenheit. */
    hotter: (byF: number) => {
      const by = unit === 'C' ? celsiusBy(Math.abs(byF)) : Math.abs(byF)
      return `${number.format(by)}\u00a0°${unit} ${byF > 0 ? 'hotter' : 'cooler'}`
    },
  }
}

/** For running text. */
export const inLine = ({ number, unit }: Reading) => (unit ? `${number}\u00a0${unit}` : number)

/** Reads a time: "3:30", "210" or "17 h". Any other text is returned unchanged. */
export function secondsIn(text: string): number | string {
  if (text.length > LONGEST_NUMBER) return text
  const [, minutes, seconds] = /^\s*(\d{1,4}):([0-5]\d)\s*$/.exec(text) ?? []
  if (seconds !== undefined) return 60 * Number(minutes) + Number(seconds)
  const unit = text.trimEnd().toLowerCase().endsWith('h') ? 3600 : 1
  const number = numberOrText(withoutUnit(text, ['h', 's']))
  return typeof number === 'string' ? text : Math.round(number * unit)
}

const spans = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

function agoIn(relative: Intl.RelativeTimeFormat, ms: number) {
  const seconds = ms / 1000
  const [unit, length] = spans.find(([, length]) => seconds >= length) ?? ['minute', 60]
  return relative.format(-Math.floor(seconds / length), unit)
}

/** From the first and the last word of a name. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map(word => [...word][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()
