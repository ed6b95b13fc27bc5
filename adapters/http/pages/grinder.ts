import * as v from 'valibot'
import { atMost } from '../../../core/cut.ts'
import type { StoredGrinder } from '../../../core/equipment/equipment.ts'
import { GiveGrindFeedback, giveGrindFeedback } from '../../../core/equipment/grind-feedback.ts'
import { type DescribedGrinder, grinderFor } from '../../../core/equipment/own-grinders.ts'
import { faultOf } from '../../../core/errors.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { type AnyGrinder, micronsAt } from '../../../core/grind/model.ts'
import { fullName, withArticle } from '../../../core/grind/name.ts'
import { dialRangeOf, rangeLabelOf } from '../../../core/grind/notation.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { rangeAround, rangeOn } from '../../../core/grind/range.ts'
import { ownersInWords } from '../../../core/grind/range-reason.ts'
import { sourceOf } from '../../../core/grind/sources.ts'
import { uncertaintyAt } from '../../../core/grind/width.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import { calibratePanel } from './calibrate.ts'
import type { Visit } from './choices.ts'
import { burrsIn, comparison } from './compare.ts'
import { converter, pairIn } from './converter.ts'
import { curvePicture } from './curve-picture.ts'
import { postedForm } from './form.ts'
import { feedbackPanel, type GivenFeedback, rightPanel } from './grind-feedback.ts'
import { grinderChart } from './grinder-chart.ts'
import { nearestTo } from './grinders.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { chip } from './parts/controls.ts'
import { icon, logo, wholeNames } from './parts/pen.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { grinderPicture } from './site-pictures.ts'

/**
 * One grinder: its methods on one axis, the converter, how certain we are, and feedback from
 * owners.
 */
export async function grinderPage(slug: string, visit: Visit, feedback?: GivenFeedback): Promise<Response> {
  const { ports, who } = visit
  const listed = ports.grinders.bySlug(slug)
  if (!listed) return noSuchGrinder(slug, visit)
  const [grinder, recipes, right] = await Promise.all([
    grinderFor(who, listed.id, ports),
    ports.recipes.list({ filter: { grinderId: listed.id }, sort: 'highest_rated', limit: 3 }),
    who && ports.learning.rightBrew(who.id, listed.id),
  ])
  const pair = pairIn(visit, grinder)
  return sitePage(visit, {
    title: `${fullName(grinder)} grind settings`,
    description: `Where to set the ${fullName(grinder)} for espresso, V60, French press and every other brew method, how far to move, and what a setting is on another grinder.`,
    canonical: `/grinders/${slug}`,
    section: 'Grinders',
    script: 'home.js',
    picture: grinderPicture(listed),
    ...(feedback?.fault && { status: faultStatus[feedback.fault.code] }),
    body: html`${pageTop(grinder, listed, visit)}
${grinderChart(grinder, visit)}
${converter(visit, pair, `/grinders/${slug}`)}
${Object.keys(pair.complaints).length > 0 ? '' : comparison(pair)}
${certainty(grinder, listed)}
<div class="part halves">${listed.known ? '' : right && !feedback ? rightPanel(grinder, right) : feedbackPanel(grinder, feedback, visit)}${calibratePanel(grinder, listed)}</div>
${recipes.total === 0 ? '' : brewedOn(listed, recipes, visit)}`,
  })
}

/** Stores feedback about a setting and returns to the page. */
export async function takeGrindFeedback(slug: string, visit: Visit): Promise<Response> {
  const { request, ports } = visit
  const form = await postedForm(request, ports)
  const [method, setting] = [form.get('method') ?? '', form.get('at') ?? '']
  const input = v.safeParse(GiveGrindFeedback, { grinder: slug, setting, method, feedback: form.get('feedback') })
  const { fault } = await attempt(() => {
    if (visit.refused) throw visit.refused
    if (!input.success) throw faultOf(input.issues[0])
    return giveGrindFeedback(input.output, ports, visit.who)
  })
  return fault ? grinderPage(slug, visit, { method, setting, fault }) : seeOther(`/grinders/${slug}?told=1#right`)
}

function pageTop(grinder: AnyGrinder, listed: StoredGrinder | DescribedGrinder, visit: Visit): Html {
  const { brand, slug, confidence } = grinder
  const isMine = visit.grinder?.slug === slug
  const owners = ownersInWords(grinder)
  return html`<nav class="crumbs" aria-label="Where you are"><a href="/grinders">Grinders</a>${icon('right')}<a href="/grinders?q=${encodeURIComponent(brand)}">${brand}</a></nav>
<div class="page-top"><div><h1 class="title">${wholeNames(fullName(grinder))}</h1>
<p class="facts">${grinder.calibrated ? chip('Yours, calibrated', 'sure') : chip(confidenceInWords[confidence], confidence === 'high' ? 'sure' : 'warm')}<span>${kindOf(grinder)}</span><span>${dialInWords(grinder)}</span>${'description' in listed ? saidOf(listed.description) : ''}${owners && !grinder.calibrated ? html`<span>${owners}</span>` : ''}</p></div>
${isMine ? html`<p class="chip warm">${logo()}This is your grinder</p>` : html`<form method="post" action="/choices"><input type="hidden" name="back" value="/grinders/${slug}"><button class="button" name="grinder" value="${slug}">${logo()}This is my grinder</button></form>`}</div>`
}

const confidenceInWords: Record<AnyGrinder['confidence'], string> = {
  high: 'High confidence',
  medium: 'Medium confidence',
  low: 'Low confidence',
  own: 'Described by you',
}

/** The burrs and the speed, if its owner gave them: "SSP 64 mm", "400 to 1,400 rpm". */
const saidOf = ({ burrSet, rpm }: DescribedGrinder['description']) =>
  html`${burrSet ? html`<span>${burrSet}</span>` : ''}${rpm ? html`<span>${rpm.min === rpm.max ? rpm.min : `${rpm.min} to ${rpm.max}`} rpm</span>` : ''}`

/** For example "Hand grinder, 39 mm conical burrs". */
const kindOf = (grinder: AnyGrinder) =>
  [grinder.drive === 'hand' ? 'Hand grinder' : 'Electric grinder', burrsIn(grinder)].filter(word => word).join(', ')

/** For example "0 to 40 clicks, 12 per turn". */
const dialInWords = (grinder: AnyGrinder) =>
  [
    dialRangeOf(grinder),
    grinder.stepsPerRotation === null
      ? ''
      : `${grinder.stepsPerRotation}${grinder.unit === 'clicks' ? '' : ' steps'} per turn`,
    grinder.finerIsHigher ? 'higher is finer' : '',
  ]
    .filter(word => word !== '')
    .join(', ')

function certainty(grinder: AnyGrinder, listed: StoredGrinder): Html {
  const { low, target, high } = methodById.v60.grindIndex
  const { label } = positionOn(grinder, target)
  const between = rangeLabelOf(grinder, rangeAround(grinder, target, uncertaintyAt(grinder, target)))
  const moved = rangeLabelOf(grinder, rangeOn(grinder, low, high))
  const owners = ownersInWords(grinder)
  const hasSources = grinder.sources.length > 0
  return html`<section class="part" id="sure" aria-labelledby="sure-title"><h2 id="sure-title">How sure are we?</h2>
<p class="quiet part-lead">${bandInWords(grinder)}</p>
<div class="certainty"><div class="panel">${curvePicture(grinder)}</div>
<dl class="stacked"><div><dt>${between} for a V60</dt><dd>Our best estimate is ${label} (about ${micronsAt(target)} µm, a typical pour-over grind). ${owners ? `${owners}; their settings range from ${between}.` : hasSources ? `Published charts range from ${between}.` : `It could be anywhere from ${between}.`}${grinder.known ? '' : ` The wider range in the table, ${moved}, covers differences in coffee and taste.`}</dd></div>
${grinder.calibrated ? html`<div><dt>Moved to your taste</dt><dd>You’ve calibrated this grinder; the dots are ${grinder.known ? 'the settings you know' : 'the published points on your dial'}.</dd></div>` : ''}
${grinder.notes ? html`<div><dt>Good to know</dt><dd>${grinder.notes}</dd></div>` : ''}
${hasSources ? html`<div><dt>Sources</dt><dd><ul>${grinder.sources.map(source => html`<li>${linked(source)}</li>`)}</ul></dd></div>` : ''}
${grinder.known ? html`<div><dt>Yours</dt><dd>Only you can see this grinder. <a href="/my-grinder?change=${listed.id}">Change it</a></dd></div>` : html`<div><dt>As data</dt><dd><a href="/api/widget/grinder/${grinder.slug}">JSON</a>, <a href="/llms-full.txt">plain text</a>, <a href="/docs/service#post-api-mcp">MCP</a></dd></div>`}</dl></div></section>`
}

/** Where the curve and its band come from. */
function bandInWords(grinder: AnyGrinder) {
  if (grinder.known)
    return 'The line runs through the settings you know. The band is how far off the line may be: narrow near those settings, wide elsewhere. Start here, then taste.'
  if (grinder.learned)
    return 'The line is our best guess, learned from the people who own this grinder. Four out of five of them find the right setting within the band. Start here, then taste.'
  if (grinder.sources.length === 0)
    return 'The line is our best guess, and the band is how far off it may be. Start here, then taste.'
  return 'The line is our best guess. The band is how far published sources disagree. Nothing here is measured: start here, then taste.'
}

function linked(source: string): Html {
  const { title, url } = sourceOf(source)
  return url === null ? html`${title}` : html`<a href="${url}" rel="noreferrer">${title}</a>`
}

const brewedOn = (
  grinder: StoredGrinder,
  { data, total }: Awaited<ReturnType<Visit['ports']['recipes']['list']>>,
  visit: Visit,
): Html =>
  html`<section class="part" aria-labelledby="brewed"><div class="part-top"><h2 id="brewed">Brewed on ${withArticle(grinder.model)}</h2><a class="all" href="/recipes?madeWith=${grinder.slug}">${total === 1 ? 'The recipe' : `All ${visit.words.number(total)} recipes`}</a></div>
<div class="cards row">${data.map(recipe => recipeCard(recipe, visit))}</div></section>`

const noSuchGrinder = (slug: string, visit: Visit) =>
  sitePage(visit, {
    title: 'Grinder not found',
    status: 404,
    body: html`<div class="plain"><h1>Grinder not found</h1>
<p>We don’t have a grinder called “${atMost(slug, 60)}”. Closest matches:</p>
<ul>${nearestTo(slug, visit.ports).map(near => html`<li><a href="/grinders/${near.slug}">${fullName(near)}</a></li>`)}</ul></div>`,
  })
