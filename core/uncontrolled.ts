import * as v from 'valibot'

/**
 * Characters refused in catalog text, which terminals and pages show unchanged: those that would
 * control a terminal, and invisible ones that could make two names look alike. Characters that join
 * letters (U+200C, U+200D) or choose their form are allowed.
 */
const UNPLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u
/** The same, but long texts may have line breaks. */
const UNPLAIN_BUT_BREAKS =
  /(?!\r?\n)(?:[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point})/u

const without = (found: RegExp) =>
  v.check<string, (issue: { input: string }) => string>(
    text => !found.test(text),
    ({ input }) => {
      const at = input.search(found)
      const code = (input.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return `must not contain control or invisible characters; character ${[...input.slice(0, at)].length + 1} is U+${code}`
    },
  )

export const uncontrolledLine = without(UNPLAIN)
export const uncontrolledText = without(UNPLAIN_BUT_BREAKS)

/** Other kinds of links could run something when somebody clicks on them. */
export const webAddressesOnly = v.check<string, (issue: { input: string }) => string>(
  text => strangeAddress(text) === undefined,
  ({ input }) =>
    `must contain only full web addresses that start with http:// or https://; "${strangeAddress(input)}" is not one`,
)

/**
 * The first address that is not a web page, for the error message. Hides what comes before an @,
 * which may be a password.
 */
const strangeAddress = (text: string) =>
  text
    .split(/[\s(<"']+/)
    .filter(word => /^([a-z][a-z\d+.-]*:.|[\\/]{2})/i.test(word))
    .find(word => !isWebAddress(word))
    ?.replace(/(?<![^\\/])[^\\/]*@/, '…@')

function isWebAddress(word: string) {
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) return false
  const { username, password } = new URL(word)
  return username === '' && password === ''
}
