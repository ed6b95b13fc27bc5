import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { noBag } from '../brews/own-bag.ts'
import type { Clock } from '../clock.ts'
import { day } from '../dates.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { type Bag, type Bags, bagGrams, isFuture, ownedBag, tooManyBags } from './bags.ts'

const MOST_PORTIONS = 20
/** Stays in the freezer of one bag. */
const MOST_STAYS = 20

export const FreezeBag = v.object({
  id: field.id,
  on: v.optional(v.pipe(day, v.description('Default: today, in UTC.'))),
  grams: v.optional(v.pipe(bagGrams, v.description('How much each portion has. Default: the whole bag is frozen.'))),
  portions: v.optional(field.integer(1, MOST_PORTIONS), 1),
  freezerNote: v.optional(v.nullable(field.line), null),
})
export const ThawBag = v.object({
  id: field.id,
  on: v.optional(v.pipe(day, v.description('Default: today, in UTC.'))),
})

interface FreezePorts {
  bags: Bags
  clock: Clock
}

/** Freezes a bag, or takes portions out of it, each of which is then a bag of its own in the freezer. */
export async function freezeBag(
  { id, on, grams, portions, freezerNote }: v.InferOutput<typeof FreezeBag>,
  { bags, clock }: FreezePorts,
  person: Person,
) {
  const now = clock()
  const bag = await ownedBag(id, { bags }, person)
  const frozenOn = dayGiven(on, now)
  if (isFrozen(bag)) throw alreadyFrozen()
  const since = [bag.roastedOn, bag.thawedOn]
    .filter(date => date !== null)
    .sort()
    .at(-1)
  if (since !== undefined && frozenOn < since)
    throw faultAt(['on'], `must be ${since} or later, when the bag was roasted or last thawed.`)
  if (grams === undefined) {
    const frozenBefore = staysBefore(bag)
    if (frozenBefore.length >= MOST_STAYS)
      throw new Fault('invalid', `A bag can be frozen at most ${MOST_STAYS} times.`)
    const changes = {
      frozenBefore: frozenBefore.length === 0 ? null : frozenBefore,
      frozenOn,
      thawedOn: null,
      freezerNote: freezerNote ?? bag.freezerNote,
    }
    if (!(await bags.revise(person.id, id, changes, now, false))) throw alreadyFrozen()
    return { bag: await ownedBag(id, { bags }, person), portions: [] }
  }
  const made = await bags.portion(person.id, id, { grams, count: portions, frozenOn, freezerNote }, now)
  if (made === 'not-found') throw noBag(id)
  if (made === 'frozen') throw alreadyFrozen()
  if (made === 'too-many') throw tooManyBags()
  if (made === 'too-little')
    throw faultAt(['grams'], `must leave some coffee in the bag, which has ${bag.gramsLeft ?? 0} g left.`)
  const all = await Promise.all(made.map(portion => bags.byId(person.id, portion)))
  return { bag: await ownedBag(id, { bags }, person), portions: all.filter(portion => portion !== undefined) }
}

/** Takes a bag out of the freezer. From that day on it ages again. */
export async function thawBag({ id, on }: v.InferOutput<typeof ThawBag>, { bags, clock }: FreezePorts, person: Person) {
  const now = clock()
  const bag = await ownedBag(id, { bags }, person)
  const thawedOn = dayGiven(on, now)
  if (!isFrozen(bag)) throw notFrozen()
  if (bag.frozenOn !== null && thawedOn < bag.frozenOn)
    throw faultAt(['on'], `must be ${bag.frozenOn} or later, when it was frozen.`)
  if (!(await bags.revise(person.id, id, { thawedOn }, now, true))) throw notFrozen()
  return { bag: await ownedBag(id, { bags }, person) }
}

const isFrozen = ({ frozenOn, thawedOn }: Bag) => frozenOn !== null && thawedOn === null
const alreadyFrozen = () => new Fault('invalid', 'This bag is already in the freezer.')
const notFrozen = () => new Fault('invalid', 'This bag is not in the freezer.')

function dayGiven(on: string | undefined, now: Date) {
  if (on !== undefined && isFuture(on, now)) throw faultAt(['on'], 'must not be in the future.')
  return on ?? now.toISOString().slice(0, 10)
}

function staysBefore({ frozenBefore, frozenOn, thawedOn }: Bag) {
  const stays = frozenBefore ?? []
  return frozenOn === null || thawedOn === null ? stays : [...stays, { frozenOn, thawedOn }]
}
