import type { StoredGrinder } from '../equipment/equipment.ts'
import { grindersMatching } from '../grind/find.ts'
import { fullName } from '../grind/name.ts'
import { givenName, likenessTo, meantBy } from '../grind/naming.ts'
import type { Gathered } from './groups.ts'
import { type WordMatch, wordMatch } from './word-match.ts'

/** Fewer matches than this are followed by grinders with similar names. */
const ENOUGH = 3
/** At least this similar: the K-Max to a J-Max, but no grinder to "yirga". */
const SIMILAR = 0.45

/** Grinders that match, and a few with similar names. `certain` is the only one that can be meant. */
export function grindersFound(
  q: string,
  words: readonly string[],
  all: readonly StoredGrinder[],
): Gathered & { certain: StoredGrinder | undefined } {
  const given = givenName(q)
  const { found: meant, isTelling } = meantBy(given, all)
  const certain = meant.length === 1 && isTelling ? meant[0] : undefined
  const matching = new Set<unknown>([...grindersMatching(all, q), ...meant])
  const matched = all
    .filter(grinder => matching.has(grinder))
    .map(grinder => {
      const match = { ...wordMatch(words, fullName(grinder)), isSimilar: false }
      if (grinder === certain) Object.assign(match, { isNamed: true, isExact: true })
      return scored(grinder, { ...match, closeness: Math.max(match.closeness, grinder === certain ? 0.95 : 0.5) })
    })
    .sort(closestFirst)
  const likeness = likenessTo(given, all)
  const similar = all
    .map((grinder, at) =>
      scored(grinder, { closeness: (likeness[at] ?? 0) / 2, isNamed: false, isExact: false, isSimilar: true }),
    )
    .filter(({ item, match }) => !matching.has(item.grinder) && 2 * match.closeness >= SIMILAR)
    .sort(closestFirst)
    .slice(0, Math.max(0, ENOUGH - matched.length))
  const found = [...matched, ...similar]
  return { kind: 'grinders', found, total: found.length, hasMore: false, certain }
}

const scored = (grinder: StoredGrinder, match: WordMatch) => ({ item: { kind: 'grinders' as const, grinder }, match })

const closestFirst = (one: { match: WordMatch }, other: { match: WordMatch }) =>
  other.match.closeness - one.match.closeness
