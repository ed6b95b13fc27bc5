import * as v from 'valibot'
import { frameAncestors, isHostAllowed } from '../../../core/embeds/domains.ts'
import type { EmbeddingRoaster, Embeds, StoredEmbedRecipe } from '../../../core/embeds/embeds.ts'
import { hostIn } from '../../../core/embeds/sightings.ts'
import type { Grinders } from '../../../core/equipment/equipment.ts'
import { usualGrinder } from '../../../core/equipment/usual.ts'
import * as field from '../../../core/fields.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { fullName, withArticle } from '../../../core/grind/name.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { grindInWords } from '../../../core/grind/words.ts'
import type { Ports } from '../../../core/ports.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { type Html, html } from './html.ts'
import { inLine, wordsIn } from './words.ts'

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
export async function framePage(roasterSlug: string, request: Request, { embeds, grinders, sightings, site }: Ports) {
  const query = new URL(request.url).searchParams
  const roaster = await embeds.roaster(roasterSlug)
  if (!roaster) return frame('Roaster not found', html`<p>We couldn’t find this roaster.</p>`, [], 404)
  const { id: roasterId, allowedDomains, methodOrder } = roaster
  const host = framingHost(request)
  // A browser refuses on its own without telling anybody, so record it here.
  if (host && host !== hostIn(site.baseUrl))
    sightings.note({ roasterId, host, outcome: isHostAllowed(host, allowedDomains) ? 'loaded' : 'refused' })
  const asked = v.safeParse(field.slug, query.get('coffee'))
  const [recipe] = asked.success ? await embeds.recipes({ roasterId, coffee: asked.output, methodOrder, limit: 1 }) : []
  // The element validates its attributes; a wrong value causes a warning and is ignored.
  const given = frameParameters.flatMap(name => {
    // The layout is set here, so that the space is reserved before the script has loaded.
    const value = query.get(name) || (name === 'layout' && roaster.layout)
    return value ? html` data-${name}="${value}"` : []
  })
  return frame(
    `Recipes by ${roaster.name}`,
    html`<main aria-label="Recipes by ${roaster.name}" data-service-widget="${roaster.slug}"${given}>
${recipe ? inWords(recipe, roaster, grinders) : coffeeLinks(await embeds.coffees(roasterId), roaster)}
</main>
<script src="/embed/widget.js"></script>
<script src="/assets/frame.js"></script>`,
    allowedDomains,
  )
}

const coffeeLinks = (coffees: Awaited<ReturnType<Embeds['coffees']>>, { name, slug }: EmbeddingRoaster): Html =>
  html`<p>${name}</p>
<ul>
${coffees.map(coffee => html`<li><a href="/brew/${slug}/${coffee.slug}" target="_blank">${coffee.name}</a></li>\n`)}</ul>`

/** What the card would show, for readers without scripts; the link is also for a card that doesn’t load. */
function inWords(recipe: StoredEmbedRecipe, { name, slug }: EmbeddingRoaster, grinders: Grinders): Html {
  const { coffee, method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex } = recipe
  const words = wordsIn('en', 'C')
  const water = method === 'espresso' ? 'yield' : 'water'
  const grinder = usualGrinder({ grinders })
  const figures = [
    `${inLine(words.grams(doseGrams))} coffee, ${inLine(words.grams(waterGrams))} ${water} (${words.ratio(ratio)})`,
    waterTempF !== null && `${inLine(words.temperature(waterTempF))} (${Math.round(waterTempF)}\u00a0°F)`,
    brewTimeSeconds !== null && brewTimeInWords(brewTimeSeconds),
    `Grind: ${recipe.grindSize ?? grindInWords(grindIndex).toLowerCase()}`,
    `${positionOn(grinder, grindIndex).label} on ${withArticle(fullName(grinder))}`,
  ].filter(figure => typeof figure === 'string')
  return html`<noscript><p>${name}</p>
<h1>${coffee.name}, ${methodById[method].name}</h1>
<ul>
${figures.map(figure => html`<li>${figure}</li>\n`)}</ul></noscript>
<p><a href="/brew/${slug}/${coffee.slug}" target="_blank">Full recipe</a></p>`
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
