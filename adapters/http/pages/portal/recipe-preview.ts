import { type MethodId, methodById } from '../../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../../core/grind/model.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import type { getPortalCoffee } from '../../../../core/portal/coffees.ts'
import { previewPortalRecipe } from '../../../../core/portal/recipe-preview.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { type Html, html } from '../html.ts'
import { type DraftGear, figuresTyped } from '../me/draft.ts'
import type { RecipeDraft } from '../me/recipe-draft.ts'
import { grindOn, rangeInWords, straightDial } from '../parts/dials.ts'
import { widgetFrame } from '../parts/widget-frame.ts'
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
  /** Whether to show the widget before a grinder is chosen. */
  isBefore: boolean
}

/**
 * The widget with this recipe, before and after a shopper has chosen a grinder, and the settings on
 * common grinders.
 */
export async function recipePreview(previewed: Previewed, visit: PortalVisit): Promise<Html> {
  const { gear, grindIndex, shopper, isBefore } = previewed
  const dials = SHOPPERS.flatMap(slug => visit.ports.grinders.bySlug(slug) ?? [])
    .filter(({ slug }) => slug !== gear.grinder?.slug)
    .slice(0, 3)
    .map(grinder => grindOn(grinder, grindIndex, 'your'))
  const shown = dials.find(({ grinder }) => grinder.slug === shopper) ?? dials[0]
  const stage = (value: string, label: string, isOn: boolean) =>
    html`<label><input class="unseen" type="radio" name="stage" value="${value}"${isOn ? html` checked` : ''}>${label}</label>`
  return html`<div class="preview-top"><p class="quiet">As your customer sees it</p><fieldset class="switch sorts"><legend class="unseen">Before or after a grinder is chosen</legend>${stage('before', 'Before', isBefore)}${stage('after', 'After', !isBefore)}</fieldset></div>
<div class="room"><div data-live="preview">${await card(previewed, isBefore ? undefined : shown?.grinder, visit)}</div></div>
<fieldset class="dials" data-live="dials"><legend>On other grinders</legend>${dials.map(
    on =>
      html`<label><input id="on-${on.grinder.slug}" type="radio" name="shopper" value="${on.grinder.slug}"${on === shown ? html` checked` : ''}><span>${fullName(on.grinder)}</span><span><b>${numeralOf(on.grinder, on.grindSetting)}</b> <span class="quiet">${rangeInWords(on)}</span></span>${straightDial(on)}</label>`,
  )}</fieldset>`
}

/** The widget with the recipe as it is typed, on the grinder of a shopper. */
async function card(previewed: Previewed, grinder: AnyGrinder | undefined, visit: PortalVisit) {
  const { coffee, id, draft, gear, method, grindIndex } = previewed
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds, notes } = figuresTyped(draft, gear, visit.words)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const [dose, water] = [number(doseGrams), number(waterGrams)]
  if (!dose || !water) return html`<p class="panel quiet">Enter the coffee and the water to see the preview.</p>`
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
  return widgetFrame(
    {
      title: `Your ${methodById[method].name} for ${coffee.name} in the widget`,
      roaster: visit.who.roasterSlug,
      looks: { coffee: coffee.slug, layout: 'card' },
      grinder,
      embed: await previewPortalRecipe({ coffee, recipe, id }, visit.ports, visit.who),
      method,
      leadsTo: null,
      inside: html`<p>The preview needs JavaScript. Without it, your shop shows your own link here.</p>`,
    },
    visit,
  )
}
