import { listBrews, logBrew } from '../../../../core/brews/brews.ts'
import { listOwnedGrinders, listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import { Fault } from '../../../../core/errors.ts'
import { methodById, methodIds } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { LIBRARY_LIMIT } from '../../../../core/library/library.ts'
import { recipeName } from '../../../../core/recipes/model.ts'
import { listSavedRecipes } from '../../../../core/recipes/saved-recipes.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { faultStatus } from '../../faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { type Choice, choiceField, notice, textField } from '../parts/controls.ts'
import { setOn, settableRing } from '../parts/dials.ts'
import { brewerIcon, icon, pen } from '../parts/pen.ts'
import { starsField, tasteTaps } from '../parts/taste.ts'
import {
  anyOf,
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
import { type LogStart, startOf } from './start.ts'
import { whenFor } from './when.ts'

/** A brew to log: what was tasted, the ring and the figures, as they were last time or as a recipe has them. */
export async function logPage(visit: OwnVisit): Promise<Response> {
  const asked = visit.url.searchParams
  const start = await startOf(asked, visit)
  const draft = await turned(draftFrom(asked, start.draft), asked, visit)
  return shown(visit, { ...start, draft })
}

/** The form was sent: the next step is on the brew's own page. What cannot be logged comes back as it was typed. */
export async function logPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const draft = draftFrom(form, emptyDraft)
  const gear = await draftGear(draft, visit)
  const start = { draft, how: form.get('how') ?? '' }
  const { input, complaints } = brewIn(draft, gear, words)
  if (!input) return shown(visit, start, { complaints })
  try {
    const { brewLog } = await logBrew(input, ports, who)
    return seeOther(`/me/brews/${brewLog.id}?saved`)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const ofSetting = error.code === 'setting-off-dial' || error.message.startsWith('setting ')
    return shown(visit, start, ofSetting ? { complaints: { grindSetting: error.message } } : { fault: error })
  }
}

interface WrongDraft {
  complaints?: Complaints | undefined
  fault?: Fault
}

async function shown(visit: OwnVisit, start: LogStart, wrong: WrongDraft = {}): Promise<Response> {
  const { draft } = start
  const { complaints = {}, fault } = wrong
  const gear = await draftGear(draft, visit)
  const choices = await choicesFor(draft, visit)
  const isWrong = fault !== undefined || Object.keys(complaints).length > 0
  return sitePage(visit, {
    title: 'How was it?',
    status: fault ? faultStatus[fault.code] : isWrong ? 400 : 200,
    script: 'log.js',
    body: html`<form class="log" data-ring method="post" action="/me/log"><button hidden>Save</button><div class="log-head"><h1>How was it?</h1>
${isWrong ? notice('wrong', 'Not saved yet.', fault ? fault.message : 'Look at what is marked below; the rest is kept.') : ''}${chosen(start, gear, choices, visit)}</div>
<div class="log-ring">${theRing(draft, gear, visit)}</div>
<div class="log-taps">${tasteTaps(draft.taste)}</div>
<div class="log-brewed">${asBrewed(draft, complaints, visit)}${more(draft, gear, complaints)}</div>
<div class="log-end">${starsField(draft.rating)}<button class="button wide">Save, and show the next step</button></div></form>`,
  })
}

/** What was brewed, and how to say that it was something else. */
function chosen({ draft, how }: LogStart, gear: DraftGear, choices: Choices, visit: OwnVisit): Html {
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
function more(draft: BrewDraft, { grinder }: DraftGear, complaints: Complaints): Html {
  const isOpen = complaints.grindSetting || complaints.daysOffRoast || complaints.notes || draft.grindSetting === ''
  return html`<details class="more"${isOpen ? html` open` : ''}><summary>Setting, age of the beans, notes</summary>
${textField('grindSetting', grinder ? `Setting of the ${grinder.model}` : 'Grind setting', { value: draft.grindSetting, complaint: complaints.grindSetting, more: html`autocomplete="off"` })}
${textField('daysOffRoast', 'Days since roasting', { value: draft.daysOffRoast, complaint: complaints.daysOffRoast, more: html`inputmode="decimal" autocomplete="off"` })}
<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="3" maxlength="5000">${draft.notes}</textarea>${complaints.notes ? html`<p class="complaint">${icon('fault')}${complaints.notes}</p>` : ''}</div></details>`
}

interface Choices {
  /** The name of the one that is chosen. */
  coffee: string | undefined
  coffees: [string, Choice[]][]
  brewers: [string, Choice[]][]
  grinders: [string, Choice[]][]
  /** Address, name, and what it is. */
  starts: [string, string, string][]
}

/** One's own first, then all there is. */
async function choicesFor(draft: BrewDraft, visit: OwnVisit): Promise<Choices> {
  const { ports, who } = visit
  const [library, brewed, popular, grinders, machines, saved] = await Promise.all([
    ports.library.list(who.id, LIBRARY_LIMIT),
    listBrews({ limit: 30 }, ports, who),
    ports.coffees.list({ sort: 'popular', limit: 30 }),
    listOwnedGrinders(undefined, ports, who),
    listOwnedMachines(undefined, ports, who),
    listSavedRecipes({ page: 1, limit: 4 }, ports, who),
  ])
  const named = Number(draft.coffee) ? await ports.coffees.byId(Number(draft.coffee)) : undefined
  const shelf = unique([
    ...(named ? [coffeeChoice(named)] : []),
    ...library.map(({ coffee }) => coffeeChoice(coffee)),
    ...brewed.data.flatMap(({ coffee }) => (coffee ? [coffeeChoice(coffee)] : [])),
  ])
  const when = whenFor(visit)
  const recent = unique(brewed.data.map(one => ({ ...one, value: `${one.coffeeProfileId}-${one.method}` })))
  return {
    coffee: named?.name,
    coffees: withOthers('Your shelf', shelf, 'Popular', popular.data.map(coffeeChoice), 'No coffee named'),
    brewers: [
      ...withOthers(
        'Yours',
        machines.machines.map(({ slug, ...one }) => ({ value: slug, label: fullName(one) })),
        'All',
        ports.machines.list().map(one => ({ value: one.slug, label: fullName(one) })),
      ),
      ['Any other', methodIds.map(method => ({ value: anyOf(method), label: methodById[method].name }))],
    ],
    grinders: withOthers(
      'Yours',
      grinders.grinders.map(({ slug, brand, model }) => ({ value: slug, label: fullName({ brand, model }) })),
      'All',
      ports.grinders.list().map(one => ({ value: one.slug, label: fullName(one) })),
      'No grinder named',
    ),
    starts: [
      ...recent
        .slice(0, 4)
        .map((one): [string, string, string] => [
          `/me/log?again=${one.id}`,
          one.coffee?.name ?? methodById[one.method].name,
          `${methodById[one.method].name}, ${when.like(one.createdAt)}`,
        ]),
      ...saved.savedRecipes.map(({ recipe }): [string, string, string] => [
        `/me/log?recipe=${recipe.id}`,
        recipeName(recipe.coffee.name, fullName(recipe.machine)),
        'saved',
      ]),
    ],
  }
}

const coffeeChoice = ({ id, name, roasterName }: { id: number; name: string; roasterName?: string }): Choice => ({
  value: String(id),
  label: roasterName ? `${name}, ${roasterName}` : name,
})

function withOthers(own: string, mine: Choice[], rest: string, all: Choice[], none?: string): [string, Choice[]][] {
  const others = all.filter(({ value }) => !mine.some(one => one.value === value))
  return [
    ...(none === undefined ? [] : [['', [{ value: '', label: none }]] as [string, Choice[]]]),
    ...(mine.length === 0 ? [] : [[own, mine] as [string, Choice[]]]),
    [rest, others],
  ]
}

const unique = <T extends { value: string }>(some: T[]): T[] => [...new Map(some.map(one => [one.value, one])).values()]
