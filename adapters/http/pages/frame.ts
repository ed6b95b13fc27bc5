import { frameAncestors, isHostAllowed } from '../../../core/embeds/domains.ts'
import { hostIn } from '../../../core/embeds/sightings.ts'
import type { Ports } from '../../../core/ports.ts'
import { type Html, html } from './html.ts'

/** Parameters that the frame passes to its widget; the contract names the first three. */
const frameParameters = [
  'theme',
  'layout',
  'coffee',
  'accent-color',
  'border-radius',
  'show-powered-by',
  'default-coffee',
  'method-order',
  'language',
] as const

/** A roaster's widget alone on a page, for a frame on the roaster's own site. */
export async function framePage(roasterSlug: string, request: Request, { embeds, sightings, site }: Ports) {
  const query = new URL(request.url).searchParams
  const roaster = await embeds.roaster(roasterSlug)
  if (!roaster) return frame('Roaster not found', html`<p>We couldn’t find this roaster.</p>`, [], 404)
  const { id: roasterId, allowedDomains } = roaster
  const host = framingHost(request)
  // A browser refuses on its own without telling anybody, so record it here.
  if (host && host !== hostIn(site.baseUrl))
    sightings.note({ roasterId, host, outcome: isHostAllowed(host, allowedDomains) ? 'loaded' : 'refused' })
  const coffees = await embeds.coffees(roaster.id)
  // The element validates its attributes; a wrong value causes a warning and is ignored.
  const given = frameParameters.flatMap(name => {
    // The layout is set here, so that the space is reserved before the script has loaded.
    const value = query.get(name) || (name === 'layout' && roaster.layout)
    return value ? html` data-${name}="${value}"` : []
  })
  return frame(
    `Recipes by ${roaster.name}`,
    html`<main aria-label="Recipes by ${roaster.name}" data-service-widget="${roaster.slug}"${given}>
<p>${roaster.name}</p>
<ul>
${coffees.map(({ name, slug }) => html`<li><a href="/brew/${roaster.slug}/${slug}" target="_blank">${name}</a></li>\n`)}</ul>
</main>
<script src="/embed/widget.js"></script>
<script src="/assets/frame.js"></script>`,
    allowedDomains,
  )
}

/** The host of the page around the frame, if the browser sends it. */
const framingHost = ({ headers }: Request) =>
  headers.get('sec-fetch-dest') === 'iframe' ? hostIn(headers.get('referer') ?? undefined) : undefined

const frame = (title: string, body: Html, domains: readonly string[], status = 200) =>
  new Response(String(frameDocument(title, body)), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${frameAncestors(domains)}`,
    },
  })

/** A page without header and footer. */
export const frameDocument = (
  title: string,
  body: Html,
  { style = '/assets/frame.css', colours = 'auto' } = {},
): Html => html`<!doctype html>
<html lang="en"${colours === 'auto' ? '' : html` data-colours="${colours}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>${body}</body>
</html>
`
