import type { Technique } from '../adaptation/technique.ts'
import { methodById, methodsAlsoCalled } from '../grind/methods.ts'

/** The names that a technique is searched by, besides its own. */
export const otherNamesOf = ({ slug, alsoCalled, madeKnownBy, method }: Technique): (string | null)[] => [
  slug,
  alsoCalled ?? null,
  madeKnownBy?.name ?? null,
  methodById[method].name,
  methodsAlsoCalled[method] ?? null,
]

/** Whether a text has all ratios that a search names. Word by word, "1:2" would also find "1:20". */
export function hasRatiosOf(search: string, text: string) {
  const ratios = ratiosIn(text)
  return ratiosIn(search).every(ratio => ratios.includes(ratio))
}

const ratiosIn = (text: string) =>
  (text.match(/\d+(?:[.,]\d+)?\s*:\s*\d+(?:[.,]\d+)?/g) ?? []).map(ratio => ratio.replace(/\s/g, ''))
