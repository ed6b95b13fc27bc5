import { withoutDirections } from '../../../core/direction.ts'

/**
 * HTML with every value escaped. Text from people stays text and cannot reverse the text around it.
 */
export function html(parts: TemplateStringsArray, ...values: Array<string | number | Html | Html[]>): Html {
  let out = parts[0] ?? ''
  for (let position = 0; position < values.length; position++) {
    const value = values[position]
    out += Array.isArray(value)
      ? value.map(String).join('')
      : value instanceof Html || typeof value === 'number'
        ? String(value)
        : escaped(String(value))
    out += parts[position + 1] ?? ''
  }
  return new Html(out)
}

export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString() {
    return this.#text
  }
}

export const escaped = (text: string) =>
  PLAIN.test(text)
    ? text
    : withoutDirections(text).replace(
        /[&<>"']/g,
        char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char,
      )

/** Most values on a page need no escaping. */
const PLAIN = /^[\w .,:;()%+/-]*$/
