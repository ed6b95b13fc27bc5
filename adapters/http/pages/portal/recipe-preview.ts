import { dialDataOf } from '../../../../core/grind/chart.ts'
import { type MethodId, methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import type { getPortalCoffee } from '../../../../core/portal/coffees.ts'
import { previewPortalRecipe } from '../../../../core/portal/recipe-preview.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { straightTicks } from '../../../design/dial/straight.ts'
import { frameDocument } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { type DraftGear, figuresTyped } from '../me/draft.ts'
import type { RecipeDraft } from '../me/recipe-draft.ts'
import { grindOn, rangeInWords } from '../parts/dials.ts'
import type { PortalVisit } from './portal-page.ts'

/**
 * Common grinders of shoppers: two hand grinders, one of them fine, and an electric one, plus a
 * spare for roasters who own one of these.
 */
const SHOPPERS = ['1zpresso-k-ultra', 'comandante-c40-mk4', 'baratza-encore', 'niche-zero']

interface Previewed {
  coffee: Awaited<ReturnType<typeof getPortalCoffee>>['coffee']
  id: number | undefined
  draft: RecipeDraft
  gear: DraftGear
  method: MethodId
  grindIndex: number
  /** The slug of the grinder chosen for the preview, if any. */
  shopper: string | null
}

/**
 * The widget with this recipe, on one of three shoppers' grinders, and the settings on all of them.
 */
export async function recipePreview(previewed: Previewed, visit: PortalVisit): Promise<Html> {
  const dials = SHOPPERS.flatMap(slug => visit.ports.grinders.bySlug(slug) ?? [])
    .filter(({ slug }) => slug !== previewed.gear.grinder?.slug)
    .slice(0, 3)
    .map(grinder => grindOn(grinder, previewed.grindIndex, 'your'))
  const shown = dials.find(({ grinder }) => grinder.slug === previewed.shopper) ?? dials[0]
  return html`<p class="quiet">As your customer sees it, live</p>
<div class="room"><div data-live="preview">${shown ? await card(previewed, shown, visit) : ''}</div></div>
<fieldset class="dials" data-live="dials"><legend>The same recipe on other dials</legend>${dials.map(
    on =>
      html`<label><input id="on-${on.grinder.slug}" type="radio" name="shopper" value="${on.grinder.slug}"${on === shown ? html` checked` : ''}><span>${fullName(on.grinder)}</span><span><b>${numeralOf(on.grinder, on.grindSetting)}</b> <span class="quiet">${rangeInWords(on)}</span></span></label>`,
  )}</fieldset>`
}

/** The real widget. assets/recipe-preview.js replies to it in place of the service. */
async function card(previewed: Previewed, { grinder }: ReturnType<typeof grindOn>, visit: PortalVisit) {
  const { coffee, id, draft, gear, method, grindIndex } = previewed
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds, notes } = figuresTyped(draft, gear, visit.words)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const [dose, water] = [number(doseGrams), number(waterGrams)]
  if (!dose || !water) return html`<p class="panel quiet">Coffee and water are still to be said.</p>`
  const recipe = {
    method,
    doseGrams: dose,
    waterGrams: water,
    ratio: ratioOf(dose, water),
    waterTempF: number(waterTempF),
    grindIndex,
    brewTimeSeconds: number(brewTimeSeconds),
    steps: null,
    notes,
  }
  const { slug, brand, model, uncertainty } = grinder
  const dial = { ...dialDataOf(grinder), ticks: straightTicks(grinder) }
  const data = {
    embed: await previewPortalRecipe({ coffee, recipe, id }, visit.ports, visit.who),
    method,
    grinder: { slug, brand, name: model, uncertainty, dial },
  }
  const title = `Your ${methodById[method].name} for ${coffee.name} in the widget`
  const page = frameDocument(
    title,
    html`<main aria-label="${title}" data-service-widget="${visit.who.roasterSlug}" data-coffee="${coffee.slug}" data-layout="card" data-preview="${JSON.stringify(data)}"><p>The card is drawn by a script, here as on your site; where none runs, your own link stands in its place.</p></main>
<script src="/assets/recipe-preview.js"></script>
<script src="/embed/widget.js"></script>
<script src="/assets/frame.js"></script>`,
  )
  return html`<iframe title="${title}" srcdoc="${String(page)}"></iframe>`
}
