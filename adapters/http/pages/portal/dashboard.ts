import { nameInTwo } from '../../../../core/coffees/roaster-name.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { grindInWords } from '../../../../core/grind/words.ts'
import { getDailyFigures } from '../../../../core/portal/analytics.ts'
import { getDashboard, type RecipePerformance } from '../../../../core/portal/dashboard.ts'
import { grindLine } from '../../../design/dial/ruler.ts'
import { type Html, html } from '../html.ts'
import { numberBlock } from '../parts/figures.ts'
import { hrefWith } from '../parts/pager.ts'
import { brewerIcon, pen } from '../parts/pen.ts'
import { readerClock } from '../reader-clock.ts'
import type { Words } from '../words.ts'
import { onboardingPart } from './onboarding.ts'
import { overTime } from './over-time.ts'
import { periodSwitch, periods } from './periods.ts'
import type { PortalVisit } from './portal-page.ts'
import { portalView } from './shell.ts'

/** What happened, what is left to do, and what people brew. */
export async function dashboardPage(visit: PortalVisit): Promise<Response> {
  const { ports, who, url, words } = visit
  const { tz, partOfDay } = readerClock(visit)
  const chosen = periods.find(({ days }) => String(days) === url.searchParams.get('days')) ?? periods[0]
  const [{ onboarding, recipePerformance }, figures] = await Promise.all([
    getDashboard({ tz }, ports, who),
    getDailyFigures({ days: chosen.days, tz }, ports, who),
  ])
  const { totals, byDay } = figures
  const brews = await ports.portal.figures.brews(who.roasterId, figures)
  const by = chosen.days > 31 ? 'week' : 'day'
  const number = (value: number) => ({ number: words.number(value) })
  return portalView(visit, {
    title: 'Dashboard',
    at: '',
    body: html`<div class="page-top"><div><h1>${partOfDay ? `Good ${partOfDay}` : 'Hello'}, ${nameInTwo(who.roasterName).called}</h1>
<p class="quiet">${lookedAt(totals.impressions, totals.clicks, chosen.said, words)}</p></div>
${periodSwitch(chosen.days, days => hrefWith(url, 'days', days === undefined ? '' : String(days)))}</div>
<div class="counted">${numberBlock([
      ['widget views', number(totals.impressions)],
      ['opened the recipe', number(totals.clicks)],
      ['of viewers', { number: totals.clickRate === null ? '–' : words.percent(totals.clickRate) }],
      [brews === 1 ? 'brew logged' : 'brews logged', number(brews)],
    ])}</div>
<div class="happened"><section class="panel" aria-labelledby="views"><h2 id="views">Views and recipes opened, by ${by}</h2>
${overTime({
  days: byDay.map(({ date, impressions, clicks }) => ({ date, bar: impressions, line: clicks })),
  by,
  names: { bars: 'Widget views', line: 'Recipes opened' },
  words,
})}</section>
${onboardingPart(onboarding, who.roasterSlug)}</div>
${recipePerformance.length > 0 ? made(recipePerformance, words) : ''}`,
  })
}

function lookedAt(seen: number, opened: number, when: string, words: Words) {
  if (seen === 0) return `Nobody saw your widget in ${when}.`
  const views = seen === 1 ? `1 widget view in ${when}.` : `${words.number(seen)} widget views in ${when}.`
  if (opened === 0) return `${views} Nobody opened a recipe yet.`
  if (opened === 1) return `${views} 1 person opened a recipe.`
  return `${views} ${words.number(opened)} people opened a recipe.`
}

/** What people brew with the roaster's coffees. */
const made = (recipes: readonly RecipePerformance[], words: Words): Html =>
  html`<section class="panel made" aria-labelledby="made"><h2 id="made">What people make of your coffees</h2>
<p class="quiet">Community recipes, best first. Fine is on the left, coarse on the right.</p>
<table><thead><tr><th scope="col">Coffee</th><th scope="col" class="wide">Method</th><th scope="col" class="wide">Grind</th><th scope="col" class="count">Votes</th><th scope="col" class="count wide">Brews</th><th scope="col" class="count wide">Saved</th></tr></thead><tbody>${recipes.map(
    ({ id, coffee, method, grindIndex, upvotes, downvotes, brewCount, saveCount }) =>
      html`<tr><th scope="row"><a href="/recipes/${id}">${brewerIcon(method)}<span>${coffee.name}</span></a></th><td class="wide">${methodById[method].name}</td><td class="wide">${grindLine(pen, grindIndex, `${grindInWords(grindIndex)}.`)}</td><td class="count"><b>${words.number(upvotes)}</b><span class="of"> of ${words.number(upvotes + downvotes)}</span></td><td class="count wide">${words.number(brewCount)}</td><td class="count wide">${words.number(saveCount)}</td></tr>`,
  )}</tbody></table></section>`
