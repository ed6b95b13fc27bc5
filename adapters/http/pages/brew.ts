import type { CoffeeEmbed, EmbedRecipe } from '../../../core/embeds/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { numeralOf } from '../../design/dial/ticks.ts'
import { brewView, nudgedIn } from './brew-view.ts'
import type { Visit } from './choices.ts'
import { chosenIn } from './chosen-brew.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { methodTabs, notice } from './parts/controls.ts'
import { grindOn } from './parts/dials.ts'
import { roast } from './parts/figures.ts'
import { brewerIcon } from './parts/pen.ts'
import { reasonInWords } from './parts/reasons.ts'

/** All of a roaster's recipes for one coffee: what the link of a widget opens. The method that was looked at is shown. */
export function brewPage({ roaster, coffee, recipes }: CoffeeEmbed, method: string | null, visit: Visit) {
  const path = `/brew/${roaster.slug}/${coffee.slug}`
  const chosen = recipes.find(one => one.method === method) ?? recipes.find(one => one.isDefault) ?? recipes[0]
  const methods = [...new Set(recipes.map(one => one.method))]
  return sitePage(visit, {
    title: `${coffee.name} by ${roaster.name}`,
    description: `How ${roaster.name} brews ${coffee.name}: ${recipes.map(one => one.methodName).join(', ')}.`,
    canonical: path,
    section: 'Recipes',
    script: 'recipe.js',
    body: html`<h1 class="title">${coffee.name}</h1>
<p class="facts"><b>By ${roaster.name}</b>${roast(coffee.roastLevel)}${coffee.flavorNotes.length > 0 ? html`<span>${coffee.flavorNotes.join(', ')}</span>` : ''}</p>
${
  methods.length > 1
    ? methodTabs(
        methods.map(one => ({ method: one, href: `${path}?method=${one}` })),
        chosen?.method,
      )
    : ''
}
${chosen ? roasterRecipe(chosen, coffee.name, roaster.name, visit) : notice('plain', 'There is no recipe for it yet.', html`<a href="/recipes">See what others brew</a>`)}`,
  })
}

function roasterRecipe(recipe: EmbedRecipe, coffeeName: string, roasterName: string, visit: Visit) {
  const { grinder, ports } = visit
  const example = ports.grinders.bySlug('comandante-c40-mk4') ?? ports.grinders.list()[0]
  const mine = grinder && grindOn(grinder, recipe.grindIndex, 'your', { nudgeSteps: nudgedIn(visit) })
  const shown = mine ?? (example && grindOn(example, recipe.grindIndex, 'a', { nudgeSteps: nudgedIn(visit) }))
  return html`<h2 class="unseen">${recipe.methodName}</h2>${brewView(visit, {
    ...recipe,
    title: coffeeName,
    logHref: '/me/log',
    shown,
    mine,
    reasons: shown
      ? [[numeralOf(shown.grinder, shown.grindSetting), `${roasterName} grinds it ${recipe.grindSize.toLowerCase()}.`]]
      : [],
  })}`
}

/** The recipe that home makes by rule, on a page to brew from. */
export async function brewByRulePage(visit: Visit) {
  const { recipe, machine, coffee, on } = await chosenIn(visit)
  return sitePage(visit, {
    title: `${coffee.name} on the ${fullName(machine)}`,
    script: 'recipe.js',
    body: html`<h1 class="title">${coffee.name}</h1>
<p class="facts">${brewerIcon(machine.brewMethod)}<span>${fullName(machine)}</span>${roast(coffee.roastLevel)}</p>
${brewView(visit, {
  ...recipe,
  title: coffee.name,
  logHref: coffee.id === undefined ? '/me/log' : `/me/log?coffee=${coffee.id}`,
  notes: recipe.note,
  shown: on,
  mine: on,
  reasons: recipe.why.map(reason => reasonInWords(reason, visit.words)),
})}`,
  })
}
