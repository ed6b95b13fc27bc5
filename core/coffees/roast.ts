import * as v from 'valibot'
import { choiceAs, readWord, several, wordOf } from '../fields.ts'

/** Light to dark. */
export const roastLevels = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK'] as const

export type RoastLevel = (typeof roastLevels)[number]

/** For example "medium-light", for sentences and URLs. */
export const roastWord = (level: RoastLevel) => level.toLowerCase().replace('_', '-')

/** Accepts both spellings: MEDIUM_LIGHT and Medium-Light are the same. */
export const roastLevel = v.pipe(
  wordOf(roastLevels),
  v.description('The roast level. Case-insensitive; Medium-Light also works for MEDIUM_LIGHT.'),
)

/**
 * What a filter accepts. A level written as in replies means just that level; an everyday word
 * means every level that people call by it.
 */
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

/**
 * "LIGHT" is the level, "light" and "Light" are the everyday word. Levels with two parts may be
 * spelt either way.
 */
function askedRoast(text: string) {
  const level = readWord(text)
  return text.trim() === level || !Object.hasOwn(roastsMeant, level.toLowerCase()) ? level : level.toLowerCase()
}

/** The roasts to include: one rule for every list of recipes or coffees, on every interface. */
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
    'LIGHT to DARK are one level each; the word light is LIGHT and MEDIUM_LIGHT, dark is MEDIUM_DARK and DARK. Separate several with commas; any of them will match.',
  ),
)
