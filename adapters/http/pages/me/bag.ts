import * as v from 'valibot'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import { Fault } from '../../../../core/errors.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { type Bag, ReviseBag, removeBag, reviseBag } from '../../../../core/library/bags.ts'
import { FreezeBag, freezeBag, ThawBag, thawBag } from '../../../../core/library/freeze.ts'
import { getBag, readArchive, type ShelfBag } from '../../../../core/library/shelf.ts'
import { removeBagPicture, setBagPicture } from '../../../../core/portal/pictures.ts'
import { windowAlone } from '../../../design/drinking-window.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { wrongField } from '../field-faults.ts'
import { LONG_FORM_BYTES, postedFile, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { fiveStars, inAndOut, roastInWords } from '../parts/figures.ts'
import { panelRow, panelRows } from '../parts/panel-rows.ts'
import { pen } from '../parts/pen.ts'
import { starsField } from '../parts/taste.ts'
import { pictureForm, type RefusedPicture } from '../portal/picture.ts'
import { readerClock } from '../reader-clock.ts'
import { shareForm } from './bag-share.ts'
import { cupsInWords, leftInWords, stateChips, whoseCoffee, windowInWords, windowView } from './bag-words.ts'
import { valueOfBag } from './draft.ts'
import { idOf, type Params } from './path.ts'
import { bagFaults, dateField, gramsBar, gramsField, gramsTyped } from './shelf.ts'
import { bagFront } from './shelf-strip.ts'

type LessonsOfBag = Awaited<ReturnType<typeof getBag>>['learned']

const view = (visit: OwnVisit, page: { title: string; body: Html; status?: number }) =>
  sitePage(visit, { ...page, style: 'shelf.css', script: 'me.js' })

/** One bag: what is left, the freezer, what was learned, and its details. */
export const bagPage = (visit: OwnVisit, params: Params): Promise<Response> => bagPageWith(visit, idOf(params))

interface WrongBag {
  fault?: Fault
  picture?: RefusedPicture
}

async function bagPageWith(visit: OwnVisit, id: number, { fault, picture }: WrongBag = {}): Promise<Response> {
  const { ports, who, words, url } = visit
  const clock = readerClock(visit)
  const { bag, learned } = await getBag({ id, tz: clock.tz }, ports, who)
  const window = windowView(bag, clock.today, clock.today)
  return view(visit, {
    title: bag.name,
    status: fault ? faultStatus[fault.code] : (picture?.status ?? 200),
    body: html`<p class="crumbs"><a href="/me/shelf">My shelf</a></p>${fault ? notice('wrong', 'Not saved.', fault.message) : url.searchParams.has('saved') ? notice('right', 'Saved.', '') : ''}
<div class="one-bag-head">${bagFront(bag)}<div><h1>${bag.name}</h1><p class="lead">${whoseCoffee(bag)}</p><p class="left"><b>${leftInWords(bag, words)}</b> ${bag.cupsLeft === null ? '' : html`<span class="quiet">${cupsInWords(bag.cupsLeft, words)}</span>`} ${stateChips(bag)}</p>${gramsBar(bag)}${window && bag.place !== 'finished' ? windowAlone(pen, window) : ''}<p class="age">${bag.place === 'finished' ? 'Finished' : windowInWords(bag, clock.today, words)}</p><p class="buttons"><a class="button" href="/me/log?coffee=${bag.coffeeProfileId ?? valueOfBag(bag.id)}">Brew it</a></p></div></div>
${learnedPart(learned, visit)}
<div class="bag-forms">${bag.place === 'finished' ? '' : html`${leftForm(bag, visit)}${freezerForm(bag, visit)}`}${finishForm(bag)}${bagDetails(bag, visit)}
<section class="panel" aria-labelledby="photo"><h2 id="photo">Photo</h2><p class="quiet">Only you can see it.</p>${pictureForm(`/me/shelf/${id}/picture`, bagFront(bag), bag.picture !== null, picture, 'button soft')}</section></div>
${bag.coffeeProfileId === null ? shareForm(bag) : ''}
<p class="part"><a class="button outlined grave" href="/me/shelf/${id}/delete">Delete this bag</a></p>`,
  })
}

const bagPart = (id: string, title: string, bagId: number, act: string, body: Html, button: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><form class="asked" method="post" action="/me/shelf/${bagId}"><input type="hidden" name="act" value="${act}">${body}<p class="panel-end">${button}</p></form></section>`

const leftForm = (bag: ShelfBag, { words }: OwnVisit): Html =>
  bagPart(
    'left',
    'What’s left',
    bag.id,
    'left',
    html`${gramsField('gramsLeft', 'gramsLeft', 'Left now', bag.gramsLeft === null ? '' : words.typed(bag.gramsLeft))}<p class="quiet">We subtract every brew from this bag. If the figure is off, weigh the bag and enter what’s left.</p>`,
    html`<button class="button soft">Save</button>${bag.place === 'unopened' ? html`<button class="button outlined" name="act" value="open">Open it today</button>` : ''}`,
  )

function freezerForm(bag: ShelfBag, visit: OwnVisit): Html {
  const { today } = readerClock(visit)
  if (bag.place === 'frozen')
    return bagPart(
      'freezer',
      'In the freezer',
      bag.id,
      'thaw',
      html`${bag.freezerNote ? html`<p class="said">${bag.freezerNote}</p>` : ''}${dateField('thawed', 'on', 'Thawed on', today, visit)}`,
      html`<button class="button soft">Thaw it</button>`,
    )
  return bagPart(
    'freezer',
    'Freeze it',
    bag.id,
    'freeze',
    html`<p class="quiet">The clock stops in the freezer. Leave the portion empty to freeze the whole bag.</p>${gramsField('grams', 'grams', 'Grams in each portion (optional)', '')}${textField('portions', 'Portions', { value: '1', more: html`type="number" min="1" max="20" inputmode="numeric"` })}${dateField('frozen', 'on', 'Frozen on', today, visit)}${textField('freezerNote', 'Note (optional)', { more: html`maxlength="200"` })}`,
    html`<button class="button soft">Freeze</button>`,
  )
}

const bagNotes = (value: string | null, id: string): Html =>
  html`<div class="field"><label for="${id}">Notes</label><textarea id="${id}" name="personalNotes" rows="3" maxlength="5000">${value ?? ''}</textarea></div>`

const finishForm = ({ id, isArchived, rating, personalNotes }: Bag): Html =>
  isArchived
    ? bagPart(
        'finish',
        'Finished',
        id,
        'restore',
        html`<p class="quiet">This bag is in your archive, along with what you learned from it.</p>`,
        html`<button class="button outlined">Put it back on the shelf</button>`,
      )
    : bagPart(
        'finish',
        'Finished?',
        id,
        'finish',
        html`<p class="quiet">The bag moves to your archive, along with what you learned from it.</p>${starsField(String(rating ?? ''), 'The coffee')}${bagNotes(personalNotes, 'finish-notes')}`,
        html`<button class="button soft">Finish this bag</button>`,
      )

const bagDetails = (bag: Bag, visit: OwnVisit): Html =>
  bagPart(
    'details',
    'Details',
    bag.id,
    'details',
    html`${
      bag.coffeeProfileId === null
        ? html`${textField('name', 'Name on the bag', { value: bag.name, more: html`required maxlength="200"` })}${textField('roasterName', 'Roaster', { value: bag.roasterName ?? '', more: html`maxlength="200"` })}${choiceField('roastLevel', 'Roast', [['', [{ value: '', label: 'Not known' }, ...roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]]], bag.roastLevel ?? '')}`
        : ''
    }${gramsField('weightGrams', 'weightGrams', 'Weight when full', bag.weightGrams === null ? '' : visit.words.typed(bag.weightGrams))}${dateField('roastedOn', 'roastedOn', 'Roast date', bag.roastedOn, visit)}${dateField('openedOn', 'openedOn', 'Opened on', bag.openedOn, visit)}${bag.isArchived ? html`${starsField(String(bag.rating ?? ''), 'The coffee')}${bagNotes(bag.personalNotes, 'details-notes')}` : ''}`,
    html`<button class="button soft">Save</button>`,
  )

function learnedPart(learned: LessonsOfBag, visit: OwnVisit): Html | '' {
  if (learned.cups === 0) return ''
  return html`<section class="part" aria-labelledby="learned"><h2 id="learned">What you learned</h2>${panelRows([
    panelRow({ title: cupsInWords(learned.cups, visit.words), text: ratedInWords(learned, visit), end: html`` }),
    ...(learned.best
      ? [
          panelRow({
            title: bestInWords(learned, visit),
            text: 'Your best cup',
            end: html`<a class="button small outlined" href="/me/brews/${learned.best.brewLogId}">See the brew</a>`,
          }),
        ]
      : []),
  ])}</section>`
}

const ratedInWords = ({ averageRating, ratedCups }: LessonsOfBag, { words }: OwnVisit) =>
  averageRating === null
    ? 'None of them rated'
    : `${words.number(averageRating)} ${averageRating === 1 ? 'star' : 'stars'} on average (${ratedCups === 1 ? '1 rating' : `${words.number(ratedCups)} ratings`})`

/** For example "V60 at 24 clicks, 15 g in, 250 g water". */
function bestInWords({ best }: LessonsOfBag, { words }: OwnVisit): string {
  if (!best) return 'Not rated yet'
  const { method, grindLabel, grindSettingText, doseGrams, waterGrams } = best
  const setting = grindLabel ?? grindSettingText
  return [
    `${methodById[method].name}${setting === null ? '' : ` at ${setting}`}`,
    ...(doseGrams === null || waterGrams === null ? [] : [inAndOut(method, doseGrams, waterGrams, words)]),
  ].join(', ')
}

/** Whatever was pressed on the page of a bag. */
export async function bagPosted(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports } = visit
  const id = idOf(params)
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  // A button with an act of its own comes after the hidden one.
  const act = form.getAll('act').at(-1) ?? ''
  const { fault } = await attempt(async () => {
    if (visit.refused) throw visit.refused
    const chosen = acts.get(act)
    if (!chosen) throw new Fault('invalid', 'Press one of the buttons on this page.')
    await chosen(id, form, visit)
  })
  if (!fault) return seeOther(act === 'finish' ? '/me/shelf/archive' : `/me/shelf/${id}?saved`)
  if (fault.code === 'not-found') throw fault
  return bagPageWith(visit, id, { fault })
}

type BagAct = (id: number, form: URLSearchParams, visit: OwnVisit) => Promise<unknown>

const revised = async (changes: object, { ports, who }: OwnVisit) => {
  const given = v.safeParse(ReviseBag, changes)
  if (!given.success) throw wrongField(given.issues[0], bagFaults)
  return reviseBag(given.output, ports, who)
}
const opinionTyped = (form: URLSearchParams) => ({
  ...typedIn(form, 'personalNotes', typedOrNull),
  ...typedIn(form, 'rating', text => Number(text) || null),
})

/** A field that a form does not have stays as it is; an empty one is cleared. */
const typedIn = <Value>(form: URLSearchParams, name: string, read: (text: string | null) => Value) =>
  form.has(name) ? { [name]: read(form.get(name)) } : {}
const typedOrNull = (text: string | null) => text?.trim() || null

const acts = new Map<string, BagAct>([
  ['left', (id, form, visit) => revised({ id, ...typedIn(form, 'gramsLeft', gramsTyped) }, visit)],
  ['open', (id, _, visit) => revised({ id, openedOn: readerClock(visit).today }, visit)],
  ['finish', (id, form, visit) => revised({ id, isArchived: true, ...opinionTyped(form) }, visit)],
  ['restore', (id, _, visit) => revised({ id, isArchived: false }, visit)],
  [
    'details',
    (id, form, visit) =>
      revised(
        {
          id,
          ...typedIn(form, 'name', name => name),
          ...typedIn(form, 'roasterName', typedOrNull),
          ...typedIn(form, 'roastLevel', typedOrNull),
          ...typedIn(form, 'weightGrams', gramsTyped),
          ...typedIn(form, 'roastedOn', typedOrNull),
          ...typedIn(form, 'openedOn', typedOrNull),
          ...opinionTyped(form),
        },
        visit,
      ),
  ],
  [
    'freeze',
    async (id, form, { ports, who }) => {
      const grams = gramsTyped(form.get('grams'))
      const given = v.safeParse(FreezeBag, {
        id,
        on: typedOrNull(form.get('on')) ?? undefined,
        ...(grams !== null && { grams, portions: Number(form.get('portions')) }),
        freezerNote: typedOrNull(form.get('freezerNote')),
      })
      if (!given.success) throw wrongField(given.issues[0], bagFaults)
      return freezeBag(given.output, ports, who)
    },
  ],
  [
    'thaw',
    async (id, form, { ports, who }) => {
      const given = v.safeParse(ThawBag, { id, on: typedOrNull(form.get('on')) ?? undefined })
      if (!given.success) throw wrongField(given.issues[0], bagFaults)
      return thawBag(given.output, ports, who)
    },
  ],
])

/** A photo was sent, or the button to remove it was pressed: a form of its own, without a file. */
export async function bagPicturePosted(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who, refused } = visit
  const id = idOf(params)
  const { fault } = refused
    ? { fault: refused }
    : await attempt(async () => {
        if (request.headers.get('content-type')?.startsWith('multipart/'))
          return setBagPicture({ id, picture: await postedFile('picture', request, ports) }, ports, who)
        await postedForm(request, ports)
        return removeBagPicture({ id }, ports, who)
      })
  if (!fault) return seeOther(`/me/shelf/${id}?saved#photo`)
  if (fault.code === 'not-found') throw fault
  const sentence = fault.code === 'too-large' ? 'This file is larger than 8 MB.' : fault.message
  return bagPageWith(visit, id, { picture: { status: faultStatus[fault.code], sentence } })
}

/** Finished bags, with what was learned. */
export async function archivePage(visit: OwnVisit): Promise<Response> {
  const { bags } = await readArchive(undefined, visit.ports, visit.who)
  return view(visit, {
    title: 'Finished bags',
    body: html`<p class="crumbs"><a href="/me/shelf">My shelf</a></p><h1>Finished bags</h1>${
      bags.length === 0
        ? html`<p class="lead below">No finished bags yet. When one is empty, open its page and finish it.</p>`
        : html`<p class="lead below">What you learned from each.</p>${panelRows(
            bags.map(({ bag, learned }) =>
              panelRow({
                title: html`<a href="/me/shelf/${bag.id}">${bag.name}</a>`,
                text: html`${[whoseCoffee(bag), cupsInWords(learned.cups, visit.words)].filter(Boolean).join(', ')}${learned.best ? html`<br>${bestInWords(learned, visit)}` : ''}`,
                end: bag.rating === null ? html`` : fiveStars(bag.rating),
              }),
            ),
          )}`
    }`,
  })
}

/** Asks before a bag is deleted, and says what stays. */
export async function bagDeletePage(visit: OwnVisit, params: Params): Promise<Response> {
  const id = idOf(params)
  const { bag } = await getBag({ id, tz: 'UTC' }, visit.ports, visit.who)
  return view(visit, {
    title: `Delete ${bag.name}`,
    body: html`<h1>Delete ${bag.name}?</h1><div class="panel asked"><p>This deletes the bag, its photo and its notes for good. ${bag.coffeeProfileId === null ? 'Its brews stay in your log, without the name of the coffee.' : 'Its brews stay in your log.'} To keep what you learned, finish it instead.</p><form class="buttons" method="post" action="/me/shelf/${id}/delete"><button class="button outlined grave">Delete it</button><a class="button soft" href="/me/shelf/${id}">Keep it</a></form></div>`,
  })
}

export async function bagDeleted({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await removeBag({ id: idOf(params) }, ports, who)
  return seeOther('/me/shelf')
}
