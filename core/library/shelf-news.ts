import type { Calendar } from '../dates.ts'
import type { Bags } from './bags.ts'
import { readShelf } from './shelf.ts'

/** A mail about bags that run low or are past their best. */
export type ShelfMail = {
  template: 'shelf-news'
  props: { low: string[]; past: string[] }
}

/** Which mails about shelves are due, and that each is sent once. */
export interface ShelfNews {
  /**
   * People who want these mails and were not looked at lately, longest ago first. They are taken, so
   * that another instance does not look at them too.
   */
  takeTurns: (now: Date, most: number) => Promise<number[]>
  /** Queues one mail about those of the bags that none was sent about yet, and notes that it was. */
  tell: (userId: number, bags: { low: number[]; past: number[] }, now: Date) => Promise<void>
}

/** People looked at in one sweep. */
const MOST_PEOPLE = 50

/**
 * Mails people about bags that run low or are past their best, by the rules of the shelf, in UTC.
 * What is in the freezer never is. Returns how many people were looked at.
 */
export async function tellShelfNews(ports: {
  bags: Bags
  shelfNews: ShelfNews
  calendar: Calendar
  clock: () => Date
}): Promise<number> {
  const now = ports.clock()
  const people = await ports.shelfNews.takeTurns(now, MOST_PEOPLE)
  for (const id of people) {
    const { bags } = await readShelf({ tz: 'UTC' }, ports, { id })
    const low = bags.filter(({ isLow }) => isLow).map(({ id }) => id)
    const past = bags.filter(({ state }) => state === 'past').map(({ id }) => id)
    if (low.length + past.length > 0) await ports.shelfNews.tell(id, { low, past }, now)
  }
  return people.length
}
