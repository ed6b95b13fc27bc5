import { join } from 'node:path'
import { appIcon } from '../../design/icons.ts'
import { colourIn, tokensCss } from '../../design/tokens.ts'
import { bundledScript, shippedFile } from '../../program/shipped.ts'
import { etagOf } from '../etag.ts'

const styles = [
  'site.css',
  'roasting.css',
  'me.css',
  'shelf.css',
  'portal.css',
  'docs.css',
  'frame.css',
  'preview.css',
  'consent.css',
] as const
/**
 * The parts of the stylesheet of all pages. Order matters: of two rules with the same specificity,
 * the later one wins.
 */
const siteParts = [
  'base',
  'header-and-footer',
  'controls',
  'picker',
  'dial',
  'numbers',
  'cards',
  'techniques',
  'plain-pages',
  'home',
  'recipe',
  'forks',
  'steps',
  'timer',
  'recipe-talk',
  'narrow',
  'grinders',
  'grinder-list',
  'sign-in',
  'about',
  'lists',
  'coffees',
  'roasters',
  'snippets',
  'widget-page',
  'narrow-lists',
  'search',
  'claim',
  'drinkers',
  'reader-settings',
  'recipe-on-phone',
  'cards-on-phone',
  'import-matching',
  'describe-grinder',
  'print',
]
const siteFiles = [...siteParts.map(part => `site/${part}.css`), 'own.css']
/** For My coffee and the pages beside its rail. */
const myFiles = ['my-coffee.css', 'new-me.css', 'own-panels.css', 'shelf-strip.css', 'stand.css']
/** For pages that tell roasters of the widget and the portal. */
const forRoasters = ['site/widget-page.css', 'site/claim.css']
/** For pages of the site that share nothing with those for roasters. */
const notForRoasters = ['timer', 'recipe-on-phone', 'grinder-list', 'import-matching', 'describe-grinder'].map(
  part => `site/${part}.css`,
)
/** For pages of the site that share nothing with those of the portal. */
const notInPortal = [
  'about',
  'cards-on-phone',
  'claim',
  'drinkers',
  'forks',
  'grinder-list',
  'recipe-on-phone',
  'import-matching',
  'describe-grinder',
  'sign-in',
  'timer',
  'widget-page',
].map(part => `site/${part}.css`)
/** For pages of the site that share nothing with a person's gear and account. */
const notBesideRail = notInPortal
  .filter(file => !['site/cards-on-phone.css', 'site/drinkers.css'].includes(file))
  .concat('site/grinders.css')
/** What the documentation of the API shares with the site. */
const docsParts = ['base', 'header-and-footer', 'controls', 'dial', 'narrow', 'search', 'reader-settings', 'print']
/** Stylesheets of several parts. They may use our font. */
const partsOf: Partial<Record<AssetName, string[]>> = {
  'site.css': siteFiles.filter(file => !forRoasters.includes(file)),
  'roasting.css': siteFiles.filter(file => !notForRoasters.includes(file)),
  'me.css': [...siteFiles.filter(file => !notBesideRail.includes(file)), ...myFiles],
  'shelf.css': [
    ...siteFiles.filter(file => !notBesideRail.includes(file)),
    'own-panels.css',
    'shelf-strip.css',
    'shelf.css',
  ],
  'portal.css': [
    ...siteFiles.filter(file => !notInPortal.includes(file)),
    'portal.css',
    'configurator.css',
    'portal-shelf.css',
  ],
  'docs.css': [...docsParts.map(part => `site/${part}.css`), 'own.css', 'docs.css'],
  'preview.css': ['frame.css', 'preview.css'],
  'consent.css': [
    ...['base', 'header-and-footer', 'controls', 'reader-settings'].map(part => `site/${part}.css`),
    'consent.css',
  ],
}
const plainScripts = [
  'docs.js',
  'frame.js',
  'new-link.js',
  'offline.js',
  'service-worker.js',
  'widget-preview.js',
] as const
/** Built from elements/. Each file contains everything it needs, including Lit. */
export const elementScripts = [
  'bring.js',
  'claim.js',
  'coffee-order.js',
  'configurator.js',
  'home.js',
  'lists.js',
  'log.js',
  'me.js',
  'pick-grinder.js',
  'portal.js',
  'recipe-editor.js',
  'recipe.js',
  'search.js',
  'widget-page.js',
] as const
const icons = { 'icon.svg': appIcon(0), 'icon-maskable.svg': appIcon(8) } as const
const pictures = ['icon.svg', 'icon-maskable.svg'] as const

const names = [...styles, ...plainScripts, ...elementScripts, ...pictures]
export type AssetName = (typeof names)[number]

interface Asset {
  text: string
  type: string
  /** Contains a hash of the content, so that browsers may cache it forever. */
  href: string
}

const made = new Map<AssetName, Promise<Asset>>()

/** A file that pages load, built on the first request. */
export function asset(name: AssetName): Promise<Asset> {
  const known = made.get(name)
  if (known) return known
  const making = make(name)
  made.set(name, making)
  return making
}

export const isAsset = (name: string): name is AssetName => names.some(known => known === name)

async function make(name: AssetName): Promise<Asset> {
  const text = await textOf(name)
  const type = Object.entries(types).find(([ending]) => name.endsWith(ending))?.[1] ?? 'text/plain'
  return { text, type, href: `/assets/${etagOf(text).replace(/\W/g, '').slice(0, 10)}/${name}` }
}

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

async function textOf(name: AssetName) {
  if (elementScripts.some(one => one === name))
    return bundledScript(name, () => bundle(join(sourceFolder, 'elements', name.replace('.js', '.ts'))))
  if (name === 'icon.svg' || name === 'icon-maskable.svg') return icons[name]
  const files = partsOf[name] ?? [name]
  const texts = await Promise.all(files.map(file => Bun.file(join(sourceFolder, 'assets', file)).text()))
  const text = texts.join('')
  if (!name.endsWith('.css')) return text
  return minified(`${name === 'frame.css' ? '' : tokensCss}${partsOf[name] ? fontFaces + chevron : ''}${text}`)
}

const sourceFolder = shippedFile('adapters/http/pages')

async function bundle(entry: string) {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    minify: true,
    // Without this, the bundler picks Lit's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  if (!outputs[0]) throw new Error(`${entry} could not be built.`)
  return outputs[0].text()
}

/** Removes comments and unneeded spaces. A stylesheet has no text in which they would matter. */
const minified = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()

/** The arrow of a select box. It is an image, which a stylesheet cannot recolour. */
const chevron = `:root{--chevron:url("data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colourIn('light', 'line-2')}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M6 9.5l6 6 6-6"/></svg>`,
)}")}`

const FONT = '@fontsource-variable/sofia-sans'
const fontFolder = shippedFile(join('node_modules', FONT))
const { version } = await Bun.file(join(fontFolder, 'package.json')).json()

/** The URL contains the version of the font's package, so that another release has another URL. */
const fonts = ['latin', 'latin-ext'].map(subset => ({
  subset,
  name: `sofia-sans-${version}-${subset}.woff2`,
  path: join(fontFolder, 'files', `sofia-sans-${subset}-wght-normal.woff2`),
}))

export const fontNamed = (asked: string) => {
  const font = fonts.find(({ name }) => name === asked)
  return font && Bun.file(font.path)
}

/** Every page needs this one at once. Browsers load the others when a page uses their letters. */
export const fontHref = `/assets/fonts/${fonts[0]?.name}`

/** As listed in the font's package. */
const ranges: Record<string, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}

const fontFaces = fonts
  .map(
    ({ subset, name }) =>
      `@font-face{font-family:"Sofia Sans Variable";font-display:swap;font-weight:1 1000;src:url(/assets/fonts/${name}) format("woff2");unicode-range:${ranges[subset]}}`,
  )
  .join('')
