import * as v from 'valibot'

/** Text of the catalog, which terminals and pages show as it is. Line breaks are for long texts. */
const unplain = /(?!\r?\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const unplainInLine = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

const without = (found: RegExp) =>
  v.check<string, (issue: { input: string }) => string>(
    text => !found.test(text),
    ({ input }) => {
      const at = input.search(found)
      const code = (input.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      return `must not hold control characters; U+${code} is its character ${[...input.slice(0, at)].length + 1}`
    },
  )

export const uncontrolledLine = without(unplainInLine)
export const uncontrolledText = without(unplain)

/** A link that is no web page would be run or opened by whoever clicks on it. */
export const webAddressesOnly = v.check<string, (issue: { input: string }) => string>(
  text => strangeAddress(text) === undefined,
  ({ input }) =>
    `must have web addresses only, which begin with http:// or https://; "${strangeAddress(input)}" is none`,
)

const strangeAddress = (text: string) =>
  text
    .split(/[\s(<"']+/)
    .filter(word => /^[a-z][a-z\d+.-]*:./i.test(word))
    .find(word => !(/^https?:\/\//i.test(word) && URL.canParse(word)))
