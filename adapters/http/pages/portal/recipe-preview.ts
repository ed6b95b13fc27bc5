import { type MethodId, methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import type { getPortalCoffee } from '../../../../core/portal/coffees.ts'
import { type Html, html } from '../html.ts'
import { type DraftGear, figuresTyped } from '../me/draft.ts'
import type { RecipeDraft } from '../me/recipe-draft.ts'
import { dialPanel, grindOn, rangeInWords } from '../parts/dials.ts'
import { recipeFigures } from '../parts/figures.ts'
import { brewerIcon } from '../parts/pen.ts'
import type { PortalVisit } from './portal-page.ts'

/** What many shoppers grind with: by hand, by hand and fine, and electrically. */
const SHOPPERS = ['1zpresso-k-ultra', 'comandante-c40-mk4', 'baratza-encore', 'niche-zero']

interface Previewed {
  coffee: Awaited<ReturnType<typeof getPortalCoffee>>['coffee']
  draft: RecipeDraft
  gear: DraftGear
  method: MethodId
  grindIndex: number
}

/** The card as a shopper will see it, and the same grind on three dials. */
export function recipePreview({ coffee, draft, gear, method, grindIndex }: Previewed, visit: PortalVisit): Html {
  const { ports, who, words } = visit
  const [first, ...others] = SHOPPERS.flatMap(slug => ports.grinders.bySlug(slug) ?? [])
    .filter(({ slug }) => slug !== gear.grinder?.slug)
    .slice(0, 3)
    .map(grinder => grindOn(grinder, grindIndex, 'your'))
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds } = figuresTyped(draft, gear, words)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const [dose, water] = [number(doseGrams), number(waterGrams)]
  const all = [...(first ? [first] : []), ...others]
  return html`<p class="quiet">As your customer sees it</p>
<div class="panel previewed"><p class="quiet">${who.roasterName}</p><h2>${coffee.name}</h2>${coffee.flavorNotes.length > 0 ? html`<p class="quiet">${coffee.flavorNotes.join(' · ')}</p>` : ''}
<p class="preview-method">${brewerIcon(method)}<b>${methodById[method].name}</b></p>
${dose && water ? recipeFigures({ doseGrams: dose, waterGrams: water, waterTempF: number(waterTempF), brewTimeSeconds: number(brewTimeSeconds) }, words, 'tiny') : html`<p class="quiet">Coffee and water are still to be said.</p>`}
${first ? dialPanel(first) : ''}${draft.notes ? html`<p dir="auto">${draft.notes}</p>` : ''}</div>
<h2 class="small">The same on other dials</h2>
<ul class="lines dials">${all.map(on => html`<li><span>${fullName(on.grinder)}</span><span><b>${numeralOf(on.grinder, on.grindSetting)}</b> <span class="quiet">${rangeInWords(on)}</span></span></li>`)}</ul>`
}
