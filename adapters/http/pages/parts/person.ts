import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'

/** People's names on a page, with links to public profiles and to the reader's own. */
export async function personNames(ids: readonly (number | undefined)[], { ports, who }: Visit) {
  const known = [...new Set(ids)].filter(id => id !== undefined)
  const shown = known.length === 0 ? [] : await ports.profiles.publicAmong(known)
  return (id: number | undefined, name: string): Html =>
    id !== undefined && (shown.includes(id) || id === who?.id)
      ? html`<a href="/people/${id}">${name}</a>`
      : html`<bdi>${name}</bdi>`
}
