/**
 * Lower case, without accents or invisible characters. Must match the SQL function that does the
 * same.
 */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|[\u00ad\u200c-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g, '')
    // Recomposes Korean, and kana with their diacritics, into the usual characters.
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øđłßæœþðıς]/g, letter => plain[letter] ?? letter)

/** Letters that Unicode normalization leaves whole. */
const plain: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
}

/** The folded words of a text. An apostrophe does not split a word. */
export const wordsOf = (text: string) =>
  folded(text)
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter(word => word !== '')

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** For example "a, b and c". */
export const inARow = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const LONGEST_SLUG = 80

/**
 * Words that our URLs use in the position of a roaster's slug. A law test compares them with the
 * routes.
 */
const reserved = new Set([
  'recipes',
  'track-click',
  'track-grinder-choice',
  'track-impression',
  'track-method-switch',
  'widget',
  'widget-js',
  'words',
])

/**
 * A name for URLs. A name without Latin letters or digits becomes its kind: "coffee" or "roaster".
 */
export function slugOf(name: string, kind: 'coffee' | 'roaster') {
  const slug = wordsOf(name)
    .map(word => word.replace(/[^a-z0-9]/g, ''))
    .filter(word => word !== '')
    .join('-')
    .slice(0, LONGEST_SLUG)
    .replace(/-$/, '')
  if (slug === '') return kind
  return kind === 'roaster' && reserved.has(slug) ? `${slug}-${kind}` : slug
}
