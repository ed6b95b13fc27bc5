import type { RoasterMember } from '../../../../core/portal/members.ts'
import { type Html, html } from '../html.ts'
import type { WidgetSettings } from './widget-draft.ts'

type Looks = Omit<WidgetSettings, 'allowedDomains' | 'isPremium'>

/** The real widget on a light and a dark page, as it would look once saved. */
export const previews = (looks: Looks, { roasterSlug }: RoasterMember): Html =>
  html`<div class="stages">${(['light', 'dark'] as const).map(
    around =>
      html`<figure class="stage ${around}"><figcaption>On a ${around} page</figcaption><div class="room ${looks.layout}"><div data-live="on-${around}"><iframe title="Your widget on a ${around} page" src="${frameAddress(looks, roasterSlug, around)}"></iframe></div></div></figure>`,
  )}</div>`

function frameAddress(looks: Looks, slug: string, around: 'light' | 'dark') {
  const { theme, layout, accentColor, borderRadius, showPoweredBy, defaultCoffee, methodOrder, language } = looks
  const given = {
    around,
    theme: theme === 'auto' ? around : theme,
    layout,
    'accent-color': accentColor,
    'border-radius': String(borderRadius),
    'show-powered-by': String(showPoweredBy),
    ...(defaultCoffee && { 'default-coffee': defaultCoffee }),
    ...(methodOrder.length > 0 && { 'method-order': methodOrder.join(' ') }),
    ...(language && { language }),
  }
  return `/embed/${slug}?${new URLSearchParams(given)}`
}
