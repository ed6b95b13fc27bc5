import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { tenths } from '../../../core/rounding.ts'
import { celsiusOf } from '../../../core/temperature.ts'

/** A number and its unit, which never part. */
export interface Reading {
  number: string
  unit?: string
}

export type Words = ReturnType<typeof wordsIn>

/** Numbers, dates and temperatures as one reader writes them. */
export function wordsIn(language: string, unit: 'C' | 'F') {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const degrees = (waterTempF: number) => Math.round(unit === 'C' ? celsiusOf(waterTempF) : waterTempF)
  const grams = (amount: number): Reading => ({ number: number.format(tenths(amount)), unit: 'g' })
  const temperature = (waterTempF: number): Reading => ({
    number: number.format(degrees(waterTempF)),
    unit: `°${unit}`,
  })
  return {
    language,
    number: (value: number) => number.format(value),
    grams,
    temperature,
    time: (seconds: number): Reading => ({ number: brewTimeInWords(seconds) }),
    ratio: (ratio: number) => `1:${number.format(tenths(ratio))}`,
    day: (instant: string) => day.format(new Date(instant)),
    /** How much hotter or cooler, from a difference in Fahrenheit. */
    hotter: (byF: number) => {
      const by = unit === 'C' ? Math.round(Math.abs(byF) / 1.8) : Math.abs(byF)
      return `${number.format(by)}\u00a0°${unit} ${byF > 0 ? 'hotter' : 'cooler'}`
    },
  }
}

export const capitalised = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** In a line of text. */
export const inLine = ({ number, unit }: Reading) => (unit ? `${number}\u00a0${unit}` : number)
