import * as v from 'valibot'
import { logBrew } from '../../../../core/brews/brews.ts'
import type { LogBrew } from '../../../../core/brews/model.ts'
import { publishRoasterRecipe } from '../../../../core/embeds/publish.ts'
import { Fault, faultOf } from '../../../../core/errors.ts'
import { WriteRecipe } from '../../../../core/personal-recipes/model.ts'
import { writeRecipe } from '../../../../core/personal-recipes/personal-recipes.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { faultStatus } from '../../faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { setOn, settableRing } from '../parts/dials.ts'
import { brewerIcon, icon, pen } from '../parts/pen.ts'
import { starsField, tasteTaps } from '../parts/taste.ts'
import { sentTo } from '../sent-form.ts'
import { taken } from '../taken.ts'
import { type BrewChoices, choicesFor } from './brew-choices.ts'
import {
  type BrewDraft,
  brewerName,
  brewIn,
  type Complaints,
  type DraftGear,
  draftFrom,
  draftGear,
  emptyDraft,
  settingOf,
  turned,
} from './draft.ts'
import { type LogStart, roasterRecipeIn, startOf } from './start.ts'

/** A brew to log: what was tasted, the ring and the figures, as they were last time or as a recipe has them. */
export async function logPage(visit: OwnVisit): Promise<Response> {
  const sent = sentTo('/me/log', visit)
  const asked = sent ?? visit.url.searchParams
  const start = await startOf(visit.url.searchParams, visit)
  const draft = await turned(draftFrom(asked, start.draft), asked, visit)
  return shown(visit, { draft, how: sent?.get('how') ?? start.how, isRecipe: asked.get('as') === 'recipe' })
}

/** The form was sent: the next step is on the brew's own page. What cannot be logged comes back as it was typed. */
export async function logPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const draft = draftFrom(form, emptyDraft)
  const gear = await draftGear(draft, visit)
  const start = { draft, how: form.get('how') ?? '', isRecipe: form.get('as') === 'recipe' }
  const roasters = roasterRecipeIn(draft.recipe)
  const { input, complaints } = brewIn(roasters ? { ...draft, recipe: '' } : draft, gear, words)
  if (!input) return shown(visit, start, { complaints })
  const { done, fault } = await taken(async () => {
    if (start.isRecipe) return `/me/recipes/${await writtenDown(input, visit)}`
    const recipeId = roasters ? await publishRoasterRecipe(roasters, ports) : input.recipeId
    const { brewLog } = await logBrew({ ...input, recipeId }, ports, who)
    return `/me/brews/${brewLog.id}?saved`
  })
  if (!fault) return seeOther(done)
  const ofSetting = fault.code === 'setting-off-dial' || fault.message.startsWith('setting ')
  return shown(visit, start, ofSetting ? { complaints: { grindSetting: fault.message } } : { fault })
}

/** The same figures as a recipe of one's own, which needs them all. */
async function writtenDown(brew: v.InferOutput<typeof LogBrew>, { ports, who }: OwnVisit): Promise<number> {
  const { doseGrams, waterGrams, machineId } = brew
  if (doseGrams === null || waterGrams === null || brew.grindSetting === null)
    throw new Fault('invalid', 'A recipe needs its coffee, its water and a grind setting.')
  const method = brew.method ?? (machineId === null ? undefined : ports.machines.byId(machineId)?.brewMethod)
  const written = v.safeParse(WriteRecipe, { ...brew, method, ratio: ratioOf(doseGrams, waterGrams) })
  if (!written.success) throw faultOf(written.issues[0])
  return (await writeRecipe(written.output, ports, who)).recipe.id
}

/** Or a recipe to write down: the same without what was tasted. */
type ShownDraft = LogStart & { isRecipe: boolean }

interface WrongDraft {
  complaints?: Complaints | undefined
  fault?: Fault
}

async function shown(visit: OwnVisit, start: ShownDraft, wrong: WrongDraft = {}): Promise<Response> {
  const { draft, isRecipe } = start
  const { complaints = {}, fault } = wrong
  const gear = await draftGear(draft, visit)
  const choices = await choicesFor(draft, visit)
  const title = isRecipe ? 'Write it down' : 'How was it?'
  const isWrong = fault !== undefined || Object.keys(complaints).length > 0
  return sitePage(visit, {
    title,
    status: fault ? faultStatus[fault.code] : isWrong ? 400 : 200,
    script: 'log.js',
    body: html`<form class="log" data-ring method="post" action="/me/log"><button hidden>Save</button>${isRecipe ? html`<input type="hidden" name="as" value="recipe">` : ''}<div class="log-head"><h1>${title}</h1>
${isWrong ? notice('wrong', 'Not saved yet.', fault ? fault.message : 'Look at what is marked below; the rest is kept.') : ''}${chosen(start, gear, choices, visit)}</div>
<div class="log-ring">${theRing(draft, gear, visit)}</div>
<div class="log-taps">${isRecipe ? more(draft, gear, complaints, isRecipe) : tasteTaps(draft.taste)}</div>
<div class="log-brewed">${asBrewed(draft, complaints, visit)}${isRecipe ? '' : more(draft, gear, complaints, isRecipe)}</div>
<div class="log-end">${starsField(draft.rating)}<button class="button wide">${isRecipe ? 'Keep this recipe' : 'Save, and show the next step'}</button></div></form>`,
  })
}

/** What was brewed, and how to say that it was something else. */
function chosen({ draft, how }: LogStart, gear: DraftGear, choices: BrewChoices, visit: OwnVisit): Html {
  const { coffee } = choices
  const brewer = brewerName(gear)
  return html`<details class="panel chosen"${gear.grinder ? '' : html` open`}><summary>${gear.method ? brewerIcon(gear.method) : ''}<span><b>${coffee ?? brewer}</b>${coffee ? `${brewer}, ` : ''}${how}</span><span class="all">Change</span></summary>
${draft.recipe === '' ? '' : html`<input type="hidden" name="recipe" value="${draft.recipe}">`}<input type="hidden" name="how" value="${how}"><input type="hidden" name="onGrinder" value="${draft.grinder}">
${choiceField('coffee', 'Coffee', choices.coffees, draft.coffee)}${choiceField('brewer', 'Brewer', choices.brewers, draft.brewer)}${choiceField('grinder', 'Grinder', choices.grinders, draft.grinder)}
<button class="button soft small" formmethod="get" formnovalidate>Use these</button>
${choices.starts.length === 0 ? '' : html`<h2 class="small">Or start from</h2><ul class="starts">${choices.starts.map(([href, name, what]) => html`<li><a href="${href}">${name}</a> <span class="quiet">${what}</span></li>`)}</ul>`}${visit.url.searchParams.has('nothing') ? '' : html`<p><a href="/me/log?nothing">Nothing: as it is usually brewed</a></p>`}</details>`
}

function theRing(draft: BrewDraft, gear: DraftGear, { ports }: OwnVisit): Html {
  const setting = settingOf(draft, gear)
  if (gear.grinder && setting !== undefined) return settableRing(setOn(gear.grinder, setting))
  const dial = gear.grinder ?? ports.grinders.list()[0]
  const sentence = gear.grinder ? 'No setting yet.' : 'No grinder yet.'
  return html`<div class="dial">${dial ? ring(pen, { dial: dialFrom(dial), sentence }) : ''}<p class="range-words">${gear.grinder ? 'Write your setting below' : 'Choose your grinder above'}</p></div>`
}

function asBrewed(draft: BrewDraft, complaints: Complaints, { words }: OwnVisit): Html {
  const stepper = (name: keyof BrewDraft & string, label: string, unit: string, step: number, mode = 'decimal') => {
    const complaint = complaints[name]
    return html`<div class="stepper" data-step="${step}"><button type="button" hidden data-by="-1" aria-label="Less: ${label}">${icon('minus')}</button><label for="${name}">${label}</label><span class="typed"><input id="${name}" name="${name}" value="${String(draft[name])}" inputmode="${mode}" autocomplete="off" size="5"${complaint ? html` aria-invalid="true" aria-describedby="${name}-complaint"` : ''}><span aria-hidden="true">${unit}</span></span><button type="button" hidden data-by="1" aria-label="More: ${label}">${icon('plus')}</button>${complaint ? html`<p class="complaint" id="${name}-complaint">${icon('fault')}${complaint}</p>` : ''}</div>`
  }
  return html`<fieldset class="steppers"><legend>As brewed</legend>${stepper('doseGrams', 'Coffee', 'g', 0.1)}${stepper('waterGrams', 'Water', 'g', 5)}${stepper('waterTemp', 'Temp', words.unit, 1)}${stepper('brewTime', 'Time', '', 5, 'text')}</fieldset>`
}

/** What few change each time. */
function more(draft: BrewDraft, { grinder }: DraftGear, complaints: Complaints, isRecipe: boolean): Html {
  const isOpen =
    isRecipe || complaints.grindSetting || complaints.daysOffRoast || complaints.notes || draft.grindSetting === ''
  return html`<details class="more"${isOpen ? html` open` : ''}><summary>Setting, age of the beans, notes</summary>
${textField('grindSetting', grinder ? `Setting of the ${grinder.model}` : 'Grind setting', { value: draft.grindSetting, complaint: complaints.grindSetting, more: html`autocomplete="off"` })}
${textField('daysOffRoast', 'Days since roasting', { value: draft.daysOffRoast, complaint: complaints.daysOffRoast, more: html`inputmode="decimal" autocomplete="off"` })}
<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="3" maxlength="5000">${draft.notes}</textarea>${complaints.notes ? html`<p class="complaint">${icon('fault')}${complaints.notes}</p>` : ''}</div></details>`
}
