import * as v from 'valibot'
import { deleteBrew, getBrew, reviseBrew } from '../../../../core/brews/brews.ts'
import { ReviseBrew } from '../../../../core/brews/model.ts'
import { saveBrewAsRecipe, saveNextStepAsRecipe } from '../../../../core/brews/save-as-recipe.ts'
import { FIRST_DRINKER } from '../../../../core/drinkers/model.ts'
import { faultOf } from '../../../../core/errors.ts'
import { inARow } from '../../../../core/names.ts'
import { numberOrText } from '../../../../core/numbers.ts'
import { attempt } from '../attempt.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { extractionScale } from '../parts/extraction.ts'
import { numberBlock, waterLabel } from '../parts/figures.ts'
import { icon } from '../parts/pen.ts'
import { feedbackIn, starsField, tapsOf, tasteTaps } from '../parts/taste.ts'
import { techniquePath } from '../parts/technique-card.ts'
import { readerClock } from '../reader-clock.ts'
import type { Reading, Words } from '../words.ts'
import { type DetailsForm, detailsForm, detailsIn, detailsOf, isWrong } from './brew-details.ts'
import { brewedStyleField, techniqueField } from './brew-fields.ts'
import { brewName } from './brew-name.ts'
import { complaintIn } from './complaints.ts'
import {
  cupsOf,
  cupsTyped,
  drunkIn,
  type HouseholdMember,
  householdFields,
  householdOf,
  whoseStep,
} from './household.ts'
import { brewAsDrunk, drinkerIn, shownDrinker } from './household-brews.ts'
import {
  brewAgainButton,
  type CoachedBrew,
  coachedOn,
  keptFigure,
  stepReason,
  stepRing,
  stepTitle,
  stillSo,
  whatStays,
} from './next-step.ts'
import { idOf, type Params } from './path.ts'

/** One brew: what to change next time and why, then what was logged. */
export async function ownBrewPage(visit: OwnVisit, params: Params): Promise<Response> {
  const brewLog = await brewAsDrunk(idOf(params), visit)
  return brewPageWith(visit, brewLog, { typed: detailsOf(brewLog, visit), complaints: {} })
}

async function brewPageWith(visit: OwnVisit, brewLog: CoachedBrew['brew'], details: DetailsForm): Promise<Response> {
  const { url, words } = visit
  const coached = await coachedOn(brewLog, visit)
  const household = await householdOf(visit)
  const whose = shownDrinker(brewLog, visit)
  const asked = url.searchParams
  const done = asked.has('kept') ? 'Saved to your recipes' : asked.has('saved') ? 'Saved' : ''
  const title = stepTitle(coached, words)
  const stays = whatStays(coached, words)
  const canKeep = brewLog.grindSetting !== null && brewLog.doseGrams !== null && brewLog.waterGrams !== null
  return sitePage(visit, {
    title,
    status: isWrong(details) ? 400 : 200,
    script: 'me.js',
    body: html`<div class="next"><div class="next-ring">${stepRing(coached)}</div><div class="next-words">${done ? html`<p class="done" role="status">${icon('check')}${done}</p>` : html`<p class="done quiet">${brewName(brewLog)}</p>`}
${whoseStep(
  (brewLog.drinkerIds ?? [FIRST_DRINKER]).map(id => [id, `/me/brews/${brewLog.id}?drinker=${id}`]),
  whose,
  household,
)}<h1>${title}${title.endsWith('?') ? '' : '.'}</h1>
<p class="lead">${stepReason(coached, words)}</p>
<div class="buttons">${brewAgainButton(coached, words, 'Start timer', '', drinkerIn(asked))}${canKeep && !asked.has('kept') ? html`<form method="post" action="/me/brews/${brewLog.id}/keep"><button class="button outlined">${icon('check')}Keep ${keptFigure(coached, words) ?? 'it'} ${brewLog.coffee ? 'for this coffee' : ''}</button></form>` : ''}</div>
${brewLog.nextStep && !CHANGES_NOTHING.has(brewLog.nextStep.change) && stays.length > 0 ? html`<p class="stays">One change at a time: <b>${inARow(stays)} ${stays.length === 1 ? 'stays' : 'stay'}.</b> ${stillSo(coached, words)}</p>` : ''}</div></div>
${loggedPart(coached, details, household, visit)}`,
  })
}

/** Steps after which there is no "one change at a time". */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(['none', 'repeat'])

/** What was logged, with ways to correct, save or delete it. */
function loggedPart(
  coached: CoachedBrew,
  details: DetailsForm,
  household: readonly HouseholdMember[],
  visit: OwnVisit,
): Html {
  const { brew } = coached
  const { words } = visit
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds } = brew
  const figures: [string, Reading][] = [
    ...(doseGrams === null ? [] : [['Coffee', words.grams(doseGrams)] as [string, Reading]]),
    ...(waterGrams === null ? [] : [[waterLabel(brew.method), words.grams(waterGrams)] as [string, Reading]]),
    ...(waterTempF === null ? [] : [['Temp', words.temperature(waterTempF)] as [string, Reading]]),
    ...(brewTimeSeconds === null ? [] : [['Time', words.time(brewTimeSeconds)] as [string, Reading]]),
  ]
  const gear = { method: brew.method, machine: machineOf(brew, visit) }
  const measured = measuredIn(brew, words)
  const praise = brew.isBest ? 'your best of this coffee' : brew.isFavourite ? 'a favourite' : ''
  const hasWords = brew.extractionFeedback !== null
  return html`<section class="part logged" aria-labelledby="logged"><div class="part-top"><div><h2 id="logged">What you logged</h2><p class="quiet">${[brewName(brew), brew.grindLabel ?? '', readerClock(visit).short(brew.brewedAt), praise].filter(Boolean).join(' · ')}</p></div></div>
${versionOf(brew)}${techniqueOf(brew, visit)}${figures.length === 0 ? '' : numberBlock(figures)}${measured.length === 0 ? '' : html`<h3 class="small">Measured</h3>${numberBlock(measured, 'tiny')}${extractionScale(brew, words)}`}${brew.notes ? html`<p class="said" dir="auto">${brew.notes}</p>` : ''}
<details class="more"${hasWords ? '' : html` open`}><summary>${hasWords ? 'Change how it tasted' : 'How did it taste?'}</summary><form method="post" action="/me/brews/${brew.id}"${household.length === 0 ? '' : html` data-household`}><input type="hidden" name="part" value="taste">${household.length === 0 ? html`${tasteTaps(tapsOf(brew.extractionFeedback))}${starsField(String(brew.rating ?? ''))}` : householdFields(household, cupsOf(brew))}${brewedStyleField(brew.style ?? '', gear)}${brew.recipeId === null ? techniqueField(brew.technique ?? '', gear, visit) : ''}
<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="3" maxlength="5000">${brew.notes ?? ''}</textarea></div><button class="button soft">Save what you tasted</button></form></details>
${detailsForm(coached.brew, details, visit)}
<details class="more"><summary>Keep, share or delete this brew</summary><div class="buttons">${brew.savedAsRecipe ? html`<a class="button small outlined" href="/me/recipes">See it in your recipes</a>` : html`<form method="post" action="/me/brews/${brew.id}/recipe"><button class="button small outlined">Save as a recipe</button></form>`}<a class="button small outlined" href="/recipes/new?from=brew-${brew.id}">Share it as a recipe</a><form method="post" action="/me/brews/${brew.id}/delete"><button class="button small outlined">Delete this brew</button></form></div></details></section>`
}

/** The recipe may have been edited since, so it says which version it was. */
const versionOf = ({ recipeId, recipeVersion }: CoachedBrew['brew']): Html =>
  recipeId === null || recipeVersion === null
    ? html``
    : html`<p class="quiet">Brewed from <a href="/recipes/${recipeId}/versions">version ${recipeVersion} of the recipe</a></p>`

const techniqueOf = ({ technique }: CoachedBrew['brew'], { ports }: OwnVisit): Html => {
  const known = technique === null ? undefined : ports.techniques.bySlug(technique)
  return known ? html`<p class="quiet">Technique: <a href="${techniquePath(known.slug)}">${known.name}</a></p>` : html``
}

const machineOf = ({ machineId }: CoachedBrew['brew'], { ports }: OwnVisit) =>
  machineId === null ? undefined : ports.machines.byId(machineId)

/** What was measured with a scale, a refractometer and a clock. */
function measuredIn(brew: CoachedBrew['brew'], words: Words): [string, Reading][] {
  const { beverageGrams, tdsPercent, extractionPercent, bloomSeconds, firstDripSeconds } = brew
  const known: [string, Reading | null][] = [
    ['In the cup', beverageGrams === null ? null : words.grams(beverageGrams)],
    ['TDS', tdsPercent === null ? null : { number: words.measuredPercent(tdsPercent) }],
    ['Extraction yield', extractionPercent === null ? null : { number: words.measuredPercent(extractionPercent) }],
    ['Bloom', bloomSeconds === null ? null : words.time(bloomSeconds)],
    ['First drip', firstDripSeconds === null ? null : words.time(firstDripSeconds)],
  ]
  return known.flatMap(([label, reading]) => (reading ? [[label, reading] as [string, Reading]] : []))
}

/** Changes how it tasted, or when it was brewed and what was measured: the page has a form for each. */
export async function ownBrewRevised(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const id = idOf(params)
  if (form.get('part') === 'details') return detailsRevised(id, form, visit)
  const rating = form.get('rating')
  const cups = cupsTyped(form, await householdOf(visit))
  const { brewLog } = await getBrew({ id }, ports, who)
  // The taste alone can be sent, too, which changes nothing else.
  const hasRest = form.has('notes')
  const review = v.safeParse(ReviseBrew, {
    id,
    rating: rating ? numberOrText(rating) : hasRest ? null : undefined,
    notes: hasRest ? form.get('notes')?.trim() || null : undefined,
    // The form omits the style if the brewer has only one.
    style: form.has('style') ? form.get('style') || null : undefined,
    technique: form.has('technique') ? form.get('technique') || null : undefined,
    extractionFeedback: feedbackIn(form.getAll('taste')),
    ...(cups && drunkIn(cups, brewLog.cups !== undefined)),
  })
  if (!review.success) throw faultOf(review.issues[0])
  await reviseBrew(review.output, ports, who)
  return seeOther(`/me/brews/${id}?saved`)
}

async function detailsRevised(id: number, form: URLSearchParams, visit: OwnVisit): Promise<Response> {
  const { ports, who } = visit
  const { brewLog } = await getBrew({ id }, ports, who)
  const { typed, input, complaints } = detailsIn(form, brewLog, visit)
  if (!input) return brewPageWith(visit, brewLog, { typed, complaints })
  const { fault } = await attempt(() => reviseBrew(input, ports, who))
  if (!fault) return seeOther(`/me/brews/${id}?saved`)
  const complaint = complaintIn(fault, visit.words, { method: brewLog.method })
  if (!complaint) throw fault
  return brewPageWith(visit, brewLog, { typed, complaints: complaint })
}

export async function ownNextStepSaved({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await saveNextStepAsRecipe({ id: idOf(params) }, ports, who)
  return seeOther(`/me/brews/${idOf(params)}?kept`)
}

export async function ownBrewSaved({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await saveBrewAsRecipe({ id: idOf(params) }, ports, who)
  return seeOther(`/me/brews/${idOf(params)}?kept`)
}

export async function ownBrewDeleted({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await deleteBrew({ id: idOf(params) }, ports, who)
  return seeOther('/me/brews')
}
