import { accentSwatches, languages, layouts, MOST_BORDER_RADIUS } from '../../../../core/embeds/model.ts'
import { type MethodId, methodById } from '../../../../core/grind/methods.ts'
import { getEmbedSettings, reviseEmbedSettings } from '../../../../core/portal/embed.ts'
import { AllowSite, allowSite, listEmbeddingSites } from '../../../../core/portal/sightings.ts'
import type { RefusedForm } from '../answer-form.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'
import { forTheBag } from './bag-codes.ts'
import { type PortalVisit, portalForm } from './portal-page.ts'
import { portalPath } from './rail.ts'
import { portalView } from './shell.ts'
import { contrastLines } from './widget-contrast.ts'
import { draftOn, WidgetForm, type WidgetSettings, widgetLabels } from './widget-draft.ts'
import { previews } from './widget-preview.ts'
import { seenOn } from './widget-sites.ts'
import { snippets } from './widget-snippets.ts'

const MOST_RECIPES = 100

/**
 * How the widget looks, a preview, what to paste, and where it was requested. Unsaved settings are
 * in the URL.
 */
export const widgetPage = (visit: PortalVisit): Promise<Response> => widgetWith(visit)

async function widgetWith(visit: PortalVisit, refused?: RefusedForm): Promise<Response> {
  const { ports, who, url } = visit
  const { roasterId, roasterSlug: slug } = who
  const [saved, coffees, recipes, { sites }, bag] = await Promise.all([
    getEmbedSettings(undefined, ports, who),
    ports.embeds.coffees(roasterId),
    ports.embeds.recipes({ roasterId, limit: MOST_RECIPES }),
    listEmbeddingSites(undefined, ports, who),
    forTheBag(visit),
  ])
  const asked = refused?.typed ?? Object.fromEntries(url.searchParams)
  const { settings, typed, complaints } = draftOn(saved, asked.layout ? asked : undefined)
  const methods = inOrder(settings.methodOrder, recipes, asked.up)
  const shown = { ...settings, methodOrder: methods }
  const said = refused ? { ...complaints, '': refused.complaints[''] ?? '' } : complaints
  const path = `/portal/${slug}/widget`
  return portalView(visit, {
    title: 'Your widget',
    at: '/widget',
    script: 'configurator.js',
    ...(refused && { status: refused.status }),
    body: html`<div class="headed"><div><h1>Your widget</h1><p class="lead">Change it here, see it there. Nothing to publish.</p></div><button class="button" form="widget">Save</button></div>
${refused ? notice('wrong', 'Not saved yet.', said[''] || 'Look at what is marked below.') : url.searchParams.has('saved') ? notice('right', 'Saved.', 'Your sites show it within five minutes.') : ''}
<div class="configurator"><form class="looks" id="widget" method="post" action="${path}">
${shapes(settings)}${themesField(settings)}${colourField(settings, typed, said, refused !== undefined)}
${choiceField(
  'defaultCoffee',
  'Coffee',
  [
    ['', [{ value: '', label: coffees.length < 2 ? 'The first' : `All ${coffees.length}, with a picker` }]],
    ['Open with', coffees.map(one => ({ value: one.slug, label: one.name }))],
  ],
  settings.defaultCoffee ?? '',
)}
${textField('borderRadius', 'Corners', { value: typed.borderRadius ?? String(settings.borderRadius), unit: 'px', complaint: said.borderRadius, more: html`type="number" min="0" max="${MOST_BORDER_RADIUS}" step="1" required` })}
${methods.length < 2 ? html`<input type="hidden" name="methodOrder" value="${methods.join(',')}">` : methodList(methods)}
${choiceField('language', 'Language', [['', [{ value: '', label: 'That of the page around it' }, ...languages.map(value => ({ value, label: languageNames[value] }))]]], settings.language ?? '')}
${sitesField(typed.allowedDomains ?? settings.allowedDomains.join('\n'), said.allowedDomains)}
${poweredByField(settings)}
<button class="button soft unscripted" formmethod="get">Preview</button>
</form>
<div class="shown">${coffees.length === 0 ? nothingToShow(slug) : previews(shown, who)}
${snippets(shown, who, ports.site.baseUrl)}
${bag}${seenOn(sites, path, visit)}</div></div>`,
  })
}

/** The chosen order, then the other methods that have recipes. Moves one of them up if asked. */
function inOrder(said: readonly MethodId[], recipes: readonly { method: MethodId }[], up: string | undefined) {
  const methods = [...new Set([...said, ...recipes.map(({ method }) => method)])]
  const at = methods.indexOf(up as MethodId)
  if (at > 0) methods.splice(at - 1, 2, ...methods.slice(at - 1, at + 1).reverse())
  return methods
}

const shapeNames = { card: 'Card', inline: 'Inline', badge: 'Badge' }
const shapeDrawings = {
  card: 'M13 4h22v24H13zM18 11h12M18 16h12M18 21h12',
  inline: 'M5 9h38v14H5zM11 16h6M21 16h6M31 16h6',
  badge: 'M10 10h28a6 6 0 0 1 0 12H10a6 6 0 0 1 0-12M15 16h18',
}

const shapes = ({ layout }: WidgetSettings): Html =>
  html`<fieldset class="shapes"><legend>Shape</legend>${layouts.map(one => html`<label><input class="unseen" type="radio" name="layout" value="${one}"${one === layout ? html` checked` : ''}><svg class="icon" viewBox="0 0 48 32" aria-hidden="true"><path d="${shapeDrawings[one]}"/></svg>${shapeNames[one]}</label>`)}</fieldset>`

const themeNames = { auto: 'Follow', light: 'Light', dark: 'Dark' }

const themesField = ({ theme }: WidgetSettings): Html =>
  html`<fieldset><legend>Colours of the page around it</legend><span class="switch sorts">${(['auto', 'light', 'dark'] as const).map(one => html`<label><input class="unseen" type="radio" name="theme" value="${one}"${one === theme ? html` checked` : ''}>${themeNames[one]}</label>`)}</span></fieldset>`

function colourField(
  settings: WidgetSettings,
  typed: Record<string, string>,
  said: Record<string, string>,
  isRefused: boolean,
): Html {
  const chosen = (typed.swatch ?? typed.accentColor ?? settings.accentColor).toUpperCase()
  return html`<fieldset><legend>Your colour</legend><div class="swatches">${accentSwatches.map(colour => html`<button class="swatch" name="swatch" value="${colour}" formmethod="get" aria-pressed="${String(colour === chosen)}" aria-label="${colour}"><svg viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="22" fill="${colour}"/></svg></button>`)}${textField('accentColor', 'As a number', { value: typed.swatch ?? typed.accentColor ?? settings.accentColor, complaint: isRefused ? said.accentColor : undefined, more: html`maxlength="7" spellcheck="false" autocomplete="off" required` })}</div><div class="contrast" data-live="contrast">${!said.accentColor ? contrastLines(settings) : isRefused ? '' : html`<p class="warned">${icon('fault')}${said.accentColor}</p>`}</div></fieldset>`
}

const methodList = (methods: readonly MethodId[]): Html =>
  html`<fieldset data-live="methods"><legend>Order of methods</legend><input type="hidden" name="methodOrder" value="${methods.join(',')}"><ol class="method-order">${methods.map((method, at) => html`<li><span>${methodById[method].name}</span>${at === 0 ? '' : html`<button class="up" name="up" value="${method}" formmethod="get" aria-label="${methodById[method].name} further up">${icon('up-arrow')}</button>`}</li>`)}</ol></fieldset>`

const sitesField = (text: string, complaint: string | undefined): Html =>
  html`<div class="field"><label for="allowedDomains">Only on these sites</label><textarea id="allowedDomains" name="allowedDomains" rows="3" placeholder="Every site" spellcheck="false" aria-describedby="sites-help"${complaint ? html` aria-invalid="true"` : ''}>${text}</textarea><p class="quiet" id="sites-help">${complaint ? html`<span class="complaint">${icon('fault')}${complaint}</span>` : ''}One a line: shop.example, or *.shop.example for all below it. None: every site.</p></div>`

const poweredByField = ({ showPoweredBy, isPremium }: WidgetSettings): Html =>
  isPremium
    ? html`<input type="hidden" name="mayHide" value="1"><label class="toggle"><input type="checkbox" role="switch" name="showPoweredBy" value="1"${showPoweredBy ? html` checked` : ''}>Show “Powered by Dialin”</label>`
    : html`<p class="quiet">It shows “Powered by Dialin”; premium roasters may hide that. <a href="/about#contact">Write to us</a> to become one.</p>`

function nothingToShow(slug: string): Html {
  const href = portalPath(slug, '/recipes')
  return notice(
    'plain',
    'There is nothing to show yet.',
    html`Write a recipe for one of your coffees first. ${href ? html`<a href="${href}">To your recipes</a>` : ''}`,
  )
}

const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
  'zh-Hant': '繁體中文',
}

export const widgetSaved = portalForm('POST /portal/:slug/widget', 'How the widget looks was changed', {
  schema: WidgetForm,
  labels: widgetLabels,
  page: (visit, _params, refused) => widgetWith(visit, refused),
  act: async (changes, { ports, who }) => {
    await reviseEmbedSettings(changes, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/widget?saved`)
  },
})

export const siteAdded = portalForm('POST /portal/:slug/widget/sites', 'One more site may show the widget', {
  schema: AllowSite,
  labels: { domain: 'The site' },
  page: (visit, _params, refused) => widgetWith(visit, refused),
  act: async (input, { ports, who }) => {
    await allowSite(input, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/widget?saved#seen`)
  },
})
