import { capital } from '../../../../core/names.ts'
import { stepActions } from '../../../../core/recipes/steps.ts'
import { faultStatus } from '../../faults.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField, grinderField, textField } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'
import { starsField } from '../parts/taste.ts'
import { tastedFields } from '../parts/tasted.ts'
import { choicesFor } from './brew-choices.ts'
import { draftRing, figureSteppers, notesField, settingField } from './brew-fields.ts'
import { stepAnchor, withWrong } from './complaints.ts'
import { draftGear } from './draft.ts'
import { isStep, type RecipeDraft, type StepChange, type WrongRecipe } from './recipe-draft.ts'

export interface RecipeForm {
  title: string
  lead: Html | string
  /** The path that it is posted to. Opening it again turns the ring without a script. */
  action: string
  draft: RecipeDraft
  /** What can be chosen: coffee and gear for a new recipe, only gear for a published one. */
  chooses: readonly ('coffee' | 'gear' | 'filter')[]
  /** A personal recipe has a name and stars; a published one does not. */
  isPersonal: boolean
  button: string
  /** Where Cancel leads. */
  back: string
  /** Other things that can be done with it. */
  more?: Html
  /** The steps changed: one was added, or that of this row was removed. */
  stepChange?: StepChange
  wrong?: WrongRecipe | undefined
}

/** The form for a new or existing recipe: ring and figures, what it is for, steps and notes. */
export async function recipeForm(visit: OwnVisit, form: RecipeForm): Promise<Response> {
  const { draft, wrong, isPersonal } = form
  const isFork = draft.basedOn !== ''
  const { title, lead } = isFork ? forked(form) : form
  const complaints = wrong?.complaints ?? {}
  const gear = await draftGear(draft, visit)
  const chosen = await chosenGear(form, visit)
  return sitePage(visit, {
    title,
    ...(wrong && { status: wrong.fault ? faultStatus[wrong.fault.code] : 400 }),
    script: 'log.js',
    body: withWrong(
      wrong,
      summary => html`<form class="log writing" data-ring method="post" action="${form.action}"><button hidden>Save</button>${draft.basedOn ? html`<input type="hidden" name="basedOn" value="${draft.basedOn}">` : ''}<div class="log-head"><h1>${title}</h1><p class="lead">${lead}</p>
${summary}${isPersonal ? textField('name', 'Name', { value: draft.name, complaint: complaints.name, more: html`maxlength="200" autocomplete="off"` }) : ''}${chosen}</div>
<div class="log-ring">${draftRing(draft, gear, visit)}</div>
<div class="log-taps">${stepRows(form)}${isPersonal ? '' : tastedFields(draft.tasteProfile)}${notesField(draft.notes, complaints.notes, 4)}</div>
<div class="log-brewed">${figureSteppers('The figures', draft, gear, complaints, visit)}${settingField(draft, gear, complaints)}</div>
<div class="log-end">${isPersonal ? starsField(draft.rating) : ''}<p class="buttons"><button class="button">${form.button}</button><a class="button outlined" href="${form.back}">Cancel</a></p></div></form>${form.more ?? ''}`,
    ),
  })
}

/** The form of a variation: it starts as its original is, on the reader's dial. */
const forked = ({ isPersonal, draft }: RecipeForm): Pick<RecipeForm, 'title' | 'lead'> =>
  isPersonal
    ? {
        title: 'Make it mine',
        lead: html`It starts as a copy of the original, on your dial. Change what you like; only you can see it. <a href="/recipes/new?basedOn=${encodeURIComponent(draft.basedOn)}">Publish it instead</a>`,
      }
    : {
        title: 'Share a variation',
        lead: 'Everyone will find it under the original, converted to their own grinder.',
      }

async function chosenGear({ draft, chooses, isPersonal, wrong }: RecipeForm, visit: OwnVisit): Promise<Html> {
  if (chooses.length === 0) return html``
  const choices = await choicesFor(draft, visit)
  const { coffee, brewer, grinder } = wrong?.complaints ?? {}
  const brewers = isPersonal ? [...choices.brewers, choices.otherBrewers] : choices.brewers
  const fields = {
    coffee: html`${choiceField('coffee', isPersonal ? 'Coffee (optional)' : 'Coffee', choices.coffees, draft.coffee, coffee)}<p class="quiet">Can’t find it? <a href="/me/shelf">Add it to your shelf</a></p>`,
    gear: html`${choiceField('brewer', 'Brewer', brewers, draft.brewer, brewer)}${grinderField('grinder', 'Grinder', visit.ports.grinders.list(), draft.grinder, { yours: choices.ownGrinders, without: 'No grinder', complaint: grinder })}`,
    filter: choiceField(
      'filter',
      'Filter',
      [
        ['', [{ value: '', label: 'No filter' }]],
        ['', visit.ports.filters.list().map(({ id, name }) => ({ value: String(id), label: name }))],
      ],
      draft.filter,
    ),
  }
  return html`<div class="panel recipe-gear"><input type="hidden" name="onGrinder" value="${draft.grinder}">${chooses.map(one => fields[one])}<button class="button soft small" formmethod="get" formnovalidate>Show it on this grinder</button></div>`
}

/**
 * For each step: when, what, all the water so far, and a note; above them a picture, if there is one. The keyboard
 * goes on at a new step, or at the one after a removed step.
 */
export function stepRows(
  { draft, stepChange, wrong }: Pick<RecipeForm, 'draft' | 'stepChange' | 'wrong'>,
  picture: Html | string = '',
): Html {
  const filled = draft.steps.filter(isStep)
  const kept = wrong ? draft.steps : filled
  const empty = { at: '', action: filled.length === 0 ? 'bloom' : 'pour', to: '', note: '' }
  const rows = stepChange === 'added' || filled.length === 0 ? [...kept, empty] : kept
  const focused = stepChange === 'added' ? rows.length - 1 : stepChange
  return html`<fieldset class="step-rows"><legend>Steps</legend><p class="quiet">Leave this empty to use our default steps for the brewer.</p>${picture}${rows.map(
    ({ at, action, to, note }, row) => {
      const complaint = wrong?.steps[row]
      const input = (name: string, label: string, value: string, more: Html) =>
        html`<input class="input"${name === 'at' ? html` id="${stepAnchor(row)}"` : ''} name="${name}" value="${value}" aria-label="Step ${row + 1}: ${label}" autocomplete="off" ${more}${complaint ? html` aria-describedby="${stepAnchor(row)}-complaint"` : ''}>`
      return html`<div class="step-row">${input('at', 'when', at, html`placeholder="0:45" maxlength="10"${row === focused ? html` autofocus` : ''}`)}<select class="input" name="action" aria-label="Step ${row + 1}: what">${stepActions.map(one => html`<option value="${one}"${one === action ? html` selected` : ''}>${capital(one)}</option>`)}</select>${input('to', 'all the water so far, in grams', to, html`placeholder="g" inputmode="decimal" maxlength="10"`)}${input('note', 'how', note, html`placeholder="How" maxlength="300"`)}<button class="bare" name="drop" value="${row}" formnovalidate aria-label="Remove step ${row + 1}">${icon('cross')}</button>${complaint ? html`<p class="complaint" id="${stepAnchor(row)}-complaint">${icon('fault')}${complaint}</p>` : ''}</div>`
    },
  )}<p><button class="button soft small" name="act" value="step" formnovalidate${focused === rows.length ? html` autofocus` : ''}>${icon('plus')}Step</button></p></fieldset>`
}
