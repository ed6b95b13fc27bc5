import type { Technique } from '../adaptation/technique.ts'
import type { Coffee } from '../coffees/model.ts'
import type { Roaster } from '../coffees/roaster.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import type { Recipe } from '../recipes/model.ts'
import type { NamedMethod } from './named-methods.ts'
import type { WordMatch } from './word-match.ts'

/** What can be found. Of groups that match equally well, the earlier one comes first. */
export const foundKinds = ['methods', 'techniques', 'grinders', 'roasters', 'coffees', 'recipes'] as const
export type FoundKind = (typeof foundKinds)[number]

export type FoundItem =
  | { kind: 'methods'; method: NamedMethod }
  | { kind: 'techniques'; technique: Technique }
  | { kind: 'grinders'; grinder: AnyStoredGrinder }
  | { kind: 'roasters'; roaster: Roaster }
  | { kind: 'coffees'; coffee: Coffee }
  | { kind: 'recipes'; recipe: Recipe }

/** What was found of one kind, the closest first. */
export interface Gathered {
  kind: FoundKind
  found: { item: FoundItem; match: WordMatch }[]
  /** How many there are. With `hasMore`, at least that many. */
  total: number
  hasMore: boolean
  /** The grinder that these recipes were written on, if the search was for that. */
  writtenOn?: AnyStoredGrinder
}

/** What is shown of one kind. */
export interface FoundGroup extends Omit<Gathered, 'found'> {
  items: FoundItem[]
  /** Nothing in it has all the words. */
  isSimilar: boolean
}

const MOST_IN_A_GROUP = 3

/**
 * Orders the groups by their closest match. The one thing whose name was searched for is taken out
 * as the best match, next to which similar spellings are not shown, except those of grinders, whose
 * names are alike within a family.
 */
export function rankedGroups(gathered: readonly Gathered[], kind: FoundKind | undefined, most: number) {
  const named = gathered
    .filter(one => one.kind !== 'recipes')
    .flatMap(({ found }) => found.filter(({ match }) => match.isNamed))
  const best = (only(named) ?? only(named.filter(({ match }) => match.isExact)))?.item
  const groups = gathered
    .map(group => ({ ...group, closest: Math.max(0, ...group.found.map(({ match }) => match.closeness)) }))
    .sort((one, other) => other.closest - one.closest)
    .map(({ found, closest: _, ...group }): FoundGroup => {
      const shown = found.filter(
        ({ item, match }) => item !== best && !(best && match.isSimilar && group.kind !== 'grinders'),
      )
      return {
        ...group,
        items: shown.map(({ item }) => item).slice(0, kind === group.kind ? most : MOST_IN_A_GROUP),
        total: group.total - (found.length - shown.length),
        isSimilar: shown.every(({ match }) => match.isSimilar),
      }
    })
    .filter(({ items }) => items.length > 0)
  return { best, groups }
}

const only = <T>(items: readonly T[]) => (items.length === 1 ? items[0] : undefined)
