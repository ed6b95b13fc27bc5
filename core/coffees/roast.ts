import * as v from 'valibot'
import { choiceAs, readWord, several, wordOf } from '../fields.ts'

/** Light to dark. */
export const roastLevels = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK'] as const

export type RoastLevel = (typeof roastLevels)[number]

/** "medium-light": in a sentence, and in an address. */
export const roastWord = (level: RoastLevel) => level.toLowerCase().replace('_', '-')

/** Takes both vocabularies: MEDIUM_LIGHT and Medium-Light are the same. */
export const roastLevel = v.pipe(
  wordOf(roastLevels),
  v.description('How dark it is roasted. Any case will do, and Medium-Light for MEDIUM_LIGHT.'),
)

/** What a filter takes: a level as replies write it is that level; a word as people write it is all that they call so. */
const roastsMeant: Record<RoastLevel | 'light' | 'medium' | 'dark', readonly RoastLevel[]> = {
  LIGHT: ['LIGHT'],
  MEDIUM_LIGHT: ['MEDIUM_LIGHT'],
  MEDIUM: ['MEDIUM'],
  MEDIUM_DARK: ['MEDIUM_DARK'],
  DARK: ['DARK'],
  light: ['LIGHT', 'MEDIUM_LIGHT'],
  medium: ['MEDIUM'],
  dark: ['DARK', 'MEDIUM_DARK'],
}
const askedRoasts = [...roastLevels, 'light', 'medium', 'dark'] as const

/** "LIGHT" is the level, "light" and "Light" are the word. Of levels with two parts, any spelling will do. */
function askedRoast(text: string) {
  const level = readWord(text)
  return text.trim() === level || !Object.hasOwn(roastsMeant, level.toLowerCase()) ? level : level.toLowerCase()
}

/** Which roasts are wanted: the one rule for every list of recipes or coffees, in every door. */
export const roastFilter = v.pipe(
  several(
    v.pipe(
      choiceAs(askedRoast, askedRoasts),
      v.transform(asked => roastsMeant[asked]),
    ),
    askedRoasts,
  ),
  v.transform(asked => [...new Set(asked.flat())]),
  v.description(
    'LIGHT to DARK are one level each; the word light is LIGHT and MEDIUM_LIGHT, dark is MEDIUM_DARK and DARK. Several are separated by commas; any of them will do.',
  ),
)
