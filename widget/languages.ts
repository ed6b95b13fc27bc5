import { german } from './languages/de.ts'
import { spanish } from './languages/es.ts'
import { french } from './languages/fr.ts'
import { italian } from './languages/it.ts'
import { japanese } from './languages/ja.ts'
import { korean } from './languages/ko.ts'
import { simplifiedChinese } from './languages/zh.ts'
import { traditionalChinese } from './languages/zh-hant.ts'
import type { SecondWords } from './second-words.ts'
import type { CardWords } from './words.ts'

/** The card's words in every language but English, in which they are at hand. Names that are the same are left out. */
export const cardWords: Record<string, CardWords & SecondWords> = {
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  ja: japanese,
  ko: korean,
  zh: simplifiedChinese,
  'zh-Hant': traditionalChinese,
}
