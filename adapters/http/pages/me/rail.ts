import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { tabs } from '../parts/controls.ts'
import { icon, logo } from '../parts/pen.ts'

/** The pages in the rail, in order. */
const entries: { path: string; name: string; sign: () => Html }[] = [
  { path: '/me', name: 'My coffee', sign: () => icon('house') },
  { path: '/me/brews', name: 'Brews', sign: () => icon('bars') },
  { path: '/me/shelf', name: 'Shelf', sign: () => icon('bean') },
  { path: '/me/recipes', name: 'Recipes', sign: () => icon('sheet') },
  { path: '/me/gear', name: 'Gear', sign: logo },
  { path: '/me/palate', name: 'Taste', sign: () => icon('up') },
  { path: '/me/keys', name: 'Keys and apps', sign: () => icon('lock') },
  { path: '/me/account', name: 'Account', sign: () => icon('person') },
]

interface RailPage {
  title: string
  status?: number
  body: Html
}

/** A page with a sidebar, or with tabs on a phone. `at` is the entry that the page belongs to. */
export const railView = (visit: OwnVisit, at: string, { title, status = 200, body }: RailPage): Promise<Response> =>
  sitePage(visit, { title, status, style: 'me.css', script: 'me.js', body: besideRail(at, body) })

export const besideRail = (path: string, body: Html): Html =>
  html`<div class="own"><div class="own-rail">${tabs(
    'My pages',
    entries.map(entry => ({ href: entry.path, text: html`${entry.sign()}${entry.name}`, isOn: entry.path === path })),
  )}</div><div class="own-page">${body}</div></div>`
