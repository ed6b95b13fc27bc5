export const clamp = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/**
 * In characters, including surrounding spaces. A longer text is not examined and does not count as
 * a number.
 */
export const LONGEST_NUMBER = 40

/**
 * Reads a number in decimal notation. Anything else stays text, so that the schema can say what is
 * wrong with it.
 */
export function numberOrText(text: string) {
  if (text.length > LONGEST_NUMBER) return text
  const trimmed = withPoint(text.trim())
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

/**
 * "18 g" or "93 °C" without its unit, in any case. Compares the end only: a regular expression for
 * "spaces, unit, end" would start over at every space.
 */
export function withoutUnit(text: string, units: readonly string[]) {
  if (text.length > LONGEST_NUMBER) return text
  const written = text.trimEnd()
  const unit = units.find(unit => written.toLowerCase().endsWith(unit))
  return unit === undefined ? written : written.slice(0, -unit.length).trimEnd()
}

/**
 * Reads "15,5", as most of Europe writes it. Three digits after a comma may be thousands, so those
 * are left alone.
 */
export const withPoint = (text: string) => text.replace(/^([+-]?\d*),(?=\d{1,2}(\D|$))/, '$1.')
