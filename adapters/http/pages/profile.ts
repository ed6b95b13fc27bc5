import { methodInWords } from '../../../core/brews/brewed-cup.ts'
import { drinkName } from '../../../core/grind/methods.ts'
import { getPublicProfile, type PublicProfile } from '../../../core/profiles/public-profile.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { inAndOut } from './parts/figures.ts'
import { recipeCard } from './parts/recipe-card.ts'

/** A member's public profile, or a 404 if it is private. */
export async function profilePage(id: number, visit: Visit): Promise<Response> {
  const { ports, who, words } = visit
  const { user, stats, brewLogs, recipes, savedRecipes, comments } = await getPublicProfile({ id }, ports, who)
  const figure = (number: number, label: string) => html`<div><dt>${label}</dt><dd>${words.number(number)}</dd></div>`
  return sitePage(visit, {
    title: user.displayName,
    body: html`<div class="finder-top"><div><h1>${user.displayName}</h1>
<p class="lead">Member since ${words.day(user.memberSince)}.</p></div></div>
<dl class="figures counts">${figure(stats.brewCount, 'brews')}${figure(stats.savedCount, 'saved recipes')}${figure(stats.commentCount, 'comments')}</dl>
${listPart('recipes', 'Recipes', recipes.length, html`<div class="cards row">${recipes.map(recipe => recipeCard(recipe, visit))}</div>`)}
${listPart('saved', 'Saved recipes', savedRecipes.length, html`<div class="cards row">${savedRecipes.map(recipe => recipeCard(recipe, visit))}</div>`)}
${listPart('brews', 'Latest brews', brewLogs.length, html`<ul class="profile-list">${brewLogs.map(brew => brewLine(brew, visit))}</ul>`)}
${listPart('comments', 'Comments', comments.length, html`<ul class="profile-list">${comments.map(({ body, createdAt, recipe }) => html`<li><p dir="auto">${body}</p><p class="quiet">${words.day(createdAt)}, on <a href="/recipes/${recipe.id}">${recipe.coffeeName} for ${drinkName(recipe.brewMethod)}</a></p></li>`)}</ul>`)}
${recipes.length + savedRecipes.length + brewLogs.length + comments.length === 0 ? html`<p class="quiet">Nothing to see here yet.</p>` : ''}`,
  })
}

const listPart = (id: string, title: string, length: number, body: Html): Html =>
  length === 0
    ? html``
    : html`<section class="part" aria-labelledby="${id}"><div class="part-top"><h2 id="${id}">${title}</h2></div>${body}</section>`

function brewLine(brew: PublicProfile['brewLogs'][number], { words }: Visit): Html {
  const { coffee, doseGrams, waterGrams, rating, brewedAt } = brew
  const amounts =
    doseGrams === null || waterGrams === null ? '' : `, ${inAndOut(brew.method, doseGrams, waterGrams, words)}`
  return html`<li>${coffee ? html`<a href="/coffees/${coffee.id}">${coffee.name}</a>` : 'A coffee'} for ${methodInWords(brew)}${amounts}${rating === null ? '' : `, ${words.number(rating)} of 5`} <span class="quiet">${words.day(brewedAt)}</span></li>`
}
