import { type Html, html } from '../html.ts'
import type { Words } from '../words.ts'

/** Why a recipe is as it is, each cause before what it did, in the reader's degrees. */
export const reasonList = (reasons: readonly string[], words: Words): Html =>
  reasons.length === 0
    ? html``
    : html`<ul class="why">${reasons.map(reason => {
        const [cause = '', ...rest] = inDegrees(reason, words).split(': ')
        return rest.length === 0 ? html`<li>${cause}.</li>` : html`<li><b>${cause}:</b> ${rest.join(': ')}.</li>`
      })}</ul>`

const inDegrees = (reason: string, words: Words) =>
  reason
    .replace(/(\d+) F (hotter|cooler)/g, (_, by, which) => words.hotter(which === 'hotter' ? Number(by) : -Number(by)))
    .replace(/(\d+) F\b/g, (_, at) => {
      const { number, unit } = words.temperature(Number(at))
      return `${number} ${unit}`
    })
