import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type BagInUse, noBag } from '../brews/own-bag.ts'
import type { Clock } from '../clock.ts'
import { type Coffees, coffeeNotFound, newCoffee } from '../coffees/coffees.ts'
import { coffeeTypes, SubmitCoffee } from '../coffees/model.ts'
import { roastLevel, roastLevels } from '../coffees/roast.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { day, daysBefore } from '../dates.ts'
import { Fault, faultAt, faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import { folded } from '../names.ts'
import { type Optional, withChanges } from '../optional.ts'
import { Picture } from '../pictures/model.ts'
import type { StoredLessons } from './learned.ts'

const words = v.nullable(v.string())
const grams = v.nullable(v.number())
const instantOrNull = v.nullable(field.instant)

export const Bag = v.object({
  id: field.id,
  coffeeProfileId: v.pipe(v.nullable(field.id), v.description('Its coffee in the catalog, if it’s there.')),
  name: v.string(),
  roasterName: words,
  roastLevel: v.nullable(v.picklist(roastLevels)),
  coffeeType: v.nullable(v.picklist(coffeeTypes)),
  origin: words,
  flavorProfile: words,
  processingMethod: words,
  personalNotes: words,
  rating: v.nullable(v.number()),
  weightGrams: grams,
  gramsLeft: v.pipe(
    grams,
    v.description('The last weight you set, minus the doses brewed from it since. Null if unknown.'),
  ),
  setGrams: v.pipe(grams, v.description('What was left at `setAt`, or before the first brew if that is null.')),
  setAt: instantOrNull,
  roastedOn: words,
  openedOn: words,
  frozenOn: words,
  thawedOn: words,
  frozenBefore: v.pipe(
    v.nullable(v.array(v.object({ frozenOn: v.string(), thawedOn: v.string() }))),
    v.description('Earlier stays in the freezer.'),
  ),
  freezerNote: words,
  portionOf: v.pipe(v.nullable(field.id), v.description('The bag this portion was taken from to be frozen.')),
  isArchived: v.pipe(v.boolean(), v.description('Finished.')),
  isFavourite: v.boolean(),
  picture: v.pipe(v.nullable(Picture), v.description('Only you can open it.')),
  totalBrews: v.pipe(v.number(), v.description('Counted up to 10,000.')),
  firstBrewedAt: instantOrNull,
  lastBrewedAt: instantOrNull,
  createdAt: field.instant,
})
export type Bag = v.InferOutput<typeof Bag>

/** What is not stored with a bag but found out about it. */
export const foundOutOfBag = [
  'id',
  'gramsLeft',
  'portionOf',
  'picture',
  'totalBrews',
  'firstBrewedAt',
  'lastBrewedAt',
] as const
export type StoredBag = Omit<Bag, (typeof foundOutOfBag)[number]>

/** The median dose and the last method of somebody's last brews, from one bag or of all. */
export interface Habit {
  doseGrams: number | null
  method: MethodId | null
}

/** What a person changes in a bag. Undefined fields stay as they were. */
export type BagChanges = Optional<Omit<StoredBag, 'coffeeProfileId' | 'createdAt'>>

/** Bags of a person's. Only they can see them. */
export interface Bags extends BagInUse {
  /** Newest first. */
  list: (userId: number, limit: number) => Promise<Bag[]>
  /** Those that are finished, or not, newest first. */
  listWhere: (userId: number, isArchived: boolean, limit: number) => Promise<Bag[]>
  byId: (userId: number, id: number) => Promise<Bag | undefined>
  /** Undefined once the person has as many bags as they may. */
  add: (userId: number, bag: StoredBag) => Promise<number | undefined>
  /**
   * False when they have no such bag. With `ifFrozen`, also when it is not, or no longer, in (or out
   * of) the freezer.
   */
  revise: (userId: number, id: number, changes: BagChanges, now: Date, ifFrozen?: boolean) => Promise<boolean>
  /** Its brews stay. Does nothing if there is none. */
  remove: (userId: number, id: number) => Promise<void>
  /**
   * Takes portions out of a bag that is not frozen, each a bag of its own that is. Returns their ids,
   * or why it is not possible: what is left is less, or they would have too many bags.
   */
  portion: (
    userId: number,
    id: number,
    portions: { grams: number; count: number; frozenOn: string; freezerNote: string | null },
    now: Date,
  ) => Promise<number[] | 'not-found' | 'frozen' | 'too-little' | 'too-many'>
  habits: (userId: number, ids: readonly number[]) => Promise<{ own: Habit; ofBag: Map<number, Habit> }>
  /** What the brews of some bags say. */
  learned: (ids: readonly number[]) => Promise<Map<number, StoredLessons>>
  /**
   * Says that these bags are of that coffee, also for their brews that name none, and keeps the
   * coffee.
   */
  areOf: (userId: number, bags: readonly Bag[], coffeeProfileId: number, now: Date) => Promise<void>
}

export const MOST_BAGS = 2000

const BagsOfCoffee = v.object({
  coffeeProfileId: v.nullable(field.id),
  name: v.string(),
  roasterName: words,
  bags: v.array(Bag),
})
export const BagsReply = v.object({ coffees: v.array(BagsOfCoffee) })

/** Bags grouped by coffee, the coffee with the newest bag first. */
export async function listBags(_: unknown, { bags }: { bags: Bags }, person: Person) {
  const together = Map.groupBy(await bags.list(person.id, MOST_BAGS), coffeeKeyOf)
  return {
    coffees: [...together.values()].map(bags => {
      const [{ coffeeProfileId, name, roasterName }] = bags as [Bag]
      return { coffeeProfileId, name, roasterName, bags }
    }),
  }
}

export const coffeeKeyOf = ({
  coffeeProfileId,
  name,
  roasterName,
}: Pick<Bag, 'coffeeProfileId' | 'name' | 'roasterName'>) =>
  coffeeProfileId ?? `${matchNameOf(roasterName ?? '')} ${folded(name)}`

export const BagId = v.object({ id: field.id })

/** One of the person's bags; anybody else's is not found. */
export async function ownedBag(id: number, { bags }: { bags: Pick<Bags, 'byId'> }, person: Person): Promise<Bag> {
  const bag = await bags.byId(person.id, id)
  if (!bag) throw noBag(id)
  return bag
}

/** The weight of a bag, and what is left of it. */
export const bagGrams = field.number(1, 100_000)
const gramsLeft = field.number(0, 100_000)

const { orNull } = field
const onBag = {
  personalNotes: orNull(field.longText),
  rating: orNull(field.rating),
  weightGrams: orNull(bagGrams),
  roastedOn: orNull(v.pipe(day, v.description('The roast date on the bag.'))),
  openedOn: orNull(v.pipe(day, v.description('Default: it counts as opened from its first brew.'))),
}

export const AddBag = v.object({
  coffeeProfileId: orNull(v.pipe(field.id, v.description('A coffee in the catalog. If omitted, send a name.'))),
  name: orNull(v.pipe(field.name, v.description('What’s on the bag. Only you can see it.'))),
  roasterName: orNull(field.name),
  roastLevel: orNull(roastLevel),
  ...onBag,
  gramsLeft: orNull(v.pipe(gramsLeft, v.description('Default: all of it.'))),
})

/** Adds a bag of a coffee of the catalog, or of one that nobody else has to know. */
export async function addBag(
  { coffeeProfileId, gramsLeft, ...said }: v.InferOutput<typeof AddBag>,
  { bags, coffees, clock }: { bags: Bags; coffees: Pick<Coffees, 'byId'>; clock: Clock },
  person: Person,
) {
  const now = clock()
  refuseOddDays(said, now)
  refuseMoreThanHeld({ ...said, gramsLeft })
  const id = await bags.add(person.id, {
    ...emptyBag,
    ...said,
    ...(await coffeeOfBag(coffeeProfileId, said, coffees)),
    setGrams: gramsLeft ?? said.weightGrams,
    setAt: gramsLeft === null ? null : now.toISOString(),
    createdAt: now.toISOString(),
  })
  if (id === undefined) throw tooManyBags()
  return { bag: await ownedBag(id, { bags }, person) }
}

/** East of Greenwich it may already be tomorrow. */
export const isFuture = (date: string, now: Date) => date > daysBefore(now.toISOString().slice(0, 10), -1)

function refuseOddDays({ roastedOn, openedOn }: Pick<Bag, 'roastedOn' | 'openedOn'>, now: Date) {
  if (roastedOn !== null && isFuture(roastedOn, now)) throw faultAt(['roastedOn'], 'must not be in the future.')
  if (openedOn !== null && isFuture(openedOn, now)) throw faultAt(['openedOn'], 'must not be in the future.')
  if (roastedOn !== null && openedOn !== null && openedOn < roastedOn)
    throw faultAt(['openedOn'], `must be ${roastedOn} or later, when it was roasted.`)
}

/** A bag cannot hold more than when it was full. */
function refuseMoreThanHeld({ weightGrams, gramsLeft }: Pick<Bag, 'weightGrams' | 'gramsLeft'>) {
  if (weightGrams !== null && gramsLeft !== null && gramsLeft > weightGrams)
    throw faultAt(
      ['gramsLeft'],
      `must be at most ${weightGrams}, what the bag weighs when full. If it holds more, set weightGrams to that, too.`,
    )
}

export const tooManyBags = () =>
  new Fault('invalid', `You can have at most ${MOST_BAGS} bags. Delete some that you finished long ago.`)

const emptyBag = {
  coffeeType: null,
  origin: null,
  flavorProfile: null,
  processingMethod: null,
  frozenOn: null,
  thawedOn: null,
  frozenBefore: null,
  freezerNote: null,
  isArchived: false,
  isFavourite: false,
}

type SaidOfCoffee = Pick<v.InferOutput<typeof AddBag>, 'name' | 'roasterName' | 'roastLevel'>

async function coffeeOfBag(id: number | null, said: SaidOfCoffee, coffees: Pick<Coffees, 'byId'>) {
  if (id === null) {
    const { name } = said
    if (name === null) throw faultAt(['name'], 'is required when no coffeeProfileId is given.')
    return { coffeeProfileId: null, name }
  }
  const coffee = await coffees.byId(id)
  if (!coffee) throw coffeeNotFound(id)
  const { name, roasterName, roastLevel, coffeeType, origin, flavorProfile, processingMethod } = coffee
  return { coffeeProfileId: id, name, roasterName, roastLevel, coffeeType, origin, flavorProfile, processingMethod }
}

const kept = <T extends v.GenericSchema>(schema: T) => v.optional(v.nullable(schema))

/** A field that is left out stays as it is; null clears it. */
export const ReviseBag = v.object({
  id: field.id,
  name: v.optional(
    v.pipe(field.name, v.description('Only for a bag whose coffee isn’t in the catalog, like the next two.')),
  ),
  roasterName: kept(field.name),
  roastLevel: kept(roastLevel),
  personalNotes: kept(field.longText),
  rating: kept(field.rating),
  weightGrams: kept(bagGrams),
  gramsLeft: kept(v.pipe(gramsLeft, v.description('How much is left now. Later brews are subtracted from this.'))),
  roastedOn: kept(day),
  openedOn: kept(day),
  isFavourite: v.optional(field.flag),
  isArchived: v.optional(v.pipe(field.flag, v.description('Finished.'))),
})

export async function reviseBag(
  { id, gramsLeft, ...said }: v.InferOutput<typeof ReviseBag>,
  { bags, clock }: { bags: Bags; clock: Clock },
  person: Person,
) {
  const bag = await ownedBag(id, { bags }, person)
  for (const name of ['name', 'roasterName', 'roastLevel'] as const)
    if (bag.coffeeProfileId !== null && said[name] !== undefined && said[name] !== bag[name])
      throw faultAt([name], 'comes from the coffee in the catalog, and can’t be changed for one bag.')
  const now = clock()
  // Another field of an old bag can be changed whatever its dates are.
  if (said.roastedOn !== undefined || said.openedOn !== undefined) refuseOddDays(withChanges(bag, said), now)
  // What was never said follows a new weight.
  const isLeftSaid = gramsLeft !== undefined || (said.weightGrams !== undefined && bag.setAt !== null)
  if (isLeftSaid) refuseMoreThanHeld(withChanges(bag, { gramsLeft, weightGrams: said.weightGrams }))
  const isRevised = await bags.revise(
    person.id,
    id,
    { ...said, ...amountSet(gramsLeft, said.weightGrams, bag, now) },
    now,
  )
  if (!isRevised) throw noBag(id)
  return { bag: await ownedBag(id, { bags }, person) }
}

/** A new weight moves what was left by as much, as long as nobody has said how much that was. */
function amountSet(
  gramsLeft: number | null | undefined,
  weightGrams: number | null | undefined,
  bag: Bag,
  now: Date,
): Pick<BagChanges, 'setGrams' | 'setAt'> {
  if (gramsLeft !== undefined) return { setGrams: gramsLeft, setAt: gramsLeft === null ? null : now.toISOString() }
  if (weightGrams === undefined || bag.setAt !== null) return {}
  if (weightGrams === null || bag.setGrams === null || bag.weightGrams === null) return { setGrams: weightGrams }
  return { setGrams: Math.max(0, bag.setGrams + weightGrams - bag.weightGrams) }
}

/** Deletes a bag. Its brews stay. */
export async function removeBag({ id }: v.InferOutput<typeof BagId>, { bags }: { bags: Bags }, person: Person) {
  await ownedBag(id, { bags }, person)
  await bags.remove(person.id, id)
  return { success: true as const }
}

export const ShareBag = v.object({
  id: field.id,
  roasterName: v.pipe(v.optional(field.name), v.description('Required if the bag doesn’t say who roasted it.')),
  roastLevel: v.pipe(v.optional(roastLevel), v.description('Required if the bag doesn’t say; we don’t guess.')),
})

/** Adds a bag's coffee to the catalog for everybody. All bags of it then belong to that coffee. */
export async function shareBag(
  { id, ...said }: v.InferOutput<typeof ShareBag>,
  { bags, coffees, clock }: { bags: Bags; coffees: Coffees; clock: Clock },
  person: Person,
) {
  const bag = await ownedBag(id, { bags }, person)
  if (bag.coffeeProfileId !== null) {
    const known = await coffees.byId(bag.coffeeProfileId)
    if (known) return { coffee: known }
  }
  const roasterName = said.roasterName ?? bag.roasterName
  if (!roasterName) throw faultAt(['roasterName'], 'is required: the bag doesn’t say who roasted it.')
  const level = said.roastLevel ?? bag.roastLevel
  if (!level) throw faultAt(['roastLevel'], 'is required: the bag doesn’t say how dark it is.')
  const { name, coffeeType, origin, flavorProfile, processingMethod } = bag
  const facts = { name, roasterName, roastLevel: level, coffeeType, origin, flavorProfile, processingMethod }
  const given = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null))
  const parsed = v.safeParse(SubmitCoffee, given)
  if (!parsed.success) throw faultOf(parsed.issues[0])
  const now = clock()
  const coffee = await coffees.submit(newCoffee(parsed.output, person, now))
  const all = await bags.list(person.id, MOST_BAGS)
  await bags.areOf(
    person.id,
    all.filter(other => coffeeKeyOf(other) === coffeeKeyOf(bag)),
    coffee.id,
    now,
  )
  return { coffee }
}
