import { capital } from '../../../core/names.ts'
import { colourIn } from '../../design/tokens.ts'
import { type AssetName, asset, fontHref } from './assets.ts'
import { colourings, units, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { icon, logo } from './parts/pen.ts'
import { refilled } from './refill.ts'
import { brandPicture } from './site-pictures.ts'
import { initialsOf } from './words.ts'

interface SitePage {
  title: string
  /** For search engines and shared links. A page without one is not indexed. */
  description?: string
  body: Html
  status?: number
  script?: AssetName
  /** Replaces the site's stylesheet, which it then contains what it needs of. */
  style?: AssetName
  /** The canonical URL of this page, if it has one. */
  canonical?: string
  section?: Section
  /** The preview image of a shared link; our own if missing. */
  picture?: { path: string; width: number; height: number; words: string }
  /** More elements for the head. */
  head?: Html
  /** Cookies that remember choices for the next pages. */
  cookies?: string[]
  /** Whether a form may lead to another site. */
  formLeavesSite?: boolean
  /** Replaces the site's header and footer. */
  around?: Around
}

interface Around {
  /** A class of the body, for the stylesheet. */
  kind: string
  style: AssetName
  top: Html
  foot: Html
}

const sections = ['Recipes', 'Techniques', 'Grinders', 'Coffees', 'Roasters'] as const
type Section = (typeof sections)[number]

/**
 * A page of the site: head, header, content and footer. Nothing inline, nothing from other origins.
 */
export async function sitePage(visit: Visit, page: SitePage): Promise<Response> {
  const { ports, colours } = visit
  const { around } = page
  const hasSecret = /[?&]token=/.test(visit.request.url)
  const [style, ...scripts] = await Promise.all([
    asset(around?.style ?? page.style ?? 'site.css'),
    ...(page.script ? [asset(page.script)] : []),
    // For the magnifier in the site's header. Next to a secret it stays a plain link.
    ...(around || hasSecret ? [] : [asset('search.js')]),
  ])
  const { baseUrl } = ports.site
  const document = html`<!doctype html>
<html lang="en"${colours === 'auto' ? '' : html` data-colours="${colours}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === 'Dialin' ? page.title : `${page.title} · Dialin`}</title>
<link rel="stylesheet" href="${style.href}">
<link rel="preload" href="${fontHref}" as="font" type="font/woff2" crossorigin>
${scripts.map(({ href }) => html`<script type="module" src="${href}"></script>\n`)}<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colourIn(colours === 'dark' ? 'dark' : 'light', 'paper')}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colourIn(colours === 'light' ? 'light' : 'dark', 'paper')}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${about(page, baseUrl)}${page.head ?? ''}</head>
<body${around ? html` class="${around.kind}"` : ''}>
<a class="skip" href="#content">Skip to content</a>
${around?.top ?? header(visit, page.section)}
<main id="content" tabindex="-1">
${page.body}
</main>
${around?.foot ?? footer(visit)}
</body>
</html>
`
  const { sent } = visit
  const response = new Response(sent ? refilled(String(document), sent) : String(document), {
    status: page.status ?? sent?.wrong?.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.formLeavesSite ? policy.replace(" form-action 'self';", '') : policy,
      // Our own forms must send their origin, which `no-referrer` would remove; other sites are
      // told nothing. If the URL contains a secret, not even our own pages get it, because a proxy
      // may log the referrer.
      'referrer-policy': hasSecret ? 'strict-origin' : 'same-origin',
      // The page shows the reader's own grinder, units and colours.
      'cache-control': 'private, no-cache',
    },
  })
  for (const cookie of page.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

/** Nothing inline, nothing from other origins. */
export const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function about({ title, description, canonical, picture = brandPicture }: SitePage, baseUrl: string): Html {
  if (description === undefined) return html`<meta name="robots" content="noindex">\n`
  return html`<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="Dialin">
${canonical === undefined ? '' : html`<link rel="canonical" href="${baseUrl}${canonical}">\n<meta property="og:url" content="${baseUrl}${canonical}">\n`}<meta property="og:image" content="${baseUrl}${picture.path}">
<meta property="og:image:width" content="${picture.width}">
<meta property="og:image:height" content="${picture.height}">
<meta property="og:image:alt" content="${picture.words}">
<meta name="twitter:card" content="summary_large_image">\n`
}

function header({ grinder, who, url }: Visit, section: Section | undefined): Html {
  const links = sections.map(
    name => html`<a href="/${name.toLowerCase()}"${name === section ? html` aria-current="page"` : ''}>${name}</a>`,
  )
  // Back to what they were reading or, from a page about signing in, to where that leads.
  const isEntrance = /^\/(sign-in|register)?($|\/)/.test(url.pathname)
  const next = isEntrance ? url.searchParams.get('next') : `${url.pathname}${url.search}`
  const signIn = next === null ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
  return html`<header class="top"><a class="home" href="/">${logo()}<span>Dialin</span></a>
<nav class="wide" aria-label="Main">${links}</nav>
<a class="find" href="/search" aria-label="Search"${url.pathname === '/search' ? html` aria-current="page"` : ''}>${icon('search')}</a>
${
  who
    ? html`<a class="avatar" href="/me"${url.pathname === '/me' ? html` aria-current="page"` : url.pathname.startsWith('/me/') ? html` aria-current="true"` : ''}><b class="face" aria-hidden="true">${initialsOf(who.displayName)}</b><span>My coffee</span></a><a class="button small outlined account" href="/me/log">${icon('plus')}Log a brew</a>`
    : html`<a class="mine" href="/my-grinder" data-live="mine">${logo()}<span>${grinder ? html`<span class="unseen">Your grinder: </span>${grinder.model}` : 'Your grinder'}</span></a><a class="button small outlined account" href="${signIn}">Sign in</a>`
}
<details class="menu"><summary aria-label="Menu">${icon('menu')}</summary><nav aria-label="Main, on a phone">${links}${who ? html`<a href="/me">My coffee</a><a href="/me/log">Log a brew</a><a href="/me/account">Account</a>${signOutForm}` : html`<a href="${signIn}">Sign in</a>`}</nav></details>
</header>`
}

function footer(visit: Visit): Html {
  const column = (title: string, links: [string, string][]) =>
    html`<nav aria-labelledby="foot-${title.toLowerCase()}"><h2 id="foot-${title.toLowerCase()}">${title}</h2><ul>${links.map(([name, href]) => html`<li><a href="${href}">${name}</a></li>`)}</ul></nav>`
  return html`<footer class="foot"><div class="foot-in">
<div class="foot-about"><a class="home" href="/">${logo()}<span>Dialin</span></a>
<p>${visit.ports.grinders.list().filter(({ known }) => !known).length} grinders on one scale. The data is published, not measured: start here, then taste.</p></div>
${column('Brew', [
  ['Recipes', '/recipes'],
  ['Techniques', '/techniques'],
  ['Grinders', '/grinders'],
  ['Convert a setting', '/#convert'],
  ['Coffees', '/coffees'],
  ['Available offline', '/offline'],
])}${column('Roasters', [
  ['The widget', '/widget'],
  ['Claim your page', '/claim'],
  ['Roaster portal', '/portal'],
])}${column('Build', [
  ['API', '/docs'],
  ['For language models', '/llms.txt'],
  ['Data as text', '/llms-full.txt'],
])}${column('Dialin', [
  ['How it works', '/about'],
  ['Privacy', '/privacy'],
  ['Contact', '/about#contact'],
])}
${choicesAndSignOut(visit)}</div></footer>`
}

/** Units, colours and sign-out, at the foot of every page. */
export function choicesAndSignOut({ url, unit, colours, who }: Visit): Html {
  const choice = (name: string, value: string, label: string, isOn: boolean) =>
    html`<button name="${name}" value="${value}" aria-pressed="${String(isOn)}">${label}</button>`
  return html`<form class="choices" method="post" action="/choices"><input type="hidden" name="back" value="${url.pathname}${url.search}">
<fieldset><legend>Units</legend><span class="switch">${units.map(one => choice('unit', one, `°${one}`, one === unit))}</span></fieldset>
<fieldset><legend>Colours</legend><span class="switch">${colourings.map(one => choice('colours', one, capital(one), one === colours))}</span></fieldset>
</form>${who ? signOutForm : ''}`
}

export const signOutForm: Html = html`<form class="sign-out" method="post" action="/sign-out"><button class="button small soft">Sign out</button></form>`
