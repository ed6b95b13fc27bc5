import * as v from 'valibot'
import { addDrinker, changeDrinker, listDrinkers, removeDrinker } from '../../../../core/drinkers/drinkers.ts'
import {
  AddDrinker,
  ChangeDrinker,
  type Drinker,
  drinkerColours,
  MOST_DRINKERS,
} from '../../../../core/drinkers/model.ts'
import { type Fault, faultOf } from '../../../../core/errors.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { notFoundPage } from '../error.ts'
import { type FormFaults, wrongField } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { chipBox, notice, textField } from '../parts/controls.ts'
import { panelRow, panelRows } from '../parts/panel-rows.ts'
import { ownView } from './account.ts'
import { drinkerInitial, type HouseholdMember, householdOf } from './household.ts'
import { levelFields, levelsTyped } from './palate.ts'
import { idOf, type Params } from './path.ts'

const faults: FormFaults = {
  name: { missing: 'Enter a name.', wrong: 'Shorten the name to 40 characters.' },
}

interface WrongName {
  typed: URLSearchParams
  fault: Fault
}

/** Those whom the person brews for, and a form to add somebody. */
export const drinkersPage = (visit: OwnVisit): Promise<Response> => drinkersPageWith(visit)

async function drinkersPageWith(visit: OwnVisit, wrong?: WrongName): Promise<Response> {
  const { drinkers } = await listDrinkers(undefined, visit.ports, visit.who)
  const household = await householdOf(visit)
  const isFull = drinkers.length > MOST_DRINKERS
  return ownView(visit, {
    title: 'People you brew for',
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<h1>People you brew for</h1><p class="lead">Each has their own taste, next step and insights. When you log a brew, we’ll ask who drank it.</p>
${drinkers.length === 0 ? '' : html`<section class="part" aria-label="People">${panelRows(drinkers.map(one => drinkerRow(one, household)))}</section>`}
<section class="part" aria-labelledby="add"><h2 id="add">Add someone</h2>${isFull ? html`<p class="quiet">You can add up to eight people. Remove someone first.</p>` : html`<form class="panel asked" method="post" action="/me/drinkers#add">${nameFields(wrong)}<p class="panel-end"><button class="button">Add</button></p></form>`}</section>`,
  })
}

function drinkerRow({ id, name, isYou, isDefault }: Drinker, household: readonly HouseholdMember[]): Html {
  const member = household.find(one => one.id === id)
  return panelRow({
    ...(member && { sign: drinkerInitial(member) }),
    title: isYou ? `${name} (you)` : name,
    text: isDefault ? 'No taste set yet' : 'Taste set',
    end: html`<a class="button small outlined" href="${isYou ? '/me/palate' : `/me/drinkers/${id}`}" aria-label="Edit ${name}">Edit</a>`,
  })
}

function nameFields(
  wrong?: WrongName,
  { name, colour }: Pick<Drinker, 'name' | 'colour'> = { name: '', colour: null },
): Html {
  const chosen = wrong ? wrong.typed.get('colour') : (colour ?? '')
  const more = html`maxlength="40" autocomplete="off" required`
  return html`${textField('name', 'Name', { value: wrong?.typed.get('name') ?? name, complaint: wrong?.fault.message, more })}<fieldset class="chips"><legend>Colour (optional)</legend>${['', ...drinkerColours].map(one => chipBox('radio', 'colour', one, colourNames[one] ?? '', one === chosen))}</fieldset>`
}

const colourNames: Record<string, string> = { '': 'Any', blue: 'Blue', plum: 'Plum', green: 'Green', grey: 'Grey' }

export async function drinkerAdded(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const typed = await postedForm(request, ports)
  const { done, fault } = await attempt(async () => {
    const given = v.safeParse(AddDrinker, nameTyped(typed))
    if (!given.success) throw wrongField(given.issues[0], faults)
    return addDrinker(given.output, ports, who)
  })
  return fault ? drinkersPageWith(visit, { typed, fault }) : seeOther(`/me/drinkers/${done.drinker.id}?saved=name`)
}

const nameTyped = (typed: URLSearchParams) => ({
  name: typed.get('name') ?? '',
  colour: typed.get('colour') || null,
})

/** Name, colour and taste of one of them. */
export const drinkerPage = (visit: OwnVisit, params: Params): Promise<Response> => drinkerPageWith(visit, idOf(params))

async function drinkerPageWith(visit: OwnVisit, id: number, wrong?: WrongName): Promise<Response> {
  const drinker = await drinkerOf(id, visit)
  if (!drinker) return notFoundPage(visit)
  const saved = visit.url.searchParams.get('saved')
  const done = (part: string) => (saved === part ? notice('right', 'Saved.', '') : '')
  return ownView(visit, {
    title: drinker.name,
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<h1>${drinker.name}</h1>
<section class="part" aria-labelledby="name-part"><h2 id="name-part">Name</h2>${done('name')}<form class="panel asked" method="post" action="/me/drinkers/${id}"><input type="hidden" name="part" value="name">${nameFields(wrong, drinker)}<p class="panel-end"><button class="button small">Save name</button></p></form></section>
<section class="part" aria-labelledby="taste"><h2 id="taste">Taste</h2>${done('taste')}<form class="panel asked" method="post" action="/me/drinkers/${id}#taste"><input type="hidden" name="part" value="taste">${levelFields(drinker)}<p class="panel-end"><button class="button small soft">Save taste</button></p></form></section>
<p class="buttons part"><a class="button outlined" href="/me/drinkers">All people</a><a class="button outlined grave" href="/me/drinkers/${id}/remove">Remove ${drinker.name}</a></p>`,
  })
}

const drinkerOf = async (id: number, { ports, who }: OwnVisit) =>
  (await listDrinkers(undefined, ports, who)).drinkers.find(one => one.id === id && !one.isYou)

export async function drinkerChanged(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who } = visit
  const id = idOf(params)
  const typed = await postedForm(request, ports)
  const isTaste = typed.get('part') === 'taste'
  const { fault } = await attempt(async () => {
    const given = v.safeParse(ChangeDrinker, { id, ...(isTaste ? levelsTyped(typed) : nameTyped(typed)) })
    if (!given.success) throw isTaste ? faultOf(given.issues[0]) : wrongField(given.issues[0], faults)
    await changeDrinker(given.output, ports, who)
  })
  if (fault && (isTaste || fault.code === 'not-found')) throw fault
  return fault
    ? drinkerPageWith(visit, id, { typed, fault })
    : seeOther(`/me/drinkers/${id}?saved=${isTaste ? 'taste#taste' : 'name'}`)
}

/** Asks before somebody is removed, and says what stays. */
export async function drinkerRemovePage(visit: OwnVisit, params: Params): Promise<Response> {
  const drinker = await drinkerOf(idOf(params), visit)
  if (!drinker) return notFoundPage(visit)
  const { id, name } = drinker
  return ownView(visit, {
    title: `Remove ${name}`,
    body: html`<h1>Remove ${name}?</h1><div class="panel asked"><p>This deletes their name and taste for good. The brews they drank stay in your log without a name, and won’t count as yours.</p>
<form class="buttons" method="post" action="/me/drinkers/${id}/remove"><button class="button outlined grave">Remove ${name}</button><a class="button soft" href="/me/drinkers/${id}">Keep ${name}</a></form></div>`,
  })
}

export async function drinkerRemoved({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await removeDrinker({ id: idOf(params) }, ports, who)
  return seeOther('/me/drinkers')
}
