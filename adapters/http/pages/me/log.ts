import { styledName } from '../../../../core/adaptation/styles.ts'
import { logBrew } from '../../../../core/brews/log-brew.ts'
import { publishRoasterRecipe } from '../../../../core/embeds/publish.ts'
import { capital } from '../../../../core/names.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, grinderField, textField } from '../parts/controls.ts'
import { brewerIcon } from '../parts/pen.ts'
import { starsField, tasteTaps } from '../parts/taste.ts'
import { readerClock } from '../reader-clock.ts'
import { sentTo } from '../sent-form.ts'
import { standNow } from '../stand-now.ts'
import { type BrewChoices, choicesFor } from './brew-choices.ts'
import {
  brewedAtField,
  brewedStyleField,
  draftRing,
  figureSteppers,
  measuredFields,
  notesField,
  settingField,
  techniqueField,
} from './brew-fields.ts'
import { type Complaints, complaintIn, type WrongDraft, withWrong } from './complaints.ts'
import {
  type BrewDraft,
  brewerName,
  brewIn,
  type DraftGear,
  draftFrom,
  draftGear,
  emptyDraft,
  styleIn,
  turned,
} from './draft.ts'
import { cupsTyped, drunkIn, householdOf, starsOfEach, tapsOfEach, whoField } from './household.ts'
import { drinkersNow } from './household-brews.ts'
import { type LogStart, roasterRecipeIn, startOf } from './start.ts'

/**
 * The form to log a brew: the taste, the ring and the figures, filled in from the last brew or a
 * recipe.
 */
export async function logPage(visit: OwnVisit): Promise<Response> {
  const sent = sentTo('/me/log', visit)
  const asked = sent ?? visit.url.searchParams
  const start = await startOf(visit.url.searchParams, visit)
  const draft = await turned(draftFrom(asked, start.draft), asked, visit)
  return logPageWith(visit, { draft, how: sent?.get('how') ?? start.how, typed: asked })
}

/**
 * Saves the brew and continues to its page with the next step. A refused form is shown again as it
 * was typed.
 */
export async function logPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const draft = draftFrom(form, emptyDraft)
  const gear = await draftGear(draft, visit)
  const start = { draft, how: form.get('how') ?? '', typed: form }
  const roasters = roasterRecipeIn(draft.recipe)
  const { instantAt } = readerClock(visit)
  const cups = cupsTyped(form, await householdOf(visit))
  const given = roasters ? { ...draft, recipe: '' } : draft
  const { input, complaints } = brewIn(given, gear, words, instantAt, cups && drunkIn(cups))
  if (!input) return logPageWith(visit, start, { complaints })
  const { done, fault } = await attempt(async () => {
    const recipeId = roasters ? await publishRoasterRecipe(roasters, ports) : input.recipeId
    const { brewLog } = await logBrew({ ...input, recipeId }, ports, who)
    return `/me/brews/${brewLog.id}?saved`
  })
  if (!fault) return seeOther(done)
  const complaint = complaintIn(fault, words, gear)
  return logPageWith(visit, start, complaint ? { complaints: complaint } : { fault })
}

async function logPageWith(
  visit: OwnVisit,
  start: LogStart & { typed: URLSearchParams },
  wrong: WrongDraft = {},
): Promise<Response> {
  const { draft } = start
  const { complaints = {}, fault } = wrong
  const gear = await draftGear(draft, visit)
  const choices = await choicesFor(draft, visit, true)
  const household = await householdOf(visit)
  const cups = cupsTyped(start.typed, household) ?? start.cups ?? (await drinkersNow(gear, household, visit))
  const stand = await standNow(gear.grinder && { grinder: gear.grinder, whose: 'your' }, visit)
  const isWrong = fault !== undefined || Object.keys(complaints).length > 0
  return sitePage(visit, {
    title: 'How was it?',
    status: fault ? faultStatus[fault.code] : isWrong ? 400 : 200,
    script: 'log.js',
    body: withWrong(
      wrong,
      summary => html`<form class="log" data-ring method="post" action="/me/log"><button hidden>Save</button><div class="log-head"><h1>How was it?</h1>
${summary}${chosen(start, gear, choices, complaints, visit)}</div>
<div class="log-ring">${draftRing(draft, gear, visit, stand)}</div>
<div class="log-taps">${household.length === 0 ? tasteTaps(draft.taste) : html`${whoField(household, cups)}${tapsOfEach(household, cups)}`}</div>
<div class="log-brewed">${figureSteppers('As brewed', draft, gear, complaints, visit)}${more(draft, gear, complaints, visit)}${measuredFields(draft, gear, complaints)}</div>
<div class="log-end">${household.length === 0 ? starsField(draft.rating) : starsOfEach(household, cups)}<button class="button wide">Save and show the next step</button></div></form>`,
    ),
  })
}

/** What was brewed, with a way to change it. */
function chosen(
  { draft, how }: LogStart,
  gear: DraftGear,
  choices: BrewChoices,
  wrong: Complaints,
  visit: OwnVisit,
): Html {
  const { coffee } = choices
  const brewer = styledName(styleIn(draft.style, gear), brewerName(gear))
  const isOpen = !gear.grinder || wrong.coffee || wrong.brewer || wrong.grinder
  return html`<details class="panel chosen"${isOpen ? html` open` : ''}><summary>${gear.method ? brewerIcon(gear.method) : ''}<span><b>${coffee ?? capital(brewer)}</b>${coffee ? `${capital(brewer)}, ` : ''}${how}</span><span class="all">Change</span></summary>
${draft.recipe === '' ? '' : html`<input type="hidden" name="recipe" value="${draft.recipe}">`}<input type="hidden" name="how" value="${how}"><input type="hidden" name="onGrinder" value="${draft.grinder}">
${choiceField('coffee', 'Coffee', choices.coffees, draft.coffee, wrong.coffee)}${choiceField('brewer', 'Brewer', [...choices.brewers, choices.otherBrewers], draft.brewer, wrong.brewer)}${brewedStyleField(draft.style, gear)}${draft.recipe === '' ? techniqueField(gear.technique?.slug ?? '', gear, visit) : ''}${grinderField('grinder', 'Grinder', visit.ports.grinders.list(), draft.grinder, { yours: choices.ownGrinders, without: 'No grinder', complaint: wrong.grinder })}
<button class="button soft small" formmethod="get" formnovalidate>Use these</button>
${choices.starts.length === 0 ? '' : html`<h2 class="small">Or start from</h2><ul class="starts">${choices.starts.map(([href, name, what]) => html`<li><a href="${href}">${name}</a> <span class="quiet">${what}</span></li>`)}</ul>`}${visit.url.searchParams.has('nothing') ? '' : html`<p><a class="all" href="/me/log?nothing">Start from our usual recipe</a></p>`}</details>`
}

/** Fields that few people change each time. */
function more(draft: BrewDraft, gear: DraftGear, complaints: Complaints, visit: OwnVisit): Html {
  const { grindSetting, daysOffRoast, brewedAt, notes } = complaints
  const isOpen = grindSetting || daysOffRoast || brewedAt || notes || draft.grindSetting === ''
  return html`<details class="more"${isOpen ? html` open` : ''}><summary>Setting, bean age, time, notes</summary>
${settingField(draft, gear, complaints)}
${textField('daysOffRoast', 'Days since roasting', { value: draft.daysOffRoast, complaint: complaints.daysOffRoast, more: html`inputmode="decimal" autocomplete="off"` })}
${brewedAtField('When, if not just now', draft.brewedAt, complaints.brewedAt, readerClock(visit).nowLocal)}
${notesField(draft.notes, complaints.notes)}</details>`
}
