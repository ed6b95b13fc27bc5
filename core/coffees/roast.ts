import * as v from 'valibot'
import { wordOf } from '../fields.ts'

/** Light to dark. */
export const roastLevels = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK'] as const

export type RoastLevel = (typeof roastLevels)[number]

/** "medium-light": in a sentence, and in an address. */
export const roastWord = (level: RoastLevel) => level.toLowerCase().replace('_', '-')

/** Takes both vocabularies: MEDIUM_LIGHT and Medium-Light are the same. */
export const roastLevel = v.pipe(wordOf(roastLevels), v.description(`${roastLevels.join(', ')}, or as Medium-Light`))

/** A filter that lists only light, medium and dark means the half-steps beside light and dark too. */
export const roastFamily = (level: RoastLevel): readonly RoastLevel[] =>
  level === 'LIGHT' ? ['LIGHT', 'MEDIUM_LIGHT'] : level === 'DARK' ? ['MEDIUM_DARK', 'DARK'] : [level]
