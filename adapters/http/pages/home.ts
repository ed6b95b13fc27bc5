import type { AdaptedRecipe } from '../../../core/adaptation/adapt.ts'
import { flavorNotesIn } from '../../../core/coffees/notes.ts'
import { roastLevels, roastWord } from '../../../core/coffees/roast.ts'
import { convert } from '../../../core/grind/convert.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { cautionFor } from '../../../core/grind/suits.ts'
import type { Recipe } from '../../../core/recipes/model.ts'
import { MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import { ownToolPurposes, toolPurposes } from '../../../core/tools.ts'
import { onGrinderAsked, type Visit } from './choices.ts'
import { type ChosenBrew, chosenIn, coffeeValue } from './chosen-brew.ts'
import { claudeDesktop } from './claude-desktop.ts'
import { converter } from './converter.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { brewerField, type Choice, choiceField, grinderField, slider } from './parts/controls.ts'
import { dialPanel, ringBlock, rulerBlock } from './parts/dials.ts'
import { recipeFigures, roastInWords } from './parts/figures.ts'
import { icon } from './parts/pen.ts'
import { reasonList } from './parts/reasons.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { techniqueCards } from './parts/technique-card.ts'

/**
 * Any recipe on your dial: three choices and the ring, then the converter, recipes, roasters and
 * the API.
 */
export async function homePage(asked: Visit): Promise<Response> {
  const { visit, cookies } = await onGrinderAsked(asked)
  const { ports } = visit
  const chosen = await chosenIn(visit)
  const { total, data: best } = await ports.recipes.list({ filter: {}, sort: 'highest_rated', limit: 4 })
  return sitePage(visit, {
    title: 'Any recipe, on your dial',
    description: `Grind settings and recipes for ${ports.grinders.list().length} coffee grinders: say what you brew with, and see the setting on your own dial.`,
    canonical: '/',
    script: 'home.js',
    body: html`${hero(visit, chosen)}
${converter(visit)}
${total === 0 ? '' : bestRecipes(total, best, visit)}
${await techniquesToTry(visit)}
${forRoasters(visit, chosen)}
${forBuilders(visit)}`,
    cookies,
  })
}

const bestRecipes = (total: number, best: readonly Recipe[], visit: Visit): Html =>
  html`<section class="part" aria-labelledby="best" data-live="best"><div class="part-top"><div><h2 id="best">Best recipes now</h2><p class="quiet">${visit.grinder ? `Top rated, shown on your ${visit.grinder.model}.` : 'Top rated by people who brew them.'}</p></div><a class="all" href="/recipes">All ${visit.words.number(total)} recipes</a></div>
<div class="cards row">${best.map(recipe => recipeCard(recipe, visit))}</div></section>`

async function techniquesToTry(visit: Visit): Promise<Html> {
  const techniques = visit.ports.techniques.list()
  const opinions = await visit.ports.techniqueTalk.opinions()
  return html`<section class="part" aria-labelledby="techniques"><div class="part-top"><div><h2 id="techniques">Techniques to start from</h2><p class="quiet">Ways to brew any coffee, from the people who worked them out.</p></div><a class="all" href="/techniques">All ${visit.words.number(techniques.length)} techniques</a></div>
<div class="cards techniques">${await techniqueCards(techniques.slice(0, 3), opinions, visit)}</div></section>`
}

const strengths = ['Lighter', 'A bit lighter', 'As usual', 'A bit stronger', 'Stronger']
const tastes = ['Brighter', 'A bit brighter', 'Balanced', 'A bit richer', 'Richer']

function hero(visit: Visit, chosen: ChosenBrew): Html {
  const { ports, words } = visit
  const { grinder, machine, strength, taste, nudge, recipe, on, query } = chosen
  return html`<form class="hero" id="choose" method="get" action="/"><div>
<h1 class="promise">Any recipe, on&nbsp;your&nbsp;dial.</h1>
<p class="lead">Say what you brew with. We set your grinder and show how far to move.</p></div>
<div class="choose">${grinderField('grinder', 'Grinder', ports.grinders.list(), visit.grinder?.slug, { none: 'Choose your grinder' })}${brewerField(ports.machines.list(), machine.slug)}${choiceField('coffee', 'Coffee', coffeeChoices(chosen), coffeeValue(chosen.coffee))}<div class="style-choice" data-live="style">${styleField(recipe)}</div></div>
<div class="sliders">${slider('strength', 'Strength', strength, strengths, 1)}${slider('taste', 'Taste', taste, tastes, -2)}<p class="unscripted"><button class="button soft">Show it</button></p></div>
<div class="result" data-live="result">${ringBlock(on, { by: nudge, most: MOST_NUDGES, method: recipe.method })}
${recipeFigures(recipe, words)}
${reasonList(recipe.why, words)}
<div class="buttons"><a class="button" href="/brew?${query}">Open this recipe</a><a class="button outlined" href="/brew?${query}#timer">${icon('timer')}Start the timer</a></div></div>
<div class="hero-ruler" data-live="ruler"><p class="ruler-words"><span>Fine</span><span>Where <b>${numeralOf(grinder, on.grindSetting)}</b> lies between espresso and cold brew. The solid line is what the ${grinder.model} reaches.</span><span>Coarse</span></p>${rulerBlock(on, recipe.method)}</div>
</form>`
}

/** Shown if the brewer has more than one style. */
const styleField = ({ style, styles }: AdaptedRecipe): Html =>
  styles.length === 1
    ? html``
    : choiceField('style', 'Style', [['', styles.map(({ id, name }) => ({ value: id, label: name }))]], style)

function coffeeChoices({ coffee, coffees }: ChosenBrew): [string, Choice[]][] {
  const isListed = coffee.id === undefined || coffees.some(({ id }) => id === coffee.id)
  return [
    [
      'Coffees',
      [...(isListed ? [] : [coffee]), ...coffees].map(one => ({
        value: coffeeValue(one),
        label: `${one.name}, ${roastWord(one.roastLevel)}`,
      })),
    ],
    [
      'Any coffee, by its roast',
      roastLevels.map(level => ({ value: roastWord(level), label: `${roastInWords(level)} roast` })),
    ],
  ]
}

function forRoasters({ words }: Visit, { on, coffee, recipe }: ChosenBrew): Html {
  const caution = recipe.suits === 'no' && cautionFor(on.grinder, recipe.method)
  return html`<section class="part for-roasters" id="roasters" aria-labelledby="for-roasters"><div>
<h2 id="for-roasters">For roasters: your recipe, in&nbsp;your customer’s clicks.</h2>
<p class="lead">One line in your shop. Anyone who buys the bag sees your recipe on the grinder in their kitchen.</p>
<ul class="ticked">${['18 kB, no cookies, your colours', 'A QR code for the bag', 'See which coffees and methods people open'].map(text => html`<li>${icon('check')}${text}</li>`)}</ul>
<div class="buttons"><a class="button" href="/claim">Claim your page</a><a class="button outlined" href="/widget">See the widget</a></div></div>
<div class="sample" aria-hidden="true" data-live="sample"><p class="quiet">${coffee.roasterName ?? 'Your roastery'}</p><h3>${coffee.name}</h3>
<p class="quiet">${flavorNotesIn(coffee.flavorProfile ?? null).join(' · ')}</p>
<div class="tabs"><span aria-current="true">${methodById[recipe.method].name}</span><span>Espresso</span><span>AeroPress</span></div>
${recipeFigures(recipe, words, 'tiny')}${dialPanel(on, 11)}${caution ? html`<p class="quiet">${caution}.</p>` : ''}<p class="sample-foot"><span class="button small">Full recipe</span><span class="quiet">Powered by Dialin</span></p></div></section>`
}

function forBuilders({ ports }: Visit): Html {
  const host = ports.site.baseUrl
  const count = ports.grinders.list().length
  const desktop = claudeDesktop(host)
  return html`<section class="part for-builders" aria-labelledby="for-builders"><div><h2 id="for-builders">For builders and their&nbsp;models</h2>
<p class="lead">All ${count} dials are open data. Use them in your code or in a chat.</p>
<ul><li><a class="row" href="/docs">API</a><span class="quiet">Try every route. Grinder data needs no key.</span></li><li><a class="row" href="/docs/service#post-api-mcp">MCP</a><span class="quiet">${Object.keys(toolPurposes).join(', ')}. Signed in: ${Object.keys(ownToolPurposes).join(', ')}</span></li><li><a class="row" href="/llms-full.txt">Plain text</a><span class="quiet">Every chart in one file, and how to cite it</span></li></ul></div>
<pre tabindex="0" role="region" aria-label="An example"><i>24 clicks on a Comandante, on a K-Ultra?</i>

curl '<b>${host}</b>/api/v1/convert
  ?from=comandante-c40-mk4&amp;setting=24&amp;to=1zpresso-k-ultra'

${exampleAnswer(ports)}

<i>${desktop.how}</i>
${desktop.what}</pre></section>`
}

/** An actual reply of the API, so that the example is always true. */
function exampleAnswer({ grinders }: Visit['ports']): Html {
  const [from, to] = ['comandante-c40-mk4', '1zpresso-k-ultra'].map(slug => grinders.bySlug(slug))
  if (!from || !to) return html``
  const { to: found, microns, reachable, confidence } = convert(from, 24, to)
  return html`{ "to": { "name": "${found.name}", "label": <b>"${found.label}"</b>,
          "range": { "min": ${found.range.min}, "max": ${found.range.max}, "label": "${found.range.label}" } },
  "microns": ${microns}, "reachable": ${String(reachable)},
  "confidence": "${confidence}" }`
}
