import type { RoastLevel } from '../../../core/coffees/roast.ts'
import { atMost } from '../../../core/cut.ts'
import { recommendRecipes } from '../../../core/discovery/recommendations.ts'
import { drinkName, type MethodId, methodById } from '../../../core/grind/methods.ts'
import { capital } from '../../../core/names.ts'
import { countRecipes, searchRecipes } from '../../../core/recipes/lists.ts'
import { brewTimeRanges } from '../../../core/recipes/ranges.ts'
import { recipeSorts } from '../../../core/recipes/sorts.ts'
import { onGrinderAsked, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { chipBox, chipLinks, grinderField, notice, searchField, sortSwitch, tabs } from './parts/controls.ts'
import { oneBean, roastInWords } from './parts/figures.ts'
import { hrefWith, PAGE_LENGTH, paged, pager, pagerHead, tidied } from './parts/pager.ts'
import { brewerIcon } from './parts/pen.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { hiddenFields } from './query.ts'
import { type RecipeSearch, recipeSearchIn, tasteWord, tasteWords, timeWords } from './recipe-search.ts'

/**
 * Recipes with settings for the reader's grinder: method tabs, filters in the URL, and how many
 * recipes each further choice would leave.
 */
export async function recipesPage(arrived: Visit): Promise<Response> {
  const { visit, cookies } = await onGrinderAsked({
    ...arrived,
    url: tidied(arrived.url, { ...usual, grinder: [arrived.grinder?.slug ?? ''] }),
  })
  const { ports, who, url, words } = visit
  const found = await paged(url, async position => {
    const search = await recipeSearchIn(visit, position.cursor)
    const [page, facets, all] = await Promise.all([
      searchRecipes(search.asked, ports, who),
      countRecipes(search.asked, ports),
      countRecipes({}, ports),
    ])
    return { search, page, facets, all, position }
  })
  if (found instanceof Response) return found
  const { search, page, facets, all, position } = found
  const next = position.next(page.nextCursor)
  const method = search.asked.brewMethod && methodById[search.asked.brewMethod]
  const title = method ? `${method.name} recipes` : 'Recipes'
  const left = position.depth === undefined ? PAGE_LENGTH : page.total - PAGE_LENGTH * (position.depth + 1)
  return sitePage(visit, {
    title,
    description: method
      ? `Recipes for ${drinkName(method.id)}: coffee, water, temperature and time, each with the grind on your own grinder’s dial.`
      : 'Coffee recipes: coffee, water, temperature and time, each with the grind on your own grinder’s dial.',
    canonical: method ? `/recipes?method=${method.id}` : '/recipes',
    section: 'Recipes',
    script: 'lists.js',
    head: pagerHead(position.previous, next),
    cookies,
    body: html`<form class="finder" method="get" action="/recipes" data-at-once data-address="${url.pathname}${url.search}">
<div class="finder-top"><div><h1>Recipes</h1>
<p class="lead" data-live="all">${foundInWords(page.total, visit)}</p></div>${searchField('Coffee, roaster or origin', search.q, search.complaint)}</div>
<div data-live="tabs">${methodTabsOf(url, search, facets, all)}</div>
${hiddenFields(url, ['method', 'coffee', 'madeWith', 'roaster'])}
<div class="finder-body">${filters(visit, search, facets)}
<section class="found" aria-labelledby="found"><div class="found-top"><div class="chips"><div class="chips" data-live="chips">${chipLinks(search.applied)}</div><h2 id="found"><span role="status" data-live="total">${words.number(page.total)} ${page.total === 1 ? 'recipe' : 'recipes'}</span></h2></div>
${sortSwitch(
  sorts.filter(({ value }) => who || value !== 'recommended'),
  search.asked.sort,
)}</div>
<div data-live="found">${roastUnknown(search)}${await tasteUnknown(search, visit)}${await nothingRecommended(search, visit)}${
      page.data.length > 0
        ? html`<div class="cards">${page.data.map(recipe => recipeCard(recipe, visit))}</div>`
        : all.total > 0
          ? await nothingFits(search, visit)
          : nothingShared()
    }${pager(position.previous, next, `Show ${words.number(Math.max(1, Math.min(PAGE_LENGTH, left)))} more`)}</div></section></div></form>`,
  })
}

/** How many were found; the field, the tabs and the chips beside it show what was looked for. */
function foundInWords(total: number, { words, grinder }: Visit) {
  if (total === 0) return 'Nothing found.'
  if (total === 1) return grinder ? `1 recipe, shown on your ${grinder.model}.` : '1 recipe.'
  return grinder ? `${words.number(total)} recipes, shown on your ${grinder.model}.` : `${words.number(total)} recipes.`
}

/** What a form without a choice sends. */
const usual = { sort: ['highest_rated'], taste: ['-2', '2'] }

type RecipeCounts = Awaited<ReturnType<typeof countRecipes>>

const [best, ...others] = Object.entries(recipeSorts).map(([value, label]) => ({ value, label }))
const sorts = [...(best ? [best] : []), { value: 'recommended', label: 'For you' }, ...others]

/** Methods that have any recipes, and the chosen one. They stay while other filters change. */
function methodTabsOf(url: URL, { asked }: RecipeSearch, facets: RecipeCounts, all: RecipeCounts): Html {
  const known = all.brewMethods.filter(({ count }) => count > 0).map(({ value }) => value)
  const shown = facets.brewMethods.filter(({ value }) => known.includes(value) || value === asked.brewMethod)
  const tab = ({ value, count }: { value: MethodId; count: number }) => ({
    href: hrefWith(url, 'method', value),
    text: html`${brewerIcon(value)}${methodById[value].name}<span class="unseen">, ${count}</span>`,
    isOn: value === asked.brewMethod,
  })
  return tabs('Brew method', [
    { href: hrefWith(url, 'method', ''), text: html`All`, isOn: asked.brewMethod === undefined },
    ...shown.map(tab),
  ])
}

/** Common flavour notes. The URL accepts any other note, too. */
const commonNotes = ['jasmine', 'berry', 'lemon', 'honey', 'caramel', 'chocolate', 'nut']

function filters({ ports, grinder, words }: Visit, search: RecipeSearch, facets: RecipeCounts): Html {
  const { asked, applied, flavours, taste } = search
  const count = (name: string, value: string, number: number) =>
    html`<span class="count" data-live="count-${name}-${value}">${words.number(number)}</span>`
  const roastBox = ({ value, count: number }: { value: RoastLevel; count: number }) =>
    html`<label class="check"><input type="checkbox" name="roast" value="${value}"${asked.roastLevel?.includes(value) ? html` checked` : ''}>${oneBean(value)}<span>${roastInWords(value)}</span>${count('roast', value, number)}</label>`
  const tasteEnd = (label: string, at: number) =>
    html`<input type="range" name="taste" min="-2" max="2" step="1" value="${at}" aria-label="${label}" aria-valuetext="${tasteWord(at)}">`
  const noteWords = [...new Set([...commonNotes, ...flavours])]
  return html`<details class="filters"><summary class="button outlined small"><span>Filters<span data-live="filters-on">${applied.length > 0 ? `, ${applied.length}` : ''}</span></span></summary><div class="filters-in">
<div>${grinderField('grinder', 'My grinder', ports.grinders.list(), grinder?.slug, { none: 'Choose your grinder' })}${grinder ? html`<label class="toggle"><input type="checkbox" name="reach" value="yes"${asked.maxGrindIndex === undefined ? '' : html` checked`}><span>Only settings it can reach</span></label>` : ''}</div>
<fieldset><legend>Roast</legend>${facets.roastLevels.map(roastBox)}</fieldset>
<fieldset><legend>Taste</legend><div class="between-two" data-words="${tasteWords.join('|')}"><span data-live="taste"><i class="from${taste.from + 2} to${taste.to + 2}"></i></span>${tasteEnd('Taste, from', taste.from)}${tasteEnd('Taste, to', taste.to)}</div><p class="ends"><span>Bright</span><span>Rich</span></p></fieldset>
<fieldset><legend>Flavour</legend><div class="chips">${noteWords.map(note => chipBox('checkbox', 'flavour', note, capital(note), flavours.includes(note)))}</div></fieldset>
<fieldset><legend>Time</legend><div class="chips">${chipBox('radio', 'time', '', 'Any', asked.brewTimeRange === undefined)}${brewTimeRanges.map(one => chipBox('radio', 'time', one, timeWords[one], asked.brewTimeRange === one))}</div></fieldset>
<p class="unscripted"><button class="button soft">Show results</button></p></div></details>`
}

/** Says so when a filter has no effect. */
const roastUnknown = ({ unknownRoasts: [first] }: RecipeSearch): Html =>
  first === undefined
    ? html``
    : notice(
        'plain',
        `We don’t know the roast “${atMost(first, 60)}”, so we ignored it.`,
        html`Choose one from the filters: light, medium-light, medium, medium-dark or dark.`,
      )

/** A reader who sorts by taste must have set their palate. */
const tasteUnknown = async ({ asked }: RecipeSearch, { who, ports }: Visit): Promise<Html> =>
  asked.sort === 'recommended' && who && !(await ports.palates.of(who.id))
    ? notice(
        'plain',
        'We don’t know your taste yet.',
        html`For now, the top rated come first. <a href="/me/palate">Tell us what you like</a>`,
      )
    : html``

/** Says why none of these recipes is recommended for the reader's own equipment. */
async function nothingRecommended({ asked }: RecipeSearch, { who, ports }: Visit): Promise<Html> {
  if (asked.sort !== 'recommended' || !who) return html``
  const { note } = await recommendRecipes({ limit: 1 }, ports, who)
  return note === null ? html`` : notice('plain', note, html`<a href="/me/gear">My gear</a>`)
}

/** On a new server. */
const nothingShared = () =>
  notice(
    'plain',
    'Nobody has shared a recipe here yet.',
    html`Start from a <a href="/techniques">well-known technique</a>, which works with any coffee.`,
  )

/** Suggests which filter to remove when nothing matches all of them. */
async function nothingFits({ applied, asked }: RecipeSearch, visit: Visit): Promise<Html> {
  const { url, ports, words } = visit
  const given = [
    ...applied,
    ...(asked.brewMethod
      ? [{ name: 'method', label: methodById[asked.brewMethod].name, without: hrefWith(url, 'method', '') }]
      : []),
  ]
  const ways = await Promise.all(
    given.map(async one => {
      const { asked } = await recipeSearchIn({ ...visit, url: new URL(one.without, url) }, undefined)
      return { ...one, total: (await countRecipes(asked, ports)).total }
    }),
  )
  const [best] = ways.sort((a, b) => b.total - a.total)
  const way =
    best && best.total > 0
      ? html`<a href="${best.without}">Remove ${best.name === 'q' ? best.label : `“${best.label}”`}</a> to see ${best.total === 1 ? '1 recipe' : `${words.number(best.total)} recipes`}.`
      : html`<a href="/recipes">Show all recipes</a>`
  const [, second, third] = given
  const missed = third ? `Nothing matches all ${words.number(given.length)} filters.` : 'Nothing matches both filters.'
  return notice('plain', second ? missed : 'No recipes match.', way)
}
