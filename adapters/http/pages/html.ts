import { withoutDirections } from '../../../core/direction.ts'

/** HTML with every value escaped: text from people stays text, and turns none of ours around. */
export function html(parts: TemplateStringsArray, ...values: Array<string | number | Html | Html[]>): Html {
  let out = parts[0] ?? ''
  for (const [position, value] of values.entries()) {
    out += Array.isArray(value)
      ? value.map(String).join('')
      : value instanceof Html
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
  withoutDirections(text).replace(
    /[&<>"']/g,
    char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char,
  )
