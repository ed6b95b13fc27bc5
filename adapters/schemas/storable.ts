import { Fault, faultAt } from '../../core/errors.ts'

/** Whether PostgreSQL can hold it as text. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** `name`: what it is called, nothing where it is all that was sent. */
export function refuseUnstorable(name: string, text: string) {
  if (isStorable(text)) return
  const complaint = text.includes('\0')
    ? 'must not contain NUL characters.'
    : 'must be well-formed text; it has half a character.'
  throw name === '' ? faultAt([], complaint) : new Fault('invalid', `${name} ${complaint}`)
}

/** What a text of JSON was parsed to must be such that PostgreSQL can hold it. */
export function refuseUnstorableIn(text: string, value: unknown, path = '') {
  if (unstorableEscape.test(text)) refuseUnstorableWithin(value, path)
}

/** NUL and halves of characters (lone surrogates), which PostgreSQL text cannot hold, written as JSON escapes. */
const unstorableEscape = /\\u(0000|d[89a-f])/i

function refuseUnstorableWithin(body: unknown, at: string) {
  // A list of what is left to look at, not recursion: a body may be nested deeper than the stack.
  const rest: [path: string, value: unknown][] = [[at, body]]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, value] = next
    if (typeof value === 'string') refuseUnstorable(path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        rest.push([path === '' ? key : `${path}.${key}`.slice(0, 200), inner])
  }
}
