import { roastWord } from '../../../../core/coffees/roast.ts'
import { DAY_MS } from '../../../../core/dates.ts'
import type { ShelfBag } from '../../../../core/library/shelf.ts'
import type { WindowView } from '../../../design/drinking-window.ts'
import { type Html, html } from '../html.ts'
import type { Words } from '../words.ts'
import { inLine } from '../words.ts'

/** For example "Ottermill, medium-light". */
export const whoseCoffee = ({ roasterName, roastLevel }: Pick<ShelfBag, 'roasterName' | 'roastLevel'>) =>
  [roasterName, ...(roastLevel === null ? [] : [roastWord(roastLevel)])].filter(Boolean).join(', ')

export const cupsInWords = (cups: number, words: Words) => `${words.number(cups)} ${cups === 1 ? 'cup' : 'cups'}`

/** "142 g", or that nobody has said. */
export const leftInWords = ({ gramsLeft }: Pick<ShelfBag, 'gramsLeft'>, words: Words) =>
  gramsLeft === null ? 'Not weighed' : inLine(words.grams(gramsLeft))

export const stateChips = ({ isLow, state, place }: ShelfBag): Html =>
  html`${isLow ? html`<span class="chip low">Running low</span>` : ''}${state === 'past' ? html`<span class="chip low">Past its best</span>` : ''}${place === 'frozen' ? html`<span class="chip ice">Frozen</span>` : ''}`

/** How old it is, and how long it stays good, in a sentence of its own. */
export function windowInWords({ ageDays, window, state, place }: ShelfBag, today: string, words: Words): string {
  if (ageDays === null || window === null) return 'No roast date yet'
  const day = `Day ${words.number(ageDays)}`
  const until = window.bestUntil === null ? '' : words.shortDate(window.bestUntil)
  if (state === 'frozen') return `Frozen on day ${words.number(ageDays)}`
  if (state === 'past') return `${day}, past its best since ${until}`
  if (state === 'best') return `${day}, at its best until ${until}`
  const from = soon(window.bestFrom ?? today, today, words)
  return place === 'unopened' ? `${day}, ready on ${from}` : `${day}, let it rest until ${from}`
}

/** The words in its bar, the longest first: a short bar has no room for more. */
export function barInWords({ ageDays, window, state, place }: ShelfBag, today: string, words: Words): string[] {
  if (ageDays === null || window === null) return []
  const left = Math.max(0, window.untilDay - ageDays)
  if (state === 'frozen')
    return [
      `Paused at day ${words.number(ageDays)}. ${words.number(left)} ${left === 1 ? 'day' : 'days'} left once thawed.`,
    ]
  const until = words.shortDate(window.bestUntil ?? today)
  if (state !== 'resting') return [`Best until ${until}`]
  const from = soon(window.bestFrom ?? today, today, words)
  return place === 'unopened' ? [`Ready on ${from}`] : [`Best from ${from} to ${until}`, `Best from ${from}`]
}

/** Within a week by its weekday, else by its date. */
const soon = (day: string, today: string, words: Words) =>
  Date.parse(day) - Date.parse(today) < 7 * DAY_MS ? words.weekday(day) : words.shortDate(day)

/** A bag in days from a first day; undefined without a roast date. */
export function windowView(bag: ShelfBag, firstDay: string, today: string): WindowView | undefined {
  const { roastedOn, window, ageDays, place } = bag
  if (roastedOn === null || window === null || ageDays === null) return
  const at = (day: string) => Math.round((Date.parse(day) - Date.parse(firstDay)) / DAY_MS)
  const opened = bag.openedOn ?? bag.firstBrewedAt?.slice(0, 10)
  const isFrozen = place === 'frozen'
  // What the freezer holds back counts from today.
  const fromToday = (day: number) => at(today) + day - ageDays
  return {
    roasted: isFrozen ? fromToday(0) : at(roastedOn),
    from: isFrozen ? fromToday(window.fromDay) : at(window.bestFrom ?? today),
    until: 1 + (isFrozen ? fromToday(window.untilDay) : at(window.bestUntil ?? today)),
    today: at(today),
    opened: opened === undefined || isFrozen ? undefined : at(opened),
    isFrozen,
  }
}

/** How full it is, from 0 to 1. A bag that nobody weighed is full until it is opened, then half. */
export function fullness({ gramsLeft, weightGrams, place }: ShelfBag): number {
  if (gramsLeft === null) return place === 'unopened' ? 1 : 0.5
  return gramsLeft / Math.max(weightGrams ?? 0, gramsLeft, 1)
}
