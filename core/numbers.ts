/** The number, or the end that it lies beyond. */
export const clamp = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/** In characters, space around it included. A longer text is taken for no number without looking into it. */
export const LONGEST_NUMBER = 40

/** A number in decimal notation; anything else stays text, so that the schema can say what is wrong with it. */
export function numberOrText(text: string) {
  if (text.length > LONGEST_NUMBER) return text
  const trimmed = withPoint(text.trim())
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

/**
 * "18 g" or "93 °C" without its unit, in lower or upper case. By its end alone: an expression for "space, then the unit,
 * then the end" would begin anew at every space.
 */
export function withoutUnit(text: string, units: readonly string[]) {
  if (text.length > LONGEST_NUMBER) return text
  const written = text.trimEnd()
  const unit = units.find(unit => written.toLowerCase().endsWith(unit))
  return unit === undefined ? written : written.slice(0, -unit.length).trimEnd()
}

/** "15,5" as most of Europe writes it. Three digits after a comma may be thousands, and stay what they are. */
export const withPoint = (text: string) => text.replace(/^([+-]?\d*),(?=\d{1,2}(\D|$))/, '$1.')
