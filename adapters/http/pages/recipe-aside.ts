import { methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { straight } from '../../design/dial/straight.ts'
import { dialFrom, numeralOf } from '../../design/dial/ticks.ts'
import { qrCode } from '../../design/qr.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { grindOn } from './parts/dials.ts'
import { brewerIcon, icon, pen } from './parts/pen.ts'

/** Beside a recipe: what it was written on, how to take it along, and other ways to brew the same coffee. */
export const recipeAside = async (recipe: RecipeDetail, visit: Visit): Promise<Html> =>
  html`<aside aria-label="More of this recipe">${writtenOn(recipe, visit)}${takeAlong(recipe, visit)}${await otherWays(recipe, visit)}</aside>`

function writtenOn({ grinderId, grindSetting, grindSettingText, grinder }: RecipeDetail, { ports }: Visit): Html {
  const known = ports.grinders.byId(grinderId)
  if (!known) return html``
  const label = labelOf(known, grindSetting)
  const confidence = `${known.confidence[0]?.toUpperCase()}${known.confidence.slice(1)} confidence`
  const charts = known.sources.length === 1 ? 'one published chart' : `${known.sources.length} published sources`
  return html`<div class="panel"><p class="label">Written on</p><h3>${fullName(grinder)}</h3>
<p class="written">${label}${grindSettingText && grindSettingText !== label ? html` <small>“${grindSettingText}”</small>` : ''}</p>
${straight(pen, { dial: dialFrom(known), setting: grindSetting, sentence: `${label} on the ${fullName(known)}.` })}
<p class="label">${confidence}, ${charts}. <a href="/grinders/${known.slug}">See the grinder</a></p></div>`
}

function takeAlong({ id }: RecipeDetail, { ports }: Visit): Html {
  const address = `${ports.site.baseUrl}/recipes/${id}`
  return html`<div class="panel take"><h3>Take it with you</h3><div class="take-in">${qrCode(pen, address, 'This recipe as a QR code.') ?? ''}<div><button class="line-button" data-copy="${address}" hidden>${icon('copy')}<span>Copy the link</span></button><button class="line-button" data-print hidden>${icon('print')}<span>Print a card</span></button><a class="line-button" href="/api/recipes/${id}">${icon('code')}<span>The same as data</span></a></div></div></div>`
}

/** The best recipe of each other method, where its grind lies on the reader's dial. */
async function otherWays(recipe: RecipeDetail, { ports, grinder }: Visit): Promise<Html> {
  const best = await ports.recipes.best({ coffeeId: recipe.coffeeProfileId }, MOST_CONSIDERED)
  const others = best.filter(
    ({ machine: { brewMethod } }, at) =>
      brewMethod !== recipe.machine.brewMethod && best.findIndex(one => one.machine.brewMethod === brewMethod) === at,
  )
  if (others.length === 0) return html``
  return html`<div class="panel"><h3>Same coffee, other ways</h3><ul class="ways">${others
    .slice(0, MOST_WAYS)
    .map(one => {
      const on = grinder && grindOn(grinder, one.grindIndex, 'your')
      const where = !on ? '' : on.reachable ? `${numeralOf(on.grinder, on.grindSetting)} on yours` : 'past your dial'
      return html`<li>${brewerIcon(one.machine.brewMethod)}<a href="/recipes/${one.id}">${methodById[one.machine.brewMethod].name}</a><span class="quiet">${where}</span></li>`
    })}</ul></div>`
}

const MOST_CONSIDERED = 30
const MOST_WAYS = 5
