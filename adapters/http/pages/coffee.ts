import * as v from 'valibot'
import { coffeeStats, getCoffee } from '../../../core/coffees/coffees.ts'
import type { CoffeeDetail } from '../../../core/coffees/model.ts'
import { flavorNotesIn } from '../../../core/coffees/notes.ts'
import { roastWord } from '../../../core/coffees/roast.ts'
import { fullName } from '../../../core/grind/name.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { keepWithBag } from '../../../core/library/keep-with-bag.ts'
import { KeepCoffee } from '../../../core/library/library.ts'
import { capital } from '../../../core/names.ts'
import { MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import { recipesADot, spread } from '../../design/dial/spread.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import type { Visit } from './choices.ts'
import { type Start, startOnPage } from './coffee-start.ts'
import { countOpened } from './count-visit.ts'
import { roastDateFaults, wrongField } from './field-faults.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { roastDate } from './me/shelf.ts'
import { pressed } from './own-page.ts'
import { methodTabs, showOnMine } from './parts/controls.ts'
import { onWhich, ringBlock, withRange } from './parts/dials.ts'
import { bag, recipeFigures, roast } from './parts/figures.ts'
import { hrefWith } from './parts/pager.ts'
import { icon, pen } from './parts/pen.ts'
import { photo } from './parts/photo.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { shopLink } from './parts/shop-link.ts'
import { techniqueCards } from './parts/technique-card.ts'
import { readerClock } from './reader-clock.ts'
import { techniquesForRoast } from './technique-reader.ts'

/** A coffee: what it is, where to start with it, how others grind it, and their recipes. */
export async function coffeePage(id: number, visit: Visit): Promise<Response> {
  const { ports, who, words } = visit
  const [coffee, stats, best] = await Promise.all([
    getCoffee({ id }, ports),
    coffeeStats({ id }, ports, who),
    ports.recipes.list({ filter: { coffeeId: id }, sort: 'highest_rated', limit: 3 }),
  ])
  const start = await startOnPage(coffee, visit)
  countOpened(visit, { roasterId: coffee.roaster.id, coffeeId: id, method: start.method })
  return sitePage(visit, {
    title: `${coffee.name} by ${coffee.roaster.name}`,
    description: descriptionOf(coffee, start),
    canonical: `/coffees/${id}`,
    section: 'Coffees',
    script: 'lists.js',
    ...linkShows(coffee),
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/coffees">Coffees</a>${icon('right')}<a class="quiet" href="/roasters/${coffee.roaster.slug}">${coffee.roaster.name}</a></nav>
<div class="coffee-top">${bigFront(coffee)}
<div><h1 class="title">${coffee.name}</h1>
<p class="by"><a href="/roasters/${coffee.roaster.slug}">${coffee.roaster.name}</a>${coffee.roaster.city ? `, ${coffee.roaster.city}` : ''}</p>
${about(coffee)}${facts(coffee)}
<div class="buttons">${await shelfButton(coffee, visit)}${shopLink({ ...coffee.roaster, websiteUrl: coffee.buyUrl ?? coffee.roaster.websiteUrl })}</div></div></div>
${startPanel(start, visit)}
${howOthersGrind(stats, start, visit)}
${await techniqueStrip(coffee, start, visit)}
<section class="part" aria-labelledby="best"><div class="part-top"><h2 id="best">Best for this coffee</h2>${best.total > best.data.length ? html`<a class="all" href="/recipes?coffee=${id}">All ${words.number(best.total)} recipes</a>` : ''}</div>
${best.total > 0 ? html`<div class="cards row three">${best.data.map(recipe => recipeCard(recipe, visit))}</div>` : html`<p class="lead">No recipes for this coffee yet. Be the first to write one.</p><div class="buttons"><a class="button" href="/recipes/new?coffee=${id}">Write a recipe</a><a class="button outlined" href="/recipes">Browse other recipes</a></div>`}</section>`,
  })
}

const bigFront = ({ name, roastLevel, flavorProfile, picture }: CoffeeDetail): Html =>
  picture
    ? html`<div class="big-photo">${photo(picture, name, '(max-width: 799px) 90vw, 320px', true)}</div>`
    : html`<div class="big-bag" aria-hidden="true">${bag('', roastLevel, 'labelled')}<p><b>${name}</b><br>${flavorNotesIn(flavorProfile).join(', ')}</p></div>`

/** The preview image of a shared link: the coffee's largest picture. */
function linkShows({ picture, name, roaster }: CoffeeDetail) {
  const largest = picture?.sizes.at(-1)
  return largest && { picture: { ...largest, words: `${name} by ${roaster.name}` } }
}

function descriptionOf({ name, roaster, flavorProfile, origin }: CoffeeDetail, { on, methodName }: Start) {
  const what = [flavorProfile, origin].filter(Boolean).join('; ')
  return `${name} by ${roaster.name}${what ? `: ${what}` : ''}. Where to start for ${methodName}: ${withRange(on)} ${onWhich(on)}.`
}

function about({ flavorProfile, description }: CoffeeDetail): Html {
  const notes = flavorProfile && capital(flavorProfile)
  const text = [notes && /[.!?]$/.test(notes) ? notes : notes && `${notes}.`, description].filter(Boolean).join(' ')
  return text ? html`<p class="lead">${text}</p>` : html``
}

function facts({ roastLevel, origin, processingMethod, acidityLevel, bodyLevel }: CoffeeDetail): Html {
  const fact = (label: string, value: Html | string | null) =>
    value === null ? html`` : html`<div><dt>${label}</dt><dd>${value}</dd></div>`
  const level = (value: number | null) =>
    value === null
      ? null
      : html`<span class="level" role="img" aria-label="${value} of 5">${[1, 2, 3, 4, 5].map(at => html`<i${at <= Math.round(value) ? html` class="on"` : ''}></i>`)}</span>`
  return html`<dl class="coffee-facts">${fact('Roast', roast(roastLevel))}${fact('Origin', origin)}${fact('Process', processingMethod)}${fact('Acidity', level(acidityLevel))}${fact('Body', level(bodyLevel))}</dl>`
}

async function shelfButton({ id }: CoffeeDetail, visit: Visit): Promise<Html> {
  const { ports, who } = visit
  const bag = who && (await ports.library.byCoffee(who.id, id))
  if (!bag || !who)
    return html`<form method="post" action="/coffees/${id}/shelf"><button class="button">${icon('plus')}I have this bag</button></form>`
  const age = bag.roastedOn === null ? undefined : readerClock(visit).daysSinceDay(bag.roastedOn)
  return html`<a class="button soft" href="/me/shelf#bag-${id}">${icon('check')}On your shelf${age === undefined ? '' : `, ${age} ${age === 1 ? 'day' : 'days'} old`}</a>${age === undefined ? html`<form class="adding" method="post" action="/coffees/${id}/shelf">${roastDate('roastedOn', null, { ...visit, who })}<button class="button small soft">Save the date</button></form>` : ''}`
}

export const shelveCoffee = (id: number, visit: Visit): Promise<Response> =>
  pressed(
    visit,
    `/coffees/${id}`,
    (form, { ports, who }) => {
      const given = v.safeParse(KeepCoffee, { coffeeProfileId: id, roastedOn: form.get('roastedOn') || undefined })
      if (!given.success) throw wrongField(given.issues[0], { roastedOn: roastDateFaults })
      return keepWithBag(given.output, ports, who)
    },
    { field: 'roastedOn', page: visit => coffeePage(id, visit) },
  )

function startPanel(start: Start, { url, words }: Visit): Html {
  const { on, figures, why, note, href, nudge, method, methods, styles } = start
  return html`<section class="panel start-panel" id="start" aria-labelledby="start-title">${methodTabs(
    methods.map(one => ({ method: one, href: `${hrefWith(url, 'method', one)}#start` })),
    method,
  )}
<div class="brewing"><div>${on.whose === 'your' ? '' : showOnMine(url)}${ringBlock(on, { by: nudge, most: MOST_NUDGES, method, href: by => `${hrefWith(url, 'nudge', by === 0 ? '' : String(by))}#start` })}</div>
<div><h2 class="small" id="start-title">Where to start</h2>
${why}
${recipeFigures(figures, words)}
${note ? html`<p class="quiet">${note}</p>` : ''}
<p><a class="button" href="${href}">Open the recipe</a></p>${styles.length === 0 ? '' : html`<p class="quiet">Other styles: ${styles.map((one, at) => html`${at === 0 ? '' : ', '}<a href="${one.href}">${one.name}</a>`)}</p>`}</div></div></section>`
}

/** One of the chosen method, and one of each of the next. */
async function techniqueStrip(coffee: CoffeeDetail, { method, methods }: Start, visit: Visit): Promise<Html> {
  const { roastLevel } = coffee
  const { ports } = visit
  const every = ports.techniques.list().map(one => one.method)
  const inOrder = [...new Set([method, ...methods, ...every])]
  const opinions = await ports.techniqueTalk.opinions()
  const best = await techniquesForRoast({ roastLevel, methods: inOrder, most: 3, opinions }, visit)
  return html`<section class="part" aria-labelledby="techniques"><div class="part-top"><h2 id="techniques">Techniques for a ${roastWord(roastLevel)} roast</h2><a class="all" href="/techniques">All techniques</a></div>
<div class="cards techniques">${await techniqueCards(best, opinions, visit, coffee)}</div></section>`
}

function howOthersGrind(stats: Awaited<ReturnType<typeof coffeeStats>>, start: Start, { words }: Visit): Html {
  const { recipeCount, votes, topGrinders, topMachines, grinds } = stats
  const [first, last] = [grinds[0], grinds.at(-1)]
  if (!first || !last) return html``
  const { on, method } = start
  const each = recipesADot(grinds)
  const [grinder, machine] = [topGrinders[0], topMachines[0]]
  const figure = (label: string, value: Html | string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`
  const picture = (landmarks: 3 | 7) =>
    spread(pen, {
      dial: dialFrom(on.grinder),
      grinds,
      grindIndex: on.grindIndex,
      method,
      landmarks,
      sentence: `${recipeCount === 1 ? 'One recipe' : `${words.number(recipeCount)} recipes`} from ${positionOn(on.grinder, first.grindIndex).label} to ${positionOn(on.grinder, last.grindIndex).label} ${onWhich(on)}; your starting point is ${withRange(on)}.`,
    })
  return html`<section class="part" aria-labelledby="grinds"><h2 id="grinds">${recipeCount === 1 ? 'Grind setting in one recipe' : `Grind settings in ${words.number(recipeCount)} recipes`}</h2>
<p class="quiet">Each dot is ${each === 1 ? 'a recipe' : `${words.number(each)} recipes`}, from fine to coarse. The mark is your starting point.</p>
<div class="at-wide">${picture(7)}</div><div class="at-narrow">${picture(3)}</div>
<dl class="said">${votes.total > 1 ? figure('people liked it', `${words.number(votes.upvotes)} of ${words.number(votes.total)}`) : votes.total === 1 ? figure(votes.upvotes === 1 ? 'person liked it' : 'person didn’t like it', '1') : ''}${grinder ? figure('most used grinder', html`<a href="/grinders/${grinder.slug}">${grinder.name}</a>`) : ''}${machine ? figure('most used brewer', fullName(machine)) : ''}</dl></section>`
}
