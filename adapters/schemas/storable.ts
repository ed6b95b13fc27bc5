import { Fault, faultAt } from '../../core/errors.ts'

/** Whether PostgreSQL can store it as text. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** `name` is the field's name; empty if the text is the whole input. */
export function refuseUnstorable(name: string, text: string) {
  if (isStorable(text)) return
  const complaint = text.includes('\0')
    ? 'must not contain NUL characters.'
    : 'must be valid Unicode text; it contains an incomplete character.'
  throw name === '' ? faultAt([], complaint) : new Fault('invalid', `${name} ${complaint}`)
}

/** Refuses parsed JSON with text that PostgreSQL cannot store. */
export function refuseUnstorableIn(text: string, value: unknown, path = '') {
  if (unstorableEscape.test(text)) refuseUnstorableWithin(value, path)
}

/** JSON escapes for NUL and surrogates; PostgreSQL text cannot hold NUL or lone surrogates. */
const unstorableEscape = /\\u(0000|d[89a-f])/i

function refuseUnstorableWithin(body: unknown, at: string) {
  // A work list instead of recursion: a body may be nested deeper than the stack allows.
  const rest: [path: string, value: unknown][] = [[at, body]]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, value] = next
    if (typeof value === 'string') refuseUnstorable(path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        rest.push([path === '' ? key : `${path}.${key}`.slice(0, 200), inner])
  }
}
