import * as v from 'valibot'

/**
 * Text of the catalog, which terminals and pages show as it is: without what would drive them, and without what nobody
 * sees, by which two names could look alike. What joins letters (U+200C, U+200D) or chooses their form is not that.
 */
const UNPLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u
/** Line breaks are for long texts. */
const UNPLAIN_BUT_BREAKS =
  /(?!\r?\n)(?:[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d]|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point})/u

const without = (found: RegExp) =>
  v.check<string, (issue: { input: string }) => string>(
    text => !found.test(text),
    ({ input }) => {
      const at = input.search(found)
      const code = (input.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return `must not hold control characters, nor unseen ones; U+${code} is its character ${[...input.slice(0, at)].length + 1}`
    },
  )

export const uncontrolledLine = without(UNPLAIN)
export const uncontrolledText = without(UNPLAIN_BUT_BREAKS)

/** A link that is no web page would be run or opened by whoever clicks on it. */
export const webAddressesOnly = v.check<string, (issue: { input: string }) => string>(
  text => strangeAddress(text) === undefined,
  ({ input }) =>
    `must have web addresses only, which begin with http:// or https:// and a host; "${strangeAddress(input)}" is none`,
)

/** The first that is none, as far as it may be repeated: what stands before an @ may be a password. */
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
