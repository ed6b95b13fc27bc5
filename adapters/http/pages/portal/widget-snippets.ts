import type { EmbedConfig } from '../../../../core/embeds/model.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'

/** The height of each layout, in px, and how it is reserved in columns of any width: see the widget's README. */
const heights = { card: 560, inline: 314, badge: 76 }
const below = (width: number, height: number) => `min(${height}px, (${width}px - 100%) * 999)`
const narrowColumns = [below(600, 506), below(440, 550), below(300, 640), below(240, 670)].join(', ')
const reserved = {
  card: `height: 0; padding-bottom: max(432px, ${narrowColumns})`,
  inline: `height: 0; padding-bottom: max(280px, min(314px, (100% - 819px) * 999), ${narrowColumns})`,
  badge: 'min-height: 76px',
}
/** Without scripts, only the link is shown. */
const unscripted =
  '<noscript><style>[data-service-widget] { height: auto !important; min-height: 0 !important; padding: 0 !important }</style></noscript>'
const widths = { card: '420', inline: '100%', badge: '360' }
/**
 * A frame cannot grow with its content, so there is room for notes of two lines. These are the heights
 * needed on narrow pages, in one or two steps.
 */
const frameHeights = {
  card: 'max(560px, min(640px, (348px - 100vw) * 999))',
  inline: 'max(314px, min(560px, (648px - 100vw) * 999), min(640px, (348px - 100vw) * 999))',
  badge: '76px',
}

interface Snippets {
  layout: EmbedConfig['layout']
  roaster: { name: string; slug: string }
  /** The slug of the only coffee to show, unless all are shown. */
  coffee?: string | null
  /** The page about brewing that the snippet links to; our page of the roaster if missing. */
  link?: string
  /** Adds comments that say where each part goes. */
  isExplained?: boolean
}

/**
 * Snippets for the common shop systems, one tab for each. Looks come from the settings, so a snippet
 * need not change.
 */
export function snippetTabs({ layout, roaster, coffee, link, isExplained }: Snippets, baseUrl: string): Html {
  const shape = layout === 'card' ? '' : ` data-layout="${layout}"`
  const said = (comment: string, code: string) => (isExplained ? `<!-- ${comment} -->\n${code}` : code)
  const only = coffee ? ` data-coffee="${coffee}"` : ''
  const element = (more = only) =>
    said(
      'where you want the recipe',
      `<!-- The style keeps the page from jumping while the recipe loads. -->
<div data-service-widget="${roaster.slug}"${shape}${more}\n     style="${reserved[layout]}">
  ${unscripted}
  <a href="${link ?? `${baseUrl}/roasters/${roaster.slug}`}">How we brew it</a>
</div>`,
    )
  const script = said('once per page', `<script async src="${baseUrl}/embed/widget.js"></script>`)
  const between = isExplained ? '\n\n' : '\n'
  const plain = `${element()}${between}${script}`
  const shopify = `${element(' data-coffee="{{ product.handle }}"')}${between}${script}`
  const frame = `<iframe title="Recipes by ${attribute(roaster.name)}" src="${baseUrl}/embed/${roaster.slug}${coffee ? `?coffee=${coffee}` : ''}"\n        width="${widths[layout]}" height="${heights[layout]}"\n        style="border: 0; max-width: 100%; height: ${frameHeights[layout]}"></iframe>`
  const all: [string, string, string][] = [
    [
      'HTML',
      plain,
      'Paste this where you want the recipe. You only need the script once per page. To show a single coffee, choose it above.',
    ],
    [
      'Shopify',
      shopify,
      'In Online Store, Themes, Customize, add a “Custom Liquid” section to the product page and paste this. Each product’s handle must match the coffee’s slug on Dialin. Without data-coffee, the widget shows all your coffees.',
    ],
    [
      'WooCommerce',
      plain,
      'Edit the page or product, add a “Custom HTML” block and paste this. In the classic editor, switch from “Visual” to “Code” first, or the editor removes the script.',
    ],
    [
      'Squarespace',
      plain,
      'Edit the page, add a “Code” block, choose HTML and paste this. Scripts need a plan that allows code; if yours doesn’t, use the iframe.',
    ],
    [
      'Iframe',
      frame,
      'For sites that don’t allow scripts. The height works on phones, too; increase it if your text is large or the column is narrow.',
    ],
  ]
  return html`<div class="snippets"><fieldset class="switch sorts"><legend class="unseen">Where you want to add it</legend>${all.map(([name], at) => html`<label><input class="unseen" type="radio" name="snippet" value="${name.toLowerCase()}"${at === 0 ? html` checked` : ''}>${name}</label>`)}</fieldset>
${all.map(([name, code, how]) => snippet(name, code, how))}</div>`
}

const snippet = (name: string, code: string, how: string): Html =>
  html`<div class="snippet ${name.toLowerCase()}"><div class="code"><button class="button small" type="button" data-copy="${code}" hidden>${icon('copy')}<span>Copy</span></button><pre tabindex="0" role="region" aria-label="${name} snippet" data-live="snippet-${name.toLowerCase()}">${coloured(code)}</pre></div><p class="quiet">${how}</p></div>`

/** Highlights comments and our own attributes. */
const coloured = (code: string): Html[] =>
  code
    .split(/(<!--[^<>]*-->|data-service-widget="[^"]*"|data-coffee="[^"]*")/)
    .map((part, at) =>
      at % 2 === 0 ? html`${part}` : part.startsWith('<') ? html`<i>${part}</i>` : html`<b>${part}</b>`,
    )

/** Escapes text for an attribute in the snippet. */
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
