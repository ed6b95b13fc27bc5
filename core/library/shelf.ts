import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { dayOfAge, daysOffRoastOn, frozenDaysOn } from '../coffees/bag-days.ts'
import { drinkingWindow } from '../coffees/rest.ts'
import { type Calendar, day, timeZone } from '../dates.ts'
import { ownDialsOf } from '../equipment/own-dial.ts'
import type { GrinderPorts } from '../equipment/own-grinders.ts'
import * as field from '../fields.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import { Bag, type Bags, bagOf, type Habit } from './bags.ts'
import { LearnedReply, nothingLearned, presentLearned } from './learned.ts'

/** Where a bag is. */
const places = ['open', 'frozen', 'unopened', 'finished'] as const
const states = ['resting', 'best', 'past', 'frozen'] as const
const dayOrNull = v.nullable(v.string())

const Window = v.object({
  fromDay: v.pipe(v.number(), v.description('Its age, in days, when it is rested.')),
  untilDay: v.pipe(v.number(), v.description('The last day at its best.')),
  bestFrom: v.pipe(dayOrNull, v.description('As a date; null if it stays frozen before.')),
  bestUntil: dayOrNull,
})

export const ShelfBag = v.object({
  ...Bag.entries,
  place: v.picklist(places),
  ageDays: v.pipe(v.nullable(v.number()), v.description('Without its days in the freezer.')),
  frozenDays: v.number(),
  usualDoseGrams: v.pipe(
    v.number(),
    v.description('The median of your last 20 doses from this bag; else of your last 30; else 15.'),
  ),
  cupsLeft: v.pipe(v.nullable(v.number()), v.description('Whole cups, by that dose.')),
  isLow: v.pipe(v.boolean(), v.description('Two cups or fewer are left. Never of a frozen bag.')),
  method: v.pipe(v.picklist(methodIds), v.description('What you last brewed from it: the window depends on it.')),
  window: v.pipe(v.nullable(Window), v.description('Null without a roast date.')),
  state: v.nullable(v.picklist(states)),
})
export type ShelfBag = v.InferOutput<typeof ShelfBag>

export const ReadShelf = v.object({
  tz: v.pipe(v.optional(timeZone, 'UTC'), v.description('Whose day it is.')),
})
export const ShelfReply = v.object({
  today: day,
  bags: v.pipe(v.array(ShelfBag), v.description('What to drink first comes first. The newest 200.')),
})

const MOST_SHOWN = 200
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
  const bags = await ports.bags.listWhere(person.id, false, MOST_SHOWN)
  return { today, bags: (await onShelf(bags, today, ports, person)).sort(byUrgency) }
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
  const place = placeOf(bag, today)
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

function placeOf({ isArchived, frozenOn, thawedOn, openedOn, firstBrewedAt }: Bag, today: string) {
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
  other.id - one.id
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const OneBag = v.object({ ...ReadShelf.entries, id: field.id })
export const OneBagReply = v.object({ bag: v.object({ ...ShelfBag.entries, learned: LearnedReply }) })

/** A bag, and what its brews say. */
export async function getBag(
  { id, tz }: v.InferOutput<typeof OneBag>,
  ports: ShelfPorts & GrinderPorts,
  person: Person,
): Promise<v.InferOutput<typeof OneBagReply>> {
  const today = await ports.calendar.today(tz, ports.clock())
  const bag = await bagOf(id, ports, person)
  const [shown] = await onShelf([bag], today, ports, person)
  const [learned] = await withLearned([shown ?? shelved(bag, today, { doseGrams: null, method: null })], ports, person)
  if (!learned) throw new Error('One bag stays one.')
  return { bag: learned }
}

export const ArchiveReply = v.object({
  bags: v.pipe(v.array(v.object({ ...Bag.entries, learned: LearnedReply })), v.description('The newest 100.')),
})
const MOST_FINISHED = 100

/** Finished bags, with what was learned from each. It is read from their brews, which may still change. */
export async function readArchive(
  _: unknown,
  ports: Pick<ShelfPorts, 'bags'> & GrinderPorts,
  person: Person,
): Promise<v.InferOutput<typeof ArchiveReply>> {
  return { bags: await withLearned(await ports.bags.listWhere(person.id, true, MOST_FINISHED), ports, person) }
}

async function withLearned<Shown extends Bag>(
  bags: readonly Shown[],
  ports: Pick<ShelfPorts, 'bags'> & GrinderPorts,
  person: Person,
) {
  const learned = await ports.bags.learned(bags.map(({ id }) => id))
  const dials = await ownDialsOf(person, ports)
  return bags.map(bag => ({ ...bag, learned: presentLearned(learned.get(bag.id) ?? nothingLearned, dials) }))
}
