import { type Html, html } from '../html.ts'

/** To the shop, or straight to what is sold there. Nobody is led by what is no web address. */
export const shopLink = (
  { name, websiteUrl }: { name: string; websiteUrl: string | null },
  text = `Buy from ${name}`,
): Html =>
  websiteUrl && /^https?:\/\//i.test(websiteUrl)
    ? html`<a class="button outlined" href="${websiteUrl}" rel="noopener">${text}</a>`
    : html``
