import * as v from 'valibot'
import type { AdaptedRecipe } from '../../../core/adaptation/adapt.ts'
import { baseOf, boundsFor } from '../../../core/adaptation/base.ts'
import { mostOf } from '../../../core/adaptation/reasons.ts'
import { presentStyle, unusualStyle } from '../../../core/adaptation/styles.ts'
import { roasterRecipes } from '../../../core/embeds/publish.ts'
import * as field from '../../../core/fields.ts'
import { GivenMethod } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import { brewView } from './brew-view.ts'
import { onGrinderAsked, type Visit } from './choices.ts'
import { chosenIn } from './chosen-brew.ts'
import { countOpened } from './count-visit.ts'
import { notFoundPage } from './error.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { methodTabs, notice, tabs } from './parts/controls.ts'
import { rangeInWords } from './parts/dials.ts'
import { roast } from './parts/figures.ts'
import { brewerIcon } from './parts/pen.ts'
import { rangeReasonInWords, reasonInWords } from './parts/reasons.ts'
import { recipePage } from './recipe.ts'
import { fromRoaster } from './recipe-on-page.ts'
import { standNow } from './stand-now.ts'

const CoffeeAddress = v.object({ roasterSlug: field.slug, coffeeSlug: field.slug })

/**
 * A roaster's recipes for one coffee. A widget's link opens it with the method and grinder chosen
 * there.
 */
export async function brewPage(opened: Visit, params: Record<string, string>): Promise<Response> {
  const { visit } = await onGrinderAsked(opened)
  const { ports, url } = visit
  const address = v.safeParse(CoffeeAddress, params)
  const found = address.success ? await roasterRecipes(address.output, ports) : undefined
  if (!found) return notFoundPage(visit)
  const { coffee, recipes } = found
  const page = `/brew/${coffee.roaster.slug}/${coffee.slug}`
  const asked = v.safeParse(GivenMethod, url.searchParams.get('method'))
  const usual = recipes.find(one => one.isDefault) ?? recipes[0]
  const chosen = recipes.find(one => asked.success && one.method === asked.output) ?? usual
  countOpened(visit, { roasterId: coffee.roaster.id, coffeeId: coffee.id, method: chosen?.method ?? null })
  if (!chosen)
    return sitePage(visit, {
      title: `${coffee.name} by ${coffee.roaster.name}`,
      description: `${coffee.name} by ${coffee.roaster.name}: no recipe yet.`,
      canonical: page,
      section: 'Recipes',
      body: html`<h1 class="title">${coffee.name}</h1>
<p class="facts"><b><a href="/roasters/${coffee.roaster.slug}">${coffee.roaster.name}</a></b>${roast(coffee.roastLevel)}<a class="all" href="/coffees/${coffee.id}">About this coffee</a></p>
${notice('plain', 'No recipe for this coffee yet.', html`<a href="/recipes">Browse other recipes</a>`)}`,
    })
  const methods = [...new Set(recipes.map(one => one.method))]
  // A grinder named by a link from elsewhere is not in the cookie, so it stays in the URL.
  const dial = visit === opened ? '' : `&grinder=${visit.grinder?.slug}`
  const links = methods.map(method => ({ method, href: `${page}?method=${method}${dial}` }))
  return recipePage(await fromRoaster(chosen, coffee, ports), visit, {
    ...(chosen === usual && { canonical: page }),
    ...(methods.length > 1 && { tabs: methodTabs(links, chosen.method) }),
  })
}

/** The recipe by rule from the home page, on a page to brew from. */
export async function brewByRulePage(visit: Visit) {
  const { recipe, machine, coffee, on, impossibleStyle } = await chosenIn(visit)
  const base = baseOf(recipe.method, recipe.style)
  return sitePage(visit, {
    title: `${coffee.name} on the ${fullName(machine)}`,
    script: 'recipe.js',
    body: html`<h1 class="title">${coffee.name}</h1>
<p class="facts">${brewerIcon(machine.brewMethod)}<span>${fullName(machine)}</span>${roast(coffee.roastLevel)}</p>
${impossibleStyle ? notice('plain', `“${presentStyle(impossibleStyle).name}” doesn’t work on the ${fullName(machine)}.`, 'Here’s the usual recipe instead.') : ''}
${styleTabs(recipe, visit)}
<div class="by-rule">${brewView(visit, {
      ...recipe,
      // The temperature cannot be set, so there is nothing to log.
      waterTempF: recipe.heat === 'fixed' ? null : recipe.waterTempF,
      machine: boundsFor(base, machine),
      mostInWords: mostOf(base),
      title: coffee.name,
      log: {
        nothing: '',
        brewer: machine.slug,
        ...(unusualStyle(recipe.style) && { style: recipe.style }),
        ...(coffee.id !== undefined && { coffee: String(coffee.id) }),
      },
      notes: recipe.note,
      shown: on,
      mine: on,
      stand: await standNow(on, visit),
      mostNudges: MOST_NUDGES,
      reasons: [
        ...recipe.why.map((reason): [string, string] => {
          const [cause, effect] = reasonInWords(reason, visit.words)
          return [cause === '' ? '' : `${cause}:`, effect]
        }),
        ...(on.reachable ? [[`${rangeInWords(on)}:`, rangeReasonInWords(on)] as [string, string]] : []),
      ],
    })}</div>`,
  })
}

/** The styles of the brewer as links. Each has its own grind, so the links drop the nudge. */
function styleTabs({ style, styles }: AdaptedRecipe, { url }: Visit): Html {
  if (styles.length === 1) return html``
  const hrefOf = (id: string) => {
    const query = new URLSearchParams(url.searchParams)
    query.delete('nudge')
    query.set('style', id)
    return `${url.pathname}?${query}`
  }
  return tabs(
    'Style',
    styles.map(({ id, name }) => ({ href: hrefOf(id), text: html`${name}`, isOn: id === style })),
  )
}
