import { type Html, html } from '../html.ts'

/** A link to the shop, or to the product in it. Only web addresses become links. */
export const shopLink = (
  { name, websiteUrl }: { name: string; websiteUrl: string | null },
  text = `Buy from ${name}`,
): Html =>
  websiteUrl && /^https?:\/\//i.test(websiteUrl)
    ? html`<a class="button outlined" href="${websiteUrl}" rel="noopener">${text}</a>`
    : html``
