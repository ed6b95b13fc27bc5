/**
 * Texts that make careless code slow: long runs of what expressions repeat over, with an end that
 * does not match.
 */
const shapes: Record<string, (length: number) => string> = {
  digits: length => `${'0'.repeat(length - 1)}x`,
  'a number behind which spaces follow': length => `1${' '.repeat(length - 2)}x`,
  'spaces and a letter': length => `${' '.repeat(length - 1)}x`,
  'letters and spaces': length => `a${' '.repeat(length - 2)}!`,
  'line breaks': length => `${'\n'.repeat(length - 1)}x`,
  tabs: length => `${'\t'.repeat(length - 1)}x`,
  letters: length => `${'a'.repeat(length - 1)}!`,
  capitals: length => `${'A'.repeat(length - 1)}!`,
  apostrophes: length => "'".repeat(length),
  'quotation marks': length => '"'.repeat(length),
  backslashes: length => '\\'.repeat(length),
  slashes: length => `${'/'.repeat(length - 1)}\\`,
  dashes: length => `${'-'.repeat(length - 1)}a`,
  'signs for percent': length => '%'.repeat(length),
  stars: length => `${'*'.repeat(length - 1)}a`,
  'opening brackets': length => '[('.repeat(length / 2),
  'control characters': length => `${'\u0001'.repeat(length - 1)}x`,
  'marks in the wrong order': length => `a${'\u0345'.repeat(length / 2 - 1)}${'\u0334'.repeat(length / 2)}`,
  'marks in turns': length => `a${'\u0301\u0327\u0316\u0300'.repeat(length / 4)}`.slice(0, length),
  emoji: length => '🫘'.repeat(length / 2),
  families: length => '👨‍👩‍👧'.repeat(length / 8),
  'letters that become words': length => 'ﷺ'.repeat(length),
  'soft hyphens': length => '\u00ad'.repeat(length),
  ...Object.fromEntries(
    ['1,', '1.', '1 ', '1:', '1-', 'a@', 'a.', 'a-', 'a ', 'a,', ';=', "' ", '" ', '{"', '<a ', '&#', 'a%', ':/'].map(
      pair => [`${pair} again and again`, (length: number) => pair.repeat(length / pair.length)],
    ),
  ),
  ...Object.fromEntries(
    [
      'http://a',
      'eyJa.',
      'xn--a.',
      '%CC%81',
      '+1 ',
      '#a=',
      "'\t",
      '\\u00',
      'ab-',
      '=+',
      '00:',
      'q=1,',
      '/*',
      '1e1',
    ].map(part => [`${part} again and again`, (length: number) => part.repeat(length / part.length)]),
  ),
}

export interface HostileText {
  shape: string
  text: string
}

/** This many characters of every shape. */
export const hostileTexts = (length: number): HostileText[] =>
  Object.entries(shapes).map(([shape, make]) => ({ shape, text: make(length) }))

/**
 * Some of each kind, for when every text costs a request; each expression alone is timed on all of
 * them.
 */
const several = new Set([
  'spaces and a letter',
  'line breaks',
  'quotation marks',
  'backslashes',
  'slashes',
  'dashes',
  'signs for percent',
  'opening brackets',
  'control characters',
  'marks in turns',
  'letters that become words',
  '1. again and again',
  '1: again and again',
  'a. again and again',
  ';= again and again',
  'http://a again and again',
  'eyJa. again and again',
])

/** One or two of each kind, for when every text costs a whole page or a database row. */
const fewest = new Set([
  'digits',
  'a number behind which spaces follow',
  'letters',
  'apostrophes',
  'marks in the wrong order',
  'emoji',
  '1, again and again',
  'a@ again and again',
  'a  again and again',
])
export const severalHostileTexts = (length: number) =>
  hostileTexts(length).filter(({ shape }) => several.has(shape) || fewest.has(shape))
export const fewHostileTexts = (length: number) => hostileTexts(length).filter(({ shape }) => fewest.has(shape))
