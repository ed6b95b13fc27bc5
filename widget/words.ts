import { brewTimeInWords } from '../core/recipes/ranges.ts'
import { tenths, thousandths } from '../core/rounding.ts'
import { celsiusOf, readsFahrenheit } from '../core/temperature.ts'
import { languageCodes } from './attributes.ts'
import { get } from './service.ts'

/** What the card says. {} is where a name or a number stands; what is only said of a chosen grinder is in second-words.ts. */
export const english = {
  loading: 'Loading recipes',
  failed: 'The recipe didn’t load. Check your connection.',
  empty: 'No recipe here yet.',
  again: 'Try again',
  coffee: 'Coffee',
  water: 'Water',
  yield: 'Yield',
  temperature: 'Temp',
  time: 'Time',
  method: 'Brew method',
  ways: 'Other ways',
  /** Before a grinder is chosen: the method and the grind. */
  badge: '{} recipe, {}',
  show: 'Show it on my grinder',
  noList: 'The list didn’t load.',
  between: 'between {} and {}',
  coarserThan: 'coarser than {}',
  more: 'Show more',
  less: 'Show less',
  link: 'Full recipe',
  buy: 'Buy',
  timer: 'Brew with a timer',
  poweredBy: 'Powered by {}',
  hours: ' h',
  /** Of brew methods by their ids and of grinds by their English words, where they are called otherwise. */
  names: {} as Record<string, string>,
}
export type CardWords = typeof english

/** Words and numbers as the readers of one language write them. */
export type Speaker = ReturnType<typeof speakerOf>

export const speakerOf = (language: string, words: CardWords) => {
  // The browser's first formatter takes a slow phone 80 ms, so it is only used where a comma may be needed.
  const format = (value: number) =>
    value % 1 && /^(de|fr|es|it)|ZA/.test(language)
      ? value.toLocaleString(language, { maximumFractionDigits: 3, useGrouping: false })
      : String(thousandths(value))
  // English without a country leaves the scale to that of its reader.
  const inFahrenheit = readsFahrenheit(language === 'en' ? navigator.language : language)
  return {
    ...words,
    language,
    number: format,
    grams: (amount: number) => `${format(tenths(amount))} g`,
    degrees: (waterTempF: number) => (inFahrenheit ? `${Math.round(waterTempF)} °F` : `${celsiusOf(waterTempF)} °C`),
    timeOf: (seconds: number) =>
      brewTimeInWords(seconds).replace(/^.* h/, hours => format(Number.parseFloat(hours)) + words.hours),
    name: (id: string, otherwise = id) => words.names[id] ?? otherwise,
  }
}

export const filled = (words: string, ...names: string[]) =>
  names.reduce((text, name) => text.replace('{}', () => name), words)

/** English is at hand; the others come when a page is in them. Where they do not come, it is English. */
export async function speakerFor(language: string): Promise<Speaker> {
  const tag = new RegExp(`^(${languageCodes})\\b(?:.*?[-_]([a-z]{2})\\b)?`, 'i')
  const [, code = 'en', country = ''] = tag.exec(language) ?? []
  // Hong Kong, Macau and Taiwan write Traditional Chinese.
  const spoken = /^zh\b.*(hant|hk|mo|tw)\b/i.test(language) ? 'zh-Hant' : code.toLowerCase()
  const words = spoken === 'en' ? {} : await get<Partial<CardWords>>(`/embed/words/${spoken}`).catch(() => undefined)
  return words
    ? speakerOf(country ? `${spoken}-${country.toUpperCase()}` : spoken, { ...english, ...words })
    : speakerOf('en', english)
}
