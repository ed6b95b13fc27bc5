import { atMost } from '../../../../core/cut.ts'
import { folded } from '../../../../core/names.ts'
import { type Html, html } from '../html.ts'

/** A text in which the beginnings of words that were searched for are marked. */
export function foundWords(text: string, words: readonly string[]): Html {
  const parts: { text: string; isFound: boolean }[] = []
  for (const [part] of text.matchAll(/[\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+/gu)) {
    const found = words.filter(word => folded(part).startsWith(word))
    const start = atMost(part, Math.max(0, ...found.map(word => [...word].length)))
    parts.push({ text: start, isFound: true }, { text: part.slice(start.length), isFound: false })
  }
  const shown = parts.filter(one => one.text !== '')
  // The hyphen of "J-Max" is marked with the words around it.
  const isJoint = (at: number) => shown[at]?.text === '-' && shown[at - 1]?.isFound && shown[at + 1]?.isFound
  return html`${shown.map(({ text, isFound }, at) => (isFound || isJoint(at) ? html`<mark>${text}</mark>` : html`${text}`))}`
}
