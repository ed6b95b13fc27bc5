import * as v from 'valibot'
import { submitCoffee, suggestCoffees } from '../../../../core/coffees/coffees.ts'
import { SubmitCoffee } from '../../../../core/coffees/model.ts'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import type { Fault } from '../../../../core/errors.ts'
import { type AgedEntry, bagAge, newestBags } from '../../../../core/library/age.ts'
import { KeepCoffee, keepCoffee, LIBRARY_LIMIT } from '../../../../core/library/library.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, roastDateFaults, wrongField } from '../field-faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { bag, roast, roastInWords } from '../parts/figures.ts'
import { starsField } from '../parts/taste.ts'
import { readerClock } from '../reader-clock.ts'
import { broughtBags, shareBrought } from './brought-bags.ts'
import { railView } from './rail.ts'

/** Bags on a shelf, with how often they were brewed and how old the beans are. */
export const shelfOf = (bags: readonly AgedEntry[], visit: OwnVisit): Html =>
  html`<ul class="shelf">${bags.map(one => html`<li>${bag(one.coffee.name, one.coffee.roastLevel)}<p><a href="/coffees/${one.coffeeProfileId}">${one.coffee.name}</a><span class="quiet">${bagInWords(one, visit)}</span></p></li>`)}</ul>`

/** For example "8 brews, 12 days old". */
function bagInWords({ totalBrews, roastedOn, aged }: AgedEntry, visit: OwnVisit): string {
  const days = bagAge(roastedOn, aged, readerClock(visit))
  const count =
    totalBrews === 0 ? 'not opened yet' : `${visit.words.number(totalBrews)} ${totalBrews === 1 ? 'brew' : 'brews'}`
  if (days === undefined) return count
  const age = Math.round(days)
  return `${count}, ${age} ${age === 1 ? 'day' : 'days'} old`
}

/** The roast date of a bag. */
export const roastDate = (id: string, value: string | null, visit: OwnVisit): Html =>
  html`<div class="field roasted"><label for="${id}">Roast date (optional)</label><input id="${id}" type="date" name="roastedOn" value="${value ?? ''}" min="2000-01-01" max="${readerClock(visit).today}"></div>`

/** All bags with the person's notes, and a search to add another. */
export const shelfPage = (visit: OwnVisit): Promise<Response> => shelfPageWith(visit, new URLSearchParams())

async function shelfPageWith(visit: OwnVisit, typed: URLSearchParams, fault?: Fault): Promise<Response> {
  const { ports, who, url } = visit
  const asked = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  // One after the other: both count brews, and on the embedded engine other requests would wait for
  // both.
  const library = await newestBags(LIBRARY_LIMIT, ports, who)
  const [{ suggestions }, brought] = await Promise.all([suggestCoffees({ name: asked }, ports), broughtBags(visit)])
  return railView(visit, '/me/shelf', {
    title: 'My shelf',
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<h1>Shelf</h1>${library.length === 0 && brought !== '' ? '' : library.length === 0 ? html`<p class="lead below">No bags yet. Add the coffee you’re drinking.</p>` : shelfOf(library, visit)}
<section class="part plain on-shelf" aria-labelledby="add"><h2 id="add">Add a bag</h2>${fault ? notice('wrong', 'Not added yet.', fault.message) : ''}<form method="get" action="/me/shelf#add" class="adding">${textField('q', 'Coffee or roaster', { value: asked, more: html`type="search" maxlength="100"` })}<button class="button soft">Find</button></form>
<ul class="lines">${suggestions.map(({ id, name, roasterName, roastLevel }) => html`<li><span><b>${name}</b> <span class="quiet">${roasterName}</span></span>${roast(roastLevel)}<form method="post" action="/me/shelf"><input type="hidden" name="coffee" value="${id}">${roastDate(`roasted-new-${id}`, null, visit)}<button class="button small soft" aria-label="Add ${name}">Add</button></form></li>`)}</ul>
<details class="more"${(asked !== '' && suggestions.length === 0) || fault ? html` open` : ''}><summary>Can’t find it? Add it yourself</summary><form method="post" action="/me/shelf">${textField('name', 'Name on the bag', { value: typed.get('name') ?? asked, more: html`required maxlength="200"` })}${textField('roasterName', 'Roaster', { value: typed.get('roasterName') ?? '', more: html`required maxlength="200"` })}${choiceField('roastLevel', 'Roast', [['', roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]], typed.get('roastLevel') ?? 'MEDIUM')}${roastDate('roasted-new', typed.get('roastedOn'), visit)}<button class="button soft">Add this coffee</button></form></details></section>
${
  library.length === 0
    ? ''
    : html`<section class="part plain on-shelf" aria-labelledby="think"><h2 id="think">Your ratings and notes</h2>${library.map(entry => html`<details class="more" id="bag-${entry.coffeeProfileId}"><summary>${entry.coffee.name}</summary><form method="post" action="/me/shelf"><input type="hidden" name="coffee" value="${entry.coffeeProfileId}"><input type="hidden" name="noted" value="yes">${starsField(String(entry.rating ?? ''))}${roastDate(`roasted-${entry.coffeeProfileId}`, entry.roastedOn, visit)}<div class="field"><label for="notes-${entry.coffeeProfileId}">Notes</label><textarea id="notes-${entry.coffeeProfileId}" name="notes" rows="3" maxlength="5000">${entry.personalNotes ?? ''}</textarea></div><div class="buttons"><button class="button soft">Save</button><a class="button outlined" href="/me/log?coffee=${entry.coffeeProfileId}">Brew it</a><button class="button outlined" name="act" value="remove">Remove from shelf</button></div></form></details>`)}</section>`
}${brought}`,
  })
}

/** Adds, annotates or removes a bag. A coffee that is not in the catalog is created first. */
export async function shelfPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const { fault } = await attempt(async () => {
    if (visit.refused) throw visit.refused
    if (form.has('share')) return shareBrought(form, visit)
    const coffeeProfileId = form.has('coffee') ? Number(form.get('coffee')) : await newBag(form, visit)
    const roastedOn = form.get('roastedOn')
    const given = v.safeParse(KeepCoffee, {
      coffeeProfileId,
      // An existing bag keeps its date unless another one is given.
      ...(roastedOn !== null && (roastedOn !== '' || form.has('noted')) && { roastedOn: roastedOn || null }),
      ...(form.has('noted') && {
        rating: Number(form.get('rating')) || null,
        personalNotes: form.get('notes')?.trim() || null,
      }),
    })
    if (!given.success) throw wrongField(given.issues[0], faults)
    if (form.get('act') === 'remove') await ports.library.remove(who.id, coffeeProfileId)
    else await keepCoffee(given.output, ports, who)
  })
  return fault ? shelfPageWith(visit, form, fault) : seeOther('/me/shelf')
}

async function newBag(form: URLSearchParams, { ports, who }: OwnVisit) {
  const [name, roasterName, roastLevel] = ['name', 'roasterName', 'roastLevel'].map(field => form.get(field) ?? '')
  const given = v.safeParse(SubmitCoffee, { name, roasterName, roastLevel })
  if (!given.success) throw wrongField(given.issues[0], faults)
  return (await submitCoffee(given.output, ports, who)).coffee.id
}

const faults: FormFaults = {
  coffeeProfileId: { wrong: 'Choose a coffee from the list.' },
  name: { missing: 'Enter the name on the bag.', wrong: 'Shorten the name on the bag to 200 characters.' },
  roasterName: { missing: 'Enter the roaster.', wrong: 'Shorten the roaster to 200 characters.' },
  roastLevel: { wrong: 'Choose a roast from the list.' },
  roastedOn: roastDateFaults,
  rating: { wrong: 'Choose one to five stars.' },
  personalNotes: { wrong: 'Shorten your notes to 5,000 characters.' },
}
