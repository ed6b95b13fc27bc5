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

/** Every page of the portal that has a place in the rail, in its order: a page that is there adds its line. */
const entries: Entry[] = [
  { path: '', name: 'Dashboard', sign: 'house' },
  { path: '/coffees', name: 'Coffees', sign: 'bean' },
  { path: '/recipes', name: 'Recipes', sign: 'sheet' },
  { path: '/widget', name: 'Widget', sign: 'code' },
  { path: '/analytics', name: 'Analytics', sign: 'bars' },
  { path: '/profile', name: 'Profile', sign: 'person' },
  { path: '/members', name: 'Members', sign: 'people' },
]

/** Where a page of a roaster's portal is; undefined while there is none. */
export const portalPath = (slug: string, path: string): string | undefined =>
  entries.some(entry => entry.path === path) ? `/portal/${slug}${path}` : undefined

/** Down the side of a wide page, tabs on a narrow one. `path`: the entry that the page belongs to. */
export const railLinks = (slug: string, path: string): Html =>
  tabs(
    'Portal',
    entries.map(entry => ({
      href: `/portal/${slug}${entry.path}`,
      text: html`${icon(entry.sign)}${entry.name}`,
      isOn: entry.path === path,
    })),
  )
