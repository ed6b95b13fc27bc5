import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { dayOfAge, daysOffRoastOn, frozenDaysOn } from '../coffees/bag-days.ts'
import { drinkingWindow } from '../coffees/rest.ts'
import { type Calendar, day, timeZone } from '../dates.ts'
import { ownDialsOf } from '../equipment/own-dial.ts'
import type { GrinderPorts } from '../equipment/own-grinders.ts'
import * as field from '../fields.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import { Bag, type Bags, type Habit, ownedBag } from './bags.ts'
import { Lessons, nothingLearned, presentLessons } from './learned.ts'

/** Where a bag is. */
const places = ['open', 'frozen', 'unopened', 'finished'] as const
const states = ['resting', 'best', 'past', 'frozen'] as const
const dayOrNull = v.nullable(v.string())

const Window = v.object({
  fromDay: v.pipe(v.number(), v.description('The age, in days, at which it’s rested.')),
  untilDay: v.pipe(v.number(), v.description('The last day at its best.')),
  bestFrom: v.pipe(dayOrNull, v.description('As a date. Null if it’s frozen.')),
  bestUntil: dayOrNull,
})

export const ShelfBag = v.object({
  ...Bag.entries,
  place: v.picklist(places),
  ageDays: v.pipe(v.nullable(v.number()), v.description('Without its days in the freezer.')),
  frozenDays: v.number(),
  usualDoseGrams: v.pipe(
    v.number(),
    v.description('The median of your last 20 doses from this bag, or of your last 30 doses overall, or 15.'),
  ),
  cupsLeft: v.pipe(v.nullable(v.number()), v.description('Whole cups, by that dose.')),
  isLow: v.pipe(v.boolean(), v.description('Two cups or fewer are left. Never true for a frozen bag.')),
  method: v.pipe(v.picklist(methodIds), v.description('What you last brewed from it; the window depends on this.')),
  window: v.pipe(v.nullable(Window), v.description('Null without a roast date.')),
  state: v.nullable(v.picklist(states)),
})
export type ShelfBag = v.InferOutput<typeof ShelfBag>

export const ReadShelf = v.object({
  tz: v.pipe(v.optional(timeZone, 'UTC'), v.description('The time zone that decides what day it is.')),
})
export const ShelfReply = v.object({
  today: day,
  bags: v.pipe(v.array(ShelfBag), v.description('In the order to drink them. The newest 200.')),
})

const MOST_ON_SHELF = 200
const LOW_CUPS = 2
/** Of somebody who has weighed none. */
const FIRST_DOSE_GRAMS = 15

interface ShelfPorts {
  bags: Bags
  calendar: Calendar
  clock: () => Date
}

/** The bags that are not finished: the open ones first, and of these the one to drink first. */
export async function readShelf(
  { tz }: v.InferOutput<typeof ReadShelf>,
  ports: ShelfPorts,
  person: Pick<Person, 'id'>,
) {
  const today = await ports.calendar.today(tz, ports.clock())
  return { today, bags: await bagsToDrink(today, ports, person) }
}

/** The same on a given day. */
export async function bagsToDrink(today: string, ports: Pick<ShelfPorts, 'bags'>, person: Pick<Person, 'id'>) {
  const bags = await ports.bags.listWhere(person.id, false, MOST_ON_SHELF)
  return bags.length === 0 ? [] : (await onShelf(bags, today, ports, person)).sort(byUrgency)
}

async function onShelf(
  bags: readonly Bag[],
  today: string,
  ports: Pick<ShelfPorts, 'bags'>,
  { id }: Pick<Person, 'id'>,
) {
  const { own, ofBag } = await ports.bags.habits(
    id,
    bags.map(bag => bag.id),
  )
  return bags.map(bag => shelved(bag, today, { ...own, ...knownOf(ofBag.get(bag.id)) }))
}

const knownOf = (habit: Habit | undefined): Partial<Habit> =>
  Object.fromEntries(Object.entries(habit ?? {}).filter(([, known]) => known !== null))

/** What there is to say about a bag on a day. */
export function shelved(bag: Bag, today: string, habit: Habit): ShelfBag {
  const place = placeOfBag(bag, today)
  // A finished bag is as old as it was when it was last brewed.
  const on = place === 'finished' && bag.lastBrewedAt !== null ? bag.lastBrewedAt.slice(0, 10) : today
  const ageDays = daysOffRoastOn(on, bag) ?? null
  const usualDoseGrams = habit.doseGrams ?? FIRST_DOSE_GRAMS
  const cupsLeft = bag.gramsLeft === null ? null : cupsIn(bag.gramsLeft, usualDoseGrams)
  const method = habit.method ?? 'v60'
  const window = ageDays === null ? null : windowOf(bag, method)
  return {
    ...bag,
    place,
    ageDays,
    frozenDays: frozenDaysOn(on, bag),
    usualDoseGrams,
    cupsLeft,
    isLow: (place === 'open' || place === 'unopened') && cupsLeft !== null && cupsLeft <= LOW_CUPS,
    method,
    window,
    state: stateOf(place, ageDays, window),
  }
}

function placeOfBag({ isArchived, frozenOn, thawedOn, openedOn, firstBrewedAt }: Bag, today: string) {
  if (isArchived) return 'finished'
  if (frozenOn !== null && frozenOn <= today && (thawedOn === null || thawedOn > today)) return 'frozen'
  return openedOn !== null || firstBrewedAt !== null ? 'open' : 'unopened'
}

/** More than floating-point noise, and less than a scale shows. */
const cupsIn = (grams: number, dose: number) => Math.floor(grams / dose + 1e-6)

function windowOf(bag: Bag, method: MethodId) {
  const { fromDay, untilDay } = drinkingWindow({ method, roastLevel: bag.roastLevel })
  return { fromDay, untilDay, bestFrom: dayOfAge(fromDay, bag) ?? null, bestUntil: dayOfAge(untilDay, bag) ?? null }
}

function stateOf(place: ShelfBag['place'], age: number | null, window: ShelfBag['window']): ShelfBag['state'] {
  if (place === 'frozen') return 'frozen'
  if (age === null || window === null) return null
  return age < window.fromDay ? 'resting' : age <= window.untilDay ? 'best' : 'past'
}

const LATEST = '9999'
const byUrgency = (one: ShelfBag, other: ShelfBag) =>
  places.indexOf(one.place) - places.indexOf(other.place) ||
  compared(one.window?.bestUntil ?? LATEST, other.window?.bestUntil ?? LATEST) ||
  compared(other.createdAt, one.createdAt) ||
  other.id - one.id
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const GetBag = v.object({ ...ReadShelf.entries, id: field.id })
export const BagReply = v.object({ bag: ShelfBag, learned: Lessons })

/** A bag, and what its brews say. */
export async function getBag(
  { id, tz }: v.InferOutput<typeof GetBag>,
  ports: ShelfPorts & GrinderPorts,
  person: Person,
): Promise<v.InferOutput<typeof BagReply>> {
  const today = await ports.calendar.today(tz, ports.clock())
  const bag = await ownedBag(id, ports, person)
  const [shown] = await onShelf([bag], today, ports, person)
  const [lessons] = await withLessons([bag], ports, person)
  if (!shown || !lessons) throw new Error('One bag stays one.')
  return { bag: shown, learned: lessons.learned }
}

/** A bag, with what its brews say. */
const LearnedBag = v.object({ bag: Bag, learned: Lessons })
export const ArchiveReply = v.object({
  bags: v.pipe(v.array(LearnedBag), v.description('The newest 100.')),
})
const MOST_FINISHED = 100

/** Finished bags, with what was learned from each. It is read from their brews, which may still change. */
export async function readArchive(
  _: unknown,
  ports: Pick<ShelfPorts, 'bags'> & GrinderPorts,
  person: Person,
): Promise<v.InferOutput<typeof ArchiveReply>> {
  return { bags: await withLessons(await ports.bags.listWhere(person.id, true, MOST_FINISHED), ports, person) }
}

async function withLessons(
  bags: readonly Bag[],
  ports: Pick<ShelfPorts, 'bags'> & GrinderPorts,
  person: Person,
): Promise<v.InferOutput<typeof LearnedBag>[]> {
  const learned = await ports.bags.learned(bags.map(({ id }) => id))
  const dials = await ownDialsOf(person, ports)
  return bags.map(bag => ({ bag, learned: presentLessons(learned.get(bag.id) ?? nothingLearned, dials) }))
}
