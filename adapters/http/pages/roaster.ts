import { drinkName } from '../../../core/grind/methods.ts'
import type { Recipe } from '../../../core/recipes/model.ts'
import type { RoasterDetail } from '../../../core/roasters/model.ts'
import { followingRoaster, followRoaster, getRoaster, unfollowRoaster } from '../../../core/roasters/roasters.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { dialFor, type Visit } from './choices.ts'
import { countOpened } from './count-visit.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { pressed } from './own-page.ts'
import { coffeeCards } from './parts/coffee-card.ts'
import { onWhichGrinder, rangeInWords, recipeOn, sentenceOf } from './parts/dials.ts'
import { paged, pager, pagerHead } from './parts/pager.ts'
import { icon, pen } from './parts/pen.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { shopLink } from './parts/shop-link.ts'
import { recipePath } from './recipe-path.ts'
import { roasterFace } from './roasters.ts'

const COFFEES_A_PAGE = 23

/**
 * A roaster: who they are, one recipe for the reader's grinder, their coffees, and what people brew
 * with them.
 */
export async function roasterPage(slug: string, visit: Visit): Promise<Response> {
  const { ports, who, url, words, grinder } = visit
  const [roaster, following, managed] = await Promise.all([
    getRoaster({ slug }, ports),
    followingRoaster({ slug }, ports, who),
    who ? ports.members.of(who.id) : [],
  ])
  const found = await paged(url, async position => {
    const [coffees, recipes] = await Promise.all([
      ports.coffees.list({ roasterId: roaster.id, sort: 'place', limit: COFFEES_A_PAGE, cursor: position.cursor }),
      ports.recipes.list({ filter: { roasterId: roaster.id }, sort: 'highest_rated', limit: 3 }),
    ])
    return { coffees, recipes, position }
  })
  if (found instanceof Response) return found
  const { coffees, recipes, position } = found
  const next = position.next(coffees.nextCursor)
  const best = recipes.data[0]
  countOpened(visit, { roasterId: roaster.id })
  return sitePage(visit, {
    title: roaster.name,
    description: `${roaster.name}${roaster.location ? `, ${roaster.location}` : ''}: ${count(roaster._count.coffees, 'coffee', 'coffees', visit)} and ${count(recipes.total, 'recipe', 'recipes', visit)} for your grinder.${roaster.tagline ? ` ${roaster.tagline}` : ''}`,
    canonical: `/roasters/${slug}`,
    section: 'Roasters',
    script: 'lists.js',
    head: pagerHead(position.previous, next),
    body: html`<div class="roaster-top"><div>${roasterFace(roaster)}<h1>${roaster.name}</h1>
${roaster.tagline ? html`<p class="tagline">${roaster.tagline}</p>` : ''}${facts(roaster)}
<div class="buttons">${followForm(slug, following.isFollowing)}${shopLink(roaster, 'Visit the shop')}${managed.some(({ roasterSlug }) => roasterSlug === slug) ? html`<a class="button outlined" href="/portal/${slug}">Manage this page</a>` : ''}</div></div>
${best ? oneRecipe(best, visit) : ''}</div>
<dl class="figures counts">${[
      [roaster._count.coffees, 'coffee', 'coffees'],
      [recipes.total, 'community recipe', 'community recipes'],
      [following.followerCount, 'follower', 'followers'],
    ].map(
      ([number = 0, one, several]) =>
        html`<div><dt>${number === 1 ? (one ?? '') : (several ?? '')}</dt><dd>${words.number(Number(number))}</dd></div>`,
    )}</dl>
<section class="part" aria-labelledby="coffees"><h2 id="coffees">Their coffees${grinder ? `, on your ${grinder.model}` : ''}</h2>
${roaster.description ? html`<p class="quiet" dir="auto">${roaster.description}</p>` : ''}
<div data-live="coffees"><div class="cards bags">${await coffeeCards(coffees.data, visit, false)}${coffees.data.length > 0 && !next ? boughtABag : ''}</div>${coffees.data.length === 0 ? html`<p class="quiet">No coffees listed yet.</p>` : ''}${pager(position.previous, next)}</div></section>
${
  recipes.total > 0
    ? html`<section class="part" aria-labelledby="recipes"><div class="part-top"><h2 id="recipes">What people brew with their coffees</h2>${recipes.total > recipes.data.length ? html`<a class="all" href="/recipes?roaster=${slug}">All ${words.number(recipes.total)} recipes</a>` : ''}</div>
<div class="cards row three">${recipes.data.map(recipe => recipeCard(recipe, visit))}</div></section>`
    : ''
}`,
  })
}

const count = (number: number, one: string, several: string, { words }: Visit) =>
  `${words.number(number)} ${number === 1 ? one : several}`

const facts = ({ slug, location, isVerified, style }: RoasterDetail): Html =>
  html`<p class="facts">${location ? html`<span>${icon('place')}${location}</span>` : ''}${isVerified ? html`<span class="verified">${icon('check')}Verified roaster</span>` : html`<a class="all" href="/roasters/${slug}/claim">Is this yours? Claim the page</a>`}${style ? html`<span>${style}</span>` : ''}</p>`

/** Their best recipe, on the reader's ring. */
function oneRecipe(recipe: Recipe, visit: Visit): Html {
  const { grinder, whose } = dialFor(visit)
  const on = recipeOn(grinder, recipe, whose, visit)
  const { grindSetting: setting, grindRange: range, reachable } = on
  return html`<div class="dial">${ring(pen, { dial: dialFrom(grinder), setting, range, beyond: !reachable, sentence: sentenceOf(on) })}
<p class="range-words"><a href="${recipePath(recipe)}">${recipe.coffee.name}</a> for ${drinkName(recipe.machine.brewMethod)},<br>${rangeInWords(on)} ${onWhichGrinder(on)}</p></div>`
}

const followForm = (slug: string, isFollowing: boolean): Html =>
  html`<form method="post" action="/roasters/${slug}/follow">${isFollowing ? html`<button class="button outlined" id="follow" name="follow" value="no">${icon('check')}Following<span class="unseen">: unfollow</span></button>` : html`<button class="button" id="follow" name="follow" value="yes">${icon('bell')}Follow</button>`}</form>`

export const follow = (slug: string, visit: Visit): Promise<Response> =>
  pressed(visit, `/roasters/${slug}#follow`, (form, { ports, who }) =>
    (form.get('follow') === 'no' ? unfollowRoaster : followRoaster)({ slug }, ports, who),
  )

const boughtABag = html`<article class="card bought"><h3>Bought a bag?</h3><p>Open the coffee’s page and add the bag to your shelf. We’ll remember your settings for it.</p><p><a class="button small" href="/me">My shelf</a></p></article>`
