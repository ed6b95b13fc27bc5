import type { Sign } from '../../../design/icons.ts'
import { type Html, html } from '../html.ts'
import { tabs } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'

interface Entry {
  /** After `/portal/:slug`. */
  path: string
  name: string
  sign: Sign
}

/** The pages in the rail, in order. */
const entries: Entry[] = [
  { path: '', name: 'Dashboard', sign: 'house' },
  { path: '/coffees', name: 'Coffees', sign: 'bean' },
  { path: '/recipes', name: 'Recipes', sign: 'sheet' },
  { path: '/widget', name: 'Widget', sign: 'code' },
  { path: '/analytics', name: 'Analytics', sign: 'bars' },
  { path: '/profile', name: 'Profile', sign: 'person' },
  { path: '/members', name: 'Members', sign: 'people' },
]

/** The path of a page in a roaster's portal; undefined if there is no such page. */
export const portalPath = (slug: string, path: string): string | undefined =>
  entries.some(entry => entry.path === path) ? `/portal/${slug}${path}` : undefined

/** A sidebar on a wide page, tabs on a narrow one. `path` is the entry that the page belongs to. */
export const railLinks = (slug: string, path: string): Html =>
  tabs(
    'Portal',
    entries.map(entry => ({
      href: `/portal/${slug}${entry.path}`,
      text: html`${icon(entry.sign)}${entry.name}`,
      isOn: entry.path === path,
    })),
  )
