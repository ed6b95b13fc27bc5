import type { Pen } from './pen.ts'

/** A text whose names with a hyphen, such as K-Ultra, stay on one line. */
export const unbroken = <T>({ html }: Pen<T>, text: string): T =>
  html`${text.split(/(\S+-\S+)/).map((part, at) => (at % 2 === 0 ? html`${part}` : html`<span class="unbroken">${part}</span>`))}`
