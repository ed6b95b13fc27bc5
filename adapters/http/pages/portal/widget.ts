import { type MethodId, methodIds } from '../../../../core/grind/methods.ts'
import { getEmbedSettings, reviseEmbedSettings } from '../../../../core/portal/embed.ts'
import { AllowSite, allowSite, listEmbeddingSites } from '../../../../core/portal/sightings.ts'
import type { RefusedForm } from '../answer-form.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'
import { readerClock } from '../reader-clock.ts'
import { forTheBag } from './bag-codes.ts'
import { type PortalVisit, portalForm } from './portal-page.ts'
import { portalPath } from './rail.ts'
import { portalView } from './shell.ts'
import { draftOn, WidgetForm, WRONG_SITE, widgetFaults } from './widget-draft.ts'
import { widgetFields } from './widget-fields.ts'
import { widgetPreview } from './widget-preview.ts'
import { liveOn, seenOn } from './widget-sites.ts'
import { snippetTabs } from './widget-snippets.ts'

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
  const isDraft = asked.layout !== undefined
  const { settings, typed, complaints } = draftOn(saved, isDraft ? asked : undefined)
  const methods = inOrder(settings.methodOrder, recipes, asked)
  // A coffee without a recipe cannot be shown.
  const only = coffees.find(one => one.slug === settings.defaultCoffee)?.slug ?? null
  const shown = { ...settings, methodOrder: methods, defaultCoffee: only }
  const shownCoffees = recipes.map(({ coffee }) => coffee).filter(one => only === null || one.slug === only)
  const path = `/portal/${slug}/widget`
  return portalView(visit, {
    title: 'Your widget',
    at: '/widget',
    script: 'configurator.js',
    ...(refused && { status: refused.status }),
    body: html`<div class="headed"><div><h1>Your widget</h1><p class="lead">Change it here and it changes in your shop. Nothing to publish.</p></div><p class="saving">${url.searchParams.has('saved') ? savedNow(visit) : ''}<button class="button" form="widget"${isDraft ? html` data-changed` : ''}>Save</button></p></div>
${refused ? notice('wrong', 'We couldn’t save this yet.', refused.complaints[''] || 'Check the fields marked below.') : ''}
<div class="configurator"><form id="widget" method="post" action="${path}" autocomplete="off"><div class="looks">
${widgetFields({ settings, typed, complaints, isRefused: refused !== undefined, coffees, methods, shownCoffees, coffeesPath: portalPath(slug, '/coffees') })}
<button class="button soft unscripted" formmethod="get">Preview</button>
</div>${coffees.length === 0 ? nothingToShow(slug) : await widgetPreview(shown, asked, recipes, visit)}</form>
<section class="panel put-it" aria-labelledby="paste"><h2 id="paste">Put it on your site</h2>${snippetTabs({ layout: shown.layout, roaster: { name: who.roasterName, slug }, coffee: only }, ports.site.baseUrl)}${liveOn(sites, visit)}</section>
<div class="shown">${bag}${seenOn(sites, path, visit)}</div></div>`,
  })
}

function savedNow(visit: PortalVisit): Html {
  const { timeNow } = readerClock(visit)
  return html`<span class="saved-at" role="status">${icon('check')}Saved${timeNow ? ` ${timeNow}` : ''}. Your shop shows it within five minutes.</span>`
}

/** The chosen order, then the other methods that have recipes. Moves one of them if asked. */
function inOrder(
  said: readonly MethodId[],
  recipes: readonly { method: MethodId }[],
  { up, down }: Record<string, string>,
) {
  const methods = [...new Set([...said, ...recipes.map(({ method }) => method)])]
  const moved = methodIds.find(method => method === up || method === down)
  if (!moved || !methods.includes(moved)) return methods
  const to = Math.max(0, methods.indexOf(moved) + (moved === up ? -1 : 1))
  return methods.filter(method => method !== moved).toSpliced(to, 0, moved)
}

function nothingToShow(slug: string): Html {
  const href = portalPath(slug, '/recipes')
  return notice(
    'plain',
    'Nothing to show yet.',
    html`Write a recipe for one of your coffees first. ${href ? html`<a href="${href}">Go to your recipes</a>` : ''}`,
  )
}

export const widgetSaved = portalForm('POST /portal/:slug/widget', 'How the widget looks was changed', {
  schema: WidgetForm,
  faults: widgetFaults,
  page: (visit, _params, refused) => widgetWith(visit, refused),
  act: async (changes, { ports, who }) => {
    await reviseEmbedSettings(changes, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/widget?saved`)
  },
})

export const siteAdded = portalForm('POST /portal/:slug/widget/sites', 'One more site may show the widget', {
  schema: AllowSite,
  faults: { domain: { wrong: WRONG_SITE } },
  page: (visit, _params, refused) => widgetWith(visit, refused),
  act: async (input, { ports, who }) => {
    await allowSite(input, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/widget?saved#seen`)
  },
})
