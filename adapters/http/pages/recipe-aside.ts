import { methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { rangeLabelOf } from '../../../core/grind/notation.ts'
import { capital } from '../../../core/names.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { recipeOn, straightDial, withRange } from './parts/dials.ts'
import { brewerIcon, icon } from './parts/pen.ts'
import { qrCode } from './parts/qr.ts'
import { techniquePath } from './parts/technique-card.ts'
import type { RecipeActivity } from './recipe-activity.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'
import { recipePath } from './recipe-path.ts'
import { reportLink } from './report-link.ts'
import { techniquesForRoast } from './technique-reader.ts'

const MOST_TECHNIQUES = 2

/**
 * Next to a recipe: the equipment it was written for, how to export it, and other ways to brew the
 * same coffee.
 */
export const recipeAside = async (recipe: RecipeOnPage, activity: RecipeActivity, visit: Visit): Promise<Html> =>
  html`<aside aria-label="More of this recipe">${writtenOn(recipe)}${takeAlong(recipe, visit)}${await otherWays(recipe, activity, visit)}${activity.isTheirs || recipe.isHidden ? '' : reportLink(recipe.actionPath)}</aside>`

function writtenOn({ written, byRoaster, grindSettingText: text }: RecipeOnPage): Html {
  if (!written && !byRoaster)
    return html`<div class="panel"><p class="label">Written on</p><h3>A grinder we don’t list</h3><p class="label">Its author described it, so the range on other grinders is wider.</p></div>`
  if (!written) return html``
  const { grinder, grindLabel } = written
  const { confidence, known, sources } = grinder
  const charts = sources.length === 1 ? 'one published chart' : `${sources.length || 'no'} published sources`
  return html`<div class="panel"><p class="label">Written on</p><h3>${fullName(grinder)}</h3>
<p class="written">${grindLabel} <small>${rangeLabelOf(grinder, written.grindRange)}${text && text !== grindLabel ? `, “${text}”` : ''}</small></p>
${straightDial(written)}
<p class="label">${known ? 'Described by you.' : html`${capital(confidence)} confidence, ${charts}.`} <a href="/grinders/${grinder.slug}">See the grinder</a></p></div>`
}

function takeAlong({ href, data }: RecipeOnPage, { ports }: Visit): Html {
  const address = `${ports.site.baseUrl}${href}`
  return html`<div class="panel take"><h3>Take it with you</h3><div class="take-in">${qrCode(address, 'This recipe as a QR code.')}<div><button class="line-button" data-copy="${address}" hidden>${icon('copy')}<span>Copy the link</span></button><button class="line-button" data-print hidden>${icon('print')}<span>Print a card</span></button><a class="line-button" href="${data}">${icon('code')}<span>View as JSON</span></a></div></div></div>`
}

/** The best recipe of each other method, then techniques, each with its setting on the reader's grinder. */
async function otherWays({ coffee, method }: RecipeOnPage, { ways }: RecipeActivity, visit: Visit): Promise<Html> {
  const { grinder, ports } = visit
  const { roastLevel } = coffee
  const methods = [...new Set([method, ...ports.techniques.list().map(one => one.method)])]
  const opinions = await ports.techniqueTalk.opinions()
  const techniques = await techniquesForRoast({ roastLevel, methods, most: MOST_TECHNIQUES, opinions }, visit)
  return html`<div class="panel"><h3>Same coffee, other ways</h3><ul class="ways">${ways.map(one => {
    const on = grinder && recipeOn(grinder, one, 'your', visit)
    const where = !on ? '' : on.reachable ? `${withRange(on)} on yours` : 'past your dial'
    return html`<li>${brewerIcon(one.machine.brewMethod)}<a href="${recipePath(one)}">${methodById[one.machine.brewMethod].name}</a><span class="quiet">${where}</span></li>`
  })}${techniques.map(one => html`<li>${brewerIcon(one.method)}<a href="${techniquePath(one.slug)}?coffee=${coffee.id}">${one.name}</a><span class="quiet">${one.madeKnownBy?.name ?? 'A classic'}</span></li>`)}</ul></div>`
}
