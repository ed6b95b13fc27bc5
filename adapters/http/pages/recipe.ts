import { outOfReach } from '../../../core/adaptation/dial-in.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf, rangeLabelOf } from '../../../core/grind/notation.ts'
import type { Ports } from '../../../core/ports.ts'
import { authorOf, type RecipeDetail, recipeName } from '../../../core/recipes/model.ts'
import type { OwnDial } from '../../../core/recipes/open.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import type { Steps } from '../../../core/recipes/steps.ts'
import { tenths } from '../../../core/rounding.ts'
import { celsiusOf } from '../../../core/temperature.ts'
import { type Html, html, htmlPage } from './html.ts'

/** A recipe for people: what a shared link and the links in mails open. */
export function recipePage(
  recipe: RecipeDetail,
  yours: OwnDial | undefined,
  { grinders, site }: Pick<Ports, 'grinders' | 'site'>,
) {
  const { coffee, machine, filter } = recipe
  const name = recipeName(coffee.name, fullName(machine))
  const facts: [string, string][] = [
    ['Coffee', `${tenths(recipe.doseGrams)} g`],
    ['Water', `${tenths(recipe.waterGrams)} g`],
    ['Ratio', `1:${tenths(recipe.ratio)}`],
    ['Grind', settingInWords(recipe, grinders)],
    ...(recipe.waterTempF === null ? [] : [['Temperature', temperature(recipe.waterTempF)] as [string, string]]),
    ...(recipe.brewTimeSeconds === null ? [] : [['Time', brewTimeInWords(recipe.brewTimeSeconds)] as [string, string]]),
    ...(filter ? [['Filter', filter.name] as [string, string]] : []),
  ]
  const own = yours && ownGrindInWords(yours, grinders)
  const summary = `${facts.map(([fact, value]) => `${fact} ${value}`).join(', ')}. By ${authorOf(recipe)}.`
  return htmlPage(
    name,
    html`<h1>${name}</h1>
<p>${coffee.roaster.name}, ${coffee.roastLevel.toLowerCase().replace('_', '-')} roast. A recipe by ${authorOf(recipe)}.</p>
<dl>
${facts.map(([fact, value]) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`)}${own ? html`<div><dt>On yours</dt><dd>${own}</dd></div>\n` : ''}</dl>
${stepList(recipe.steps)}${notes(recipe.notes)}
<p>${votesInWords(recipe)}</p>
<p><a href="/api/recipes/${recipe.id}">The same as data</a></p>`,
    {
      head: html`<link rel="canonical" href="${site.baseUrl}/recipes/${recipe.id}">
<meta name="description" content="${summary}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">`,
    },
  )
}

/** What is hidden looks like what never was. */
export const noRecipePage = () =>
  htmlPage(
    'No such recipe',
    html`<h1>No such recipe</h1>
<p>The link may be incomplete, or the recipe is no longer public.</p>
<p><a href="/">To the start</a></p>`,
    { status: 404 },
  )

function settingInWords(
  { grinder, grindSetting, grindIndex, authorCalibrated }: RecipeDetail,
  grinders: Ports['grinders'],
) {
  const known = grinders.byId(grinder.id)
  const label = known ? labelOf(known, grindSetting) : String(grindSetting)
  const by = authorCalibrated ? ', by the calibration of its author' : ''
  return `${label} on the ${fullName(grinder)}${by} (grind index ${grindIndex})`
}

function ownGrindInWords(
  { grinderId, grindLabel, grindRange, reachable, calibrated }: OwnDial,
  grinders: Ports['grinders'],
) {
  const known = grinders.byId(grinderId)
  if (!known) return grindLabel
  if (!reachable) return outOfReach(known, 'its grind', grindLabel)
  const by = calibrated ? ', by your calibration' : ''
  return `${grindLabel} on the ${fullName(known)}, within ${rangeLabelOf(known, grindRange)}${by}`
}

export const temperature = (fahrenheit: number) =>
  `${Math.round(fahrenheit)} °F (${Math.round(celsiusOf(fahrenheit))} °C)`

/** What to do when. */
export const stepList = (steps: Steps | null): Html | string =>
  steps === null
    ? ''
    : html`<ol>
${steps.map(({ atSeconds, action, toGrams, note }) => html`<li>${brewTimeInWords(atSeconds)} ${action}${toGrams == null ? '' : ` to ${tenths(toGrams)} g`}${note ? `: ${note}` : ''}</li>\n`)}</ol>
`

export const notes = (text: string | null): Html | string =>
  text === null ? '' : html`<h2>Notes</h2>\n${text.split(/\n+/).map(line => html`<p>${line}</p>\n`)}`

function votesInWords({ upvotes, downvotes, avgRating, ratingCount }: RecipeDetail) {
  const votes = upvotes + downvotes
  const voted = votes === 0 ? 'No votes yet' : `${upvotes} of ${votes} voted for it`
  return avgRating === null
    ? `${voted}.`
    : `${voted}; ${avgRating} out of 5 in ${ratingCount} ${ratingCount === 1 ? 'rating' : 'ratings'}.`
}
