import type { RoasterMember } from '../../../../core/portal/members.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'
import type { WidgetSettings } from './widget-draft.ts'

/** The height of each layout, in px: see the widget's README. */
const heights = { card: 552, inline: 314, badge: 76 }
const widths = { card: '420', inline: '100%', badge: '360' }
/**
 * A frame cannot grow with its content. These are the heights needed on narrow pages, in one or two
 * steps.
 */
const frameHeights = {
  card: 'max(552px, min(620px, (368px - 100vw) * 999))',
  inline: 'max(314px, min(552px, (648px - 100vw) * 999), min(620px, (368px - 100vw) * 999))',
  badge: '76px',
}

/**
 * Snippets for the common shop systems. Looks come from the settings, so a snippet need not change.
 */
export function snippets(
  { layout }: WidgetSettings,
  { roasterSlug, roasterName }: RoasterMember,
  baseUrl: string,
): Html {
  const shape = layout === 'card' ? '' : ` data-layout="${layout}"`
  const element = (more = '') =>
    `<div data-service-widget="${roasterSlug}"${shape}${more}\n     style="min-height: ${heights[layout]}px">
  <a href="${baseUrl}/roasters/${roasterSlug}">How we brew it</a>
</div>`
  const script = `<script async src="${baseUrl}/embed/widget.js"></script>`
  const plain = `${element()}\n${script}`
  const frame = `<iframe title="Recipes by ${attribute(roasterName)}" src="${baseUrl}/embed/${roasterSlug}"\n        width="${widths[layout]}" height="${heights[layout]}"\n        style="border: 0; max-width: 100%; height: ${frameHeights[layout]}"></iframe>`
  return html`<section class="snippets" aria-labelledby="paste"><h2 id="paste">Put it on your site</h2>
${snippet('HTML', plain, 'Paste it where the recipe shall stand. One script is enough for a page with several.', 'On the page of one coffee add data-coffee with its slug, and only that one is shown.', true)}
${snippet('Shopify', `${element(' data-coffee="{{ product.handle }}"')}\n${script}`, 'Online Store, Themes, Customize: on a product page add a section “Custom Liquid” and paste it there.', 'The handle of the product must be the slug of the coffee here; without data-coffee it shows all.')}
${snippet('WooCommerce', plain, 'Edit the page or product, add a block “Custom HTML” and paste it there.', 'In the classic editor switch from “Visual” to “Code” first, or the editor takes the script away.')}
${snippet('Squarespace', plain, 'Edit the page, add a block “Code”, choose HTML and paste it there.', 'Blocks with scripts need a plan that allows code; where yours does not, take the iframe.')}
${snippet('iframe', frame, 'For sites that allow no scripts. Paste it where HTML is taken.', 'Its height fits, on phones too; give it more where the text is large or the column narrow.')}
</section>`
}

const snippet = (name: string, code: string, where: string, more: string, isOpen = false): Html =>
  html`<details class="snippet" name="snippet"${isOpen ? html` open` : ''}><summary>${name}</summary><p>${where}<br>${more}</p><div class="code"><button class="button soft" data-copy="${code}" hidden>${icon('copy')}<span>Copy</span></button><pre tabindex="0" data-live="snippet-${name.toLowerCase()}">${code}</pre></div></details>`

/** Escapes text for an attribute in the snippet. */
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
