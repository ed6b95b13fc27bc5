import type { Pen } from './pen.ts'

/** A text whose names with a hyphen, such as K-Ultra, stay on one line. */
export const unbroken = <T>({ html }: Pen<T>, text: string): T =>
  html`${text.split(' ').map((word, at) => html`${at === 0 ? '' : ' '}${word.includes('-') ? html`<span class="unbroken">${word}</span>` : word}`)}`
