/** A number in decimal notation; anything else stays text, so that the schema can say what is wrong with it. */
export function numberOrText(text: string) {
  const trimmed = text.trim()
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}
