/** Lower case without accents or what nobody sees; in every script as the migration names-in-every-script has it. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|[\u00ad\u200c-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g, '')
    // Korean, and kana with their marks, in the signs that people know.
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øđłßæœþðıς]/g, letter => plain[letter] ?? letter)

/** Letters that Unicode does not take apart. */
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

/** The words of a text, folded; an apostrophe does not part a word. */
export const wordsOf = (text: string) =>
  folded(text)
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter(word => word !== '')

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "a, b and c". */
export const inARow = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const LONGEST_SLUG = 80

/** Words that stand in our addresses where a roaster's slug may stand; a law holds them against the routes. */
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

/** A name for addresses. A name without a Latin letter or digit is called what it is: `kind`. */
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
