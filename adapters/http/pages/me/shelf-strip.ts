import type { LibraryEntry } from '../../../../core/library/library.ts'
import { bagsToDrink, type ShelfBag } from '../../../../core/library/shelf.ts'
import { windowAlone } from '../../../design/drinking-window.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { filledBag } from '../parts/figures.ts'
import { pen } from '../parts/pen.ts'
import { photo } from '../parts/photo.ts'
import { readerClock } from '../reader-clock.ts'
import { cupsInWords, fullness, leftInWords, stateChips, windowInWords, windowView } from './bag-words.ts'

/** In one row of the page. */
const MOST_IN_STRIP = 4

/** The shelf on My coffee: the bags to drink first. `isEmpty` while there is none. */
export async function shelfStrip(visit: OwnVisit) {
  const { today } = readerClock(visit)
  const bags = await bagsToDrink(today, visit.ports, visit.who)
  const kept = bags.length === 0 ? await visit.ports.library.list(visit.who.id, MOST_IN_STRIP) : []
  return {
    id: 'shelf',
    title: 'My shelf',
    more:
      bags.length === 0 ? 'Add a bag' : bags.length === 1 ? 'My bag' : `All ${visit.words.number(bags.length)} bags`,
    href: '/me/shelf',
    isEmpty: bags.length + kept.length === 0,
    body:
      bags.length + kept.length === 0
        ? html`<p class="quiet">No bags yet. Add the coffee you’re drinking.</p>`
        : html`<ul class="shelf">${kept.map(keptCoffee)}${bags.slice(0, MOST_IN_STRIP).map(bag => bagOnShelf(bag, today, visit))}</ul>`,
  }
}

function bagOnShelf(bag: ShelfBag, today: string, { words }: OwnVisit): Html {
  const view = windowView(bag, today, today)
  return html`<li>${bagFront(bag)}<div><a href="/me/shelf/${bag.id}">${bag.name}</a><span class="quiet">${bag.roasterName ?? ''}</span><p class="left"><b>${leftInWords(bag, words)}</b>${bag.cupsLeft === null ? '' : html`<span class="quiet">${cupsInWords(bag.cupsLeft, words)}</span>`}${stateChips(bag)}</p>${view ? windowAlone(pen, view) : ''}<p class="age">${windowInWords(bag, today, words)}</p></div></li>`
}

/** Of somebody who keeps coffees and has added no bag. */
const keptCoffee = ({ coffee, coffeeProfileId }: LibraryEntry): Html =>
  html`<li>${filledBag(coffee.name, coffee.roastLevel, 1)}<div><a href="/me/shelf#bag-${coffeeProfileId}">${coffee.name}</a><span class="quiet">No bag yet</span></div></li>`

/** Its picture, or a drawn bag that is as full as it is. */
export const bagFront = (bag: ShelfBag): Html =>
  bag.picture
    ? photo(bag.picture, '', '92px')
    : filledBag(bag.name, bag.roastLevel, fullness(bag), bag.place === 'frozen')
