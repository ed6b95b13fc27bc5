/** The number, or the end that it lies beyond. */
export const clamp = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/** A number in decimal notation; anything else stays text, so that the schema can say what is wrong with it. */
export function numberOrText(text: string) {
  const trimmed = withPoint(text.trim())
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

/** "15,5" as most of Europe writes it. Three digits after a comma may be thousands, and stay what they are. */
export const withPoint = (text: string) => text.replace(/^([+-]?\d*),(?=\d{1,2}(\D|$))/, '$1.')
