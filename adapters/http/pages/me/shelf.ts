import * as v from 'valibot'
import { submitCoffee, suggestCoffees } from '../../../../core/coffees/coffees.ts'
import { SubmitCoffee } from '../../../../core/coffees/model.ts'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import { daysBefore } from '../../../../core/dates.ts'
import type { Fault } from '../../../../core/errors.ts'
import { AddBag, addBag } from '../../../../core/library/bags.ts'
import { KeepCoffee, keepCoffee, LIBRARY_LIMIT, type LibraryEntry } from '../../../../core/library/library.ts'
import { readShelf, type ShelfBag } from '../../../../core/library/shelf.ts'
import { type CalendarView, emptyCalendar, windowAlone, windowInCalendar } from '../../../design/drinking-window.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, roastDateFaults, wrongField } from '../field-faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { roast, roastInWords } from '../parts/figures.ts'
import { icon, pen } from '../parts/pen.ts'
import { starsField } from '../parts/taste.ts'
import { readerClock } from '../reader-clock.ts'
import { inLine } from '../words.ts'
import { shareTyped } from './bag-share.ts'
import {
  barInWords,
  cupsInWords,
  fullness,
  leftInWords,
  stateChips,
  whoseCoffee,
  windowInWords,
  windowView,
} from './bag-words.ts'
import { gramsIn, typed } from './draft.ts'
import { bagFront } from './shelf-strip.ts'

/** The roast date of a bag. */
export const roastDate = (id: string, value: string | null, visit: OwnVisit): Html =>
  dateField(id, 'roastedOn', 'Roast date (optional)', value, visit)

export const dateField = (id: string, name: string, label: string, value: string | null, visit: OwnVisit): Html =>
  html`<div class="field roasted"><label for="${id}">${label}</label><input id="${id}" type="date" name="${name}" value="${value ?? ''}" min="2000-01-01" max="${readerClock(visit).today}"></div>`

export const gramsField = (id: string, name: string, label: string, value: string, more: Html = html``): Html =>
  html`<div class="field"><label for="${id}">${label}</label><div class="unit"><input id="${id}" name="${name}" value="${value}" inputmode="decimal" autocomplete="off" ${more}><span aria-hidden="true">g</span></div></div>`

/** All bags that are not finished, and a search to add another. */
export const shelfPage = (visit: OwnVisit): Promise<Response> => shelfPageWith(visit, new URLSearchParams())

async function shelfPageWith(visit: OwnVisit, typed: URLSearchParams, fault?: Fault): Promise<Response> {
  const { ports, who, url } = visit
  const asked = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  // One after the other: all count brews, and on the embedded engine other requests would wait for
  // them.
  const { today, bags } = await readShelf({ tz: readerClock(visit).tz }, ports, who)
  const library = await ports.library.list(who.id, LIBRARY_LIMIT)
  const { suggestions } = await suggestCoffees({ name: asked }, ports)
  return sitePage(visit, {
    title: 'My shelf',
    status: fault ? faultStatus[fault.code] : 200,
    style: 'shelf.css',
    script: 'me.js',
    body: html`<div class="shelf-head"><div><h1>My shelf</h1><p class="lead">${leadOf(bags, visit)}</p></div><a class="button" href="#add">${icon('plus')}Add a bag</a></div>
${bagSections(bags, today, visit)}
<p class="part"><a class="all" href="/me/shelf/archive">Finished bags</a></p>
<section class="part" aria-labelledby="add"><h2 id="add">Add a bag</h2>${fault ? notice('wrong', 'Not added yet.', fault.message) : ''}<form method="get" action="/me/shelf#add" class="adding">${textField('q', 'Coffee or roaster', { value: asked, more: html`type="search" maxlength="100"` })}<button class="button soft">Find</button></form>
<ul class="lines">${suggestions.map(({ id, name, roasterName, roastLevel }) => html`<li><span><b>${name}</b> <span class="quiet">${roasterName}</span></span>${roast(roastLevel)}<form method="post" action="/me/shelf"><input type="hidden" name="coffee" value="${id}"><input type="hidden" name="bag" value="new">${gramsField(`grams-new-${id}`, 'weightGrams', 'Weight (optional)', '')}${roastDate(`roasted-new-${id}`, null, visit)}<button class="button small soft" aria-label="Add ${name}">Add</button></form></li>`)}</ul>
<details class="more"${(asked !== '' && suggestions.length === 0) || fault ? html` open` : ''}><summary>Can’t find it? Add it yourself</summary><form method="post" action="/me/shelf">${textField('name', 'Name on the bag', { value: typed.get('name') ?? asked, more: html`required maxlength="200"` })}${textField('roasterName', 'Roaster', { value: typed.get('roasterName') ?? '', more: html`required maxlength="200"` })}${choiceField('roastLevel', 'Roast', [['', roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]], typed.get('roastLevel') ?? 'MEDIUM')}${gramsField('grams-new', 'weightGrams', 'Weight (optional)', typed.get('weightGrams') ?? '')}${roastDate('roasted-new', typed.get('roastedOn'), visit)}<p><label class="tick"><input type="checkbox" name="publish" value="yes"${typed.has('publish') ? html` checked` : ''}> Add it to the catalog for everyone. Otherwise only you can see it.</label></p><button class="button soft">Add this bag</button></form></details></section>
${library.length === 0 ? '' : html`<section class="part" aria-labelledby="think"><h2 id="think">Coffees you keep</h2><p class="quiet">Your rating and notes for each coffee, whichever bag it came from.</p>${library.map(entry => opinionOf(entry, !bags.some(({ coffeeProfileId }) => coffeeProfileId === entry.coffeeProfileId), visit))}</section>`}`,
  })
}

const opinionOf = (entry: LibraryEntry, lacksBag: boolean, visit: OwnVisit): Html =>
  html`<details class="more" id="bag-${entry.coffeeProfileId}"><summary>${entry.coffee.name}</summary><form method="post" action="/me/shelf"><input type="hidden" name="coffee" value="${entry.coffeeProfileId}"><input type="hidden" name="noted" value="yes">${starsField(String(entry.rating ?? ''))}${roastDate(`roasted-${entry.coffeeProfileId}`, entry.roastedOn, visit)}<div class="field"><label for="notes-${entry.coffeeProfileId}">Notes</label><textarea id="notes-${entry.coffeeProfileId}" name="notes" rows="3" maxlength="5000">${entry.personalNotes ?? ''}</textarea></div><div class="buttons"><button class="button soft">Save</button>${lacksBag ? html`<button class="button outlined" name="act" value="bag">Add a bag</button>` : ''}<a class="button outlined" href="/me/log?coffee=${entry.coffeeProfileId}">Brew it</a><button class="button outlined" name="act" value="remove">Remove from shelf</button></div></form></details>`

/** How much is open, and what to drink first. */
function leadOf(bags: readonly ShelfBag[], { words }: OwnVisit): string {
  if (bags.length === 0) return 'No bags yet. Add the coffee you’re drinking.'
  const open = bags.filter(({ place }) => place === 'open')
  const weighed = open.filter(({ gramsLeft }) => gramsLeft !== null)
  const grams = weighed.reduce((sum, { gramsLeft }) => sum + (gramsLeft ?? 0), 0)
  const cups = weighed.reduce((sum, { cupsLeft }) => sum + (cupsLeft ?? 0), 0)
  const left = weighed.length === 0 ? '' : `${inLine(words.grams(grams))} open, about ${cupsInWords(cups, words)}. `
  const first = open.find(({ window, gramsLeft }) => window !== null && gramsLeft !== 0)
  if (first && open.length > 1) return `${left}Drink the ${first.name} first.`
  return left === '' ? 'Weigh a bag once, and we’ll subtract every brew.' : left.trim()
}

const sections = [
  ['open', 'Open', ''],
  ['frozen', 'Frozen', 'The clock stops in the freezer'],
  ['unopened', 'Not opened', ''],
] as const
const LEGEND = 'Drinking windows are our estimates, based on the roast and how you brew.'

function bagSections(bags: readonly ShelfBag[], today: string, visit: OwnVisit): Html | '' {
  if (bags.length === 0) return ''
  const calendar = calendarFor(bags, today)
  const shown = sections.filter(([place]) => bags.some(bag => bag.place === place))
  return html`${shown.map(
    ([place, title, said], at) =>
      html`<section class="part bags-part" aria-labelledby="${place}"><div class="part-top"><h2 id="${place}">${title}</h2>${said ? html`<p class="quiet">${said}</p>` : ''}</div>${at === 0 ? calendarHead(calendar, visit) : ''}<ul class="bag-rows">${bags.filter(bag => bag.place === place).map(bag => bagRow(bag, today, calendar, visit))}</ul></section>`,
  )}
<ul class="window-legend"><li><svg width="28" height="12" aria-hidden="true"><line class="rests" x1="0" x2="28" y1="6" y2="6"/></svg>Resting after roast</li><li><svg width="14" height="14" aria-hidden="true"><circle class="opened" cx="7" cy="7" r="5"/></svg>Opened</li><li><svg width="26" height="14" aria-hidden="true"><rect class="best" width="26" height="14"/></svg>${LEGEND}</li></ul>`
}

const BEFORE_TODAY = 16
const SHOWN_DAYS = 61

/** Around today: what rests and what is at its best; months begin where they begin. */
function calendarFor(bags: readonly ShelfBag[], today: string): CalendarView & { firstDay: string } {
  const oldest = bags.reduce((days, { place, ageDays }) => Math.max(days, place === 'frozen' ? 0 : (ageDays ?? 0)), 0)
  const before = Math.min(Math.max(BEFORE_TODAY, oldest), BEFORE_TODAY + 10)
  const firstDay = daysBefore(today, before)
  // Mondays.
  const toMonday = (8 - new Date(firstDay).getUTCDay()) % 7
  const weeks = Array.from({ length: 9 }, (_, week) => toMonday + 7 * week).filter(day => day < SHOWN_DAYS)
  return { firstDay, days: SHOWN_DAYS, today: before, weeks }
}

function calendarHead({ firstDay, days, today }: CalendarView & { firstDay: string }, { words }: OwnVisit): Html {
  const starts = Array.from({ length: days }, (_, at) => ({ at, date: daysBefore(firstDay, -at) })).filter(
    ({ at, date }) => (at === 0 && Number(date.slice(8)) < 22) || date.endsWith('-01'),
  )
  const x = (at: number) => `${(100 * at) / days}%`
  return html`<div class="calendar-head" aria-hidden="true"><span class="quiet">Left</span><svg height="32">${starts
    .filter(({ at }) => Math.abs(at - today) > 5)
    .map(
      ({ at, date }) => html`<text x="${x(at)}" y="22">${words.month(date)}</text>`,
    )}<svg x="${x(today)}" overflow="visible"><rect class="today-tag" x="-27" y="0" width="54" height="28" rx="9"/><text class="today-words" x="0" y="19" text-anchor="middle">Today</text></svg></svg></div>`
}

function bagRow(bag: ShelfBag, today: string, calendar: CalendarView & { firstDay: string }, visit: OwnVisit): Html {
  const { words } = visit
  const view = windowView(bag, calendar.firstDay, today)
  return html`<li>${bagFront(bag)}<div class="bag-name"><a href="/me/shelf/${bag.id}">${bag.name}</a><span class="quiet">${whoseCoffee(bag)}</span><span class="quiet dates">${datesInWords(bag, visit)}</span>${stateChips(bag)}${bag.gramsLeft === 0 ? html`<a class="button small outlined" href="/me/shelf/${bag.id}#finish">Finished?</a>` : ''}</div>
<div class="left"><p><b>${leftInWords(bag, words)}</b> ${bag.cupsLeft === null ? '' : html`<span class="quiet">${cupsInWords(bag.cupsLeft, words)}</span>`}</p>${gramsBar(bag)}</div>
<div class="window">${view ? windowInCalendar(pen, view, calendar, barInWords(bag, today, words)) : emptyCalendar(pen, calendar)}${view ? windowAlone(pen, view) : ''}<p class="age">${windowInWords(bag, today, words)}</p></div></li>`
}

/** For example "Roasted 5 Nov, opened 12 Nov". */
function datesInWords({ roastedOn, openedOn, firstBrewedAt, frozenOn, place }: ShelfBag, visit: OwnVisit) {
  const { words } = visit
  const opened = openedOn ?? firstBrewedAt?.slice(0, 10)
  const dates = [
    ...(roastedOn === null ? [] : [`roasted ${words.shortDate(roastedOn)}`]),
    ...(place === 'frozen' && frozenOn !== null
      ? [`frozen ${words.shortDate(frozenOn)}`]
      : opened === undefined
        ? []
        : [`opened ${words.shortDate(opened)}`]),
  ].join(', ')
  return dates.charAt(0).toUpperCase() + dates.slice(1)
}

/** How much of it is left. */
export const gramsBar = (bag: ShelfBag): Html =>
  bag.gramsLeft === null
    ? html``
    : html`<svg class="gauge${bag.isLow ? ' low' : ''}" height="8" aria-hidden="true"><rect class="track" width="100%" height="8" rx="4"/>${bag.gramsLeft > 0 ? html`<rect width="${Math.round(100 * fullness(bag))}%" height="8" rx="4"/>` : ''}</svg>`

/** Adds, annotates or removes a coffee, and adds a bag of it, or of one that nobody else sees. */
export async function shelfPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const { fault } = await attempt(async () => {
    if (visit.refused) throw visit.refused
    if (form.has('share')) return shareTyped(form, visit)
    if (!form.has('coffee') && !form.has('publish')) {
      const given = v.safeParse(SubmitCoffee, namesTyped(form))
      if (!given.success) throw wrongField(given.issues[0], bagFaults)
      return addTyped({ ...namesTyped(form), ...bagTyped(form) }, visit)
    }
    const coffeeProfileId = form.has('coffee') ? Number(form.get('coffee')) : await newCoffeeOf(form, visit)
    const roastedOn = form.get('roastedOn')
    const given = v.safeParse(KeepCoffee, {
      coffeeProfileId,
      // A coffee that is kept keeps its date unless another one is given.
      ...(roastedOn !== null && (roastedOn !== '' || form.has('noted')) && { roastedOn: roastedOn || null }),
      ...(form.has('noted') && {
        rating: Number(form.get('rating')) || null,
        personalNotes: form.get('notes')?.trim() || null,
      }),
    })
    if (!given.success) throw wrongField(given.issues[0], bagFaults)
    if (form.get('act') === 'remove') return ports.library.remove(who.id, coffeeProfileId)
    await keepCoffee(given.output, ports, who)
    if (!form.has('noted') || form.get('act') === 'bag') await addTyped({ coffeeProfileId, ...bagTyped(form) }, visit)
  })
  return fault ? shelfPageWith(visit, form, fault) : seeOther('/me/shelf')
}

const namesTyped = (form: URLSearchParams) => ({
  name: form.get('name') ?? '',
  roasterName: form.get('roasterName') ?? '',
  roastLevel: form.get('roastLevel'),
})

const bagTyped = (form: URLSearchParams) => ({
  weightGrams: gramsTyped(form.get('weightGrams')),
  roastedOn: form.get('roastedOn') || null,
})

/** Null if nothing was typed; a text that is no number stays one, and is refused. */
export const gramsTyped = (text: string | null) => typed(text ?? '', gramsIn)

async function addTyped(bag: object, { ports, who }: OwnVisit) {
  const given = v.safeParse(AddBag, bag)
  if (!given.success) throw wrongField(given.issues[0], bagFaults)
  await addBag(given.output, ports, who)
}

async function newCoffeeOf(form: URLSearchParams, { ports, who }: OwnVisit) {
  const given = v.safeParse(SubmitCoffee, namesTyped(form))
  if (!given.success) throw wrongField(given.issues[0], bagFaults)
  return (await submitCoffee(given.output, ports, who)).coffee.id
}

const weightFault = 'Enter a weight of 1 to 100,000 g, for example 250.'
export const bagFaults: FormFaults = {
  coffeeProfileId: { wrong: 'Choose a coffee from the list.' },
  name: { missing: 'Enter the name on the bag.', wrong: 'Shorten the name on the bag to 200 characters.' },
  roasterName: { missing: 'Enter the roaster.', wrong: 'Shorten the roaster to 200 characters.' },
  roastLevel: { wrong: 'Choose a roast from the list.' },
  roastedOn: roastDateFaults,
  openedOn: { wrong: 'Enter a date in the year 2000 or later.' },
  on: { wrong: 'Enter a date in the year 2000 or later.' },
  rating: { wrong: 'Choose one to five stars.' },
  personalNotes: { wrong: 'Shorten your notes to 5,000 characters.' },
  weightGrams: { wrong: weightFault },
  gramsLeft: { wrong: 'Enter what’s left, from 0 to 100,000 g.' },
  grams: { missing: 'Enter how much goes into each portion.', wrong: weightFault },
  portions: { wrong: 'Enter 1 to 20 portions.' },
  freezerNote: { wrong: 'Shorten the note to 200 characters.' },
}
