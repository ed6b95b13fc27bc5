import { asShown, type StoredEmbedRecipe } from '../../../../core/embeds/embeds.ts'
import { textOn } from '../../../../widget/colour.ts'
import { colourIn } from '../../../design/tokens.ts'
import { dialFor } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { grinderField, textField } from '../parts/controls.ts'
import { bag } from '../parts/figures.ts'
import { photo } from '../parts/photo.ts'
import { widgetFrame } from '../parts/widget-frame.ts'
import type { PortalVisit } from './portal-page.ts'
import type { WidgetSettings } from './widget-draft.ts'

/** How the preview is shown. None of this is saved. */
const stages = { before: 'No grinder yet', after: 'Grinder chosen' }
const pageKinds = { light: 'Light page', dark: 'Dark page', own: 'Your page' }
const OWN_PAGE = colourIn('light', 'band-soft')

/** The real widget in a shop, on a desktop and on a phone, as it would look once saved. */
export async function widgetPreview(
  settings: WidgetSettings,
  asked: Record<string, string>,
  recipes: readonly StoredEmbedRecipe[],
  visit: PortalVisit,
): Promise<Html> {
  const { ports, who } = visit
  const { layout, theme, accentColor, borderRadius, showPoweredBy, defaultCoffee, methodOrder, language } = settings
  const recipe = recipes.find(({ coffee }) => coffee.slug === defaultCoffee) ?? recipes[0]
  const stage = asked.stage === 'before' ? 'before' : 'after'
  const page = asked.page === 'dark' || asked.page === 'own' ? asked.page : 'light'
  const grinder = ports.grinders.bySlug(asked.grinder ?? '') ?? dialFor(visit).grinder
  const typed = asked.pageColour ?? OWN_PAGE
  const isColour = /^#[0-9a-f]{6}$/i.test(typed)
  const background = {
    light: colourIn('light', 'surface'),
    dark: colourIn('dark', 'paper'),
    own: isColour ? typed : OWN_PAGE,
  }[page]
  const frame = (device: 'desktop' | 'phone') =>
    widgetFrame(
      {
        title: `Your widget on a ${device}`,
        roaster: who.roasterSlug,
        looks: {
          layout,
          theme,
          'accent-color': accentColor,
          'border-radius': String(borderRadius),
          'show-powered-by': String(showPoweredBy),
          coffee: defaultCoffee ?? undefined,
          'method-order': methodOrder.join(' ') || undefined,
          language: language ?? undefined,
        },
        coffees: Object.fromEntries(
          recipes.map(({ coffee: { slug, picture, buyUrl } }) => [slug, asShown({ picture, buyUrl }, settings)]),
        ),
        grinder: stage === 'after' ? grinder : undefined,
        background,
        // The page around the widget is as light or dark as its colour.
        colours: textOn(background) === textOn(colourIn('light', 'surface')) ? 'light' : 'dark',
        around: widget =>
          html`<div class="shop as-${layout}"><div class="product" aria-hidden="true">${recipe ? front(recipe, who.roasterName) : ''}<i></i><i></i><i></i></div>${widget}</div>`,
        inside: html`<p>The preview needs JavaScript. Without it, your shop shows your own link here.</p>`,
      },
      visit,
    )
  return html`<section class="devices" aria-label="Preview">
<div class="preview-choices">${previewSwitch('stage', 'Before or after a grinder is chosen', stages, stage)}${previewSwitch('page', 'The page around the widget', pageKinds, page)}
<div class="page-colour">${textField('pageColour', 'Colour of your page', { value: typed, complaint: isColour ? undefined : `Enter a colour such as ${OWN_PAGE}.`, isLive: true, more: html`maxlength="7" spellcheck="false"` })}</div>
<div class="preview-grinder">${grinderField('grinder', 'Grinder in the preview', ports.grinders.list(), grinder.slug)}</div></div>
<figure class="device desktop"><p class="browser-bar" aria-hidden="true"><i></i><i></i><i></i><span data-live="address">${recipe ? `${who.roasterSlug}.example/${recipe.coffee.slug}` : ''}</span></p><div data-live="on-desktop"><div class="room as-${layout}">${await frame('desktop')}</div></div><figcaption>Desktop<span data-size="both"></span><span class="at-80">, at 80%</span></figcaption></figure>
<figure class="device phone"><div class="room"><div data-live="on-phone">${await frame('phone')}</div></div><figcaption>Phone<span data-size="width"></span>, at 80%</figcaption></figure>
</section>`
}

const previewSwitch = <T extends string>(name: string, label: string, options: Record<T, string>, chosen: T): Html =>
  html`<fieldset class="switch sorts"><legend class="unseen">${label}</legend>${Object.entries<string>(options).map(([value, text]) => html`<label><input class="unseen" type="radio" name="${name}" value="${value}"${value === chosen ? html` checked` : ''}>${text}</label>`)}</fieldset>`

const front = ({ coffee: { picture, roastLevel } }: StoredEmbedRecipe, roasterName: string): Html =>
  picture ? photo(picture, '', '150px') : bag(roasterName, roastLevel, 'labelled')
