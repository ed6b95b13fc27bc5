/**
 * Someone's words on one line: no line breaks, control or direction-changing characters, and a
 * limited length.
 */
export function oneLine(words: string, maxLength = 120): string {
  const line = words
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(DIRECTION_MARKS, '')
    .trim()
  const characters = [...line]
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

/** Someone's words over several lines, without characters that could rearrange our text. */
export function passage(words: string): string {
  return words
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(DIRECTION_MARKS, '')
    .trim()
}

/** Someone's words marked as a quotation in plain text, so that they cannot pass for ours. */
export function quoted(words: string): string {
  return passage(words)
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
}

/** The plain-text part: paragraphs, then a signature that mail programs recognize. */
export function plainText(paragraphs: string[]): string {
  return `${[...paragraphs, '-- \nDialin: coffee recipes that fit your grinder and your taste'].join('\n\n')}\n`
}

// Bidirectional overrides and isolates: in a name they can make the rest of a line read backwards.
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
