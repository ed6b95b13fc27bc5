import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { loggedStyle } from '../adaptation/styles.ts'
import type { Clock } from '../clock.ts'
import type { CoffeeByMethod } from '../coffees/coffees.ts'
import { type DrinkerPorts, refuseStrangers } from '../drinkers/drinkers.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { presentGrinder } from '../equipment/details.ts'
import { unknownItem } from '../equipment/equipment.ts'
import { Fault, faultAt } from '../errors.ts'
import { indexOnDial, notedOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { Page } from '../page.ts'
import type { NewPersonalRecipe } from '../personal-recipes/personal-recipes.ts'
import { refuseHeavyDrink } from './extraction.ts'
import type { RatedBrew } from './insights.ts'
import type { BrewId, GetBrew, LastBrew, ListBrews, ReviseBrew, RoastedBrew, review, StoredBrew } from './model.ts'
import { nextStep } from './next-step.ts'
import { ageAt, type BagPorts, noBag } from './own-bag.ts'
import {
  type CalibratedEquipment,
  type CalibratedEquipmentPorts,
  calibratedEquipmentOf,
  cupOf,
  presentBrew,
} from './present.ts'
import { techniqueNamed } from './technique-of-brew.ts'
import { asDrunkBy, coachedDrinker, isSaid, whoDrank } from './who-drank.ts'

type SetHere =
  | 'id'
  | 'savedAsRecipe'
  | 'brewedAt'
  | 'createdAt'
  | 'coffee'
  | 'bag'
  | 'recipeVersion'
  | 'drinkerIds'
  | 'cups'
export type NewBrew = Omit<StoredBrew, SetHere> &
  Partial<Pick<StoredBrew, 'drinkerIds' | 'cups'>> & {
    bagId?: number | null
    /** Left out or null: the time of logging. */
    brewedAt?: string | null
  }
export type BrewReview = Pick<NewBrew, keyof typeof review>
/** What can be changed about a brew afterwards. */
export type BrewRevision = BrewReview &
  Pick<StoredBrew, 'brewedAt' | 'drinkerIds' | 'cups'> &
  Pick<NewBrew, 'bagId' | 'daysOffRoast' | 'style' | 'technique'> &
  Pick<NewBrew, 'tdsPercent' | 'beverageGrams' | 'isFavourite' | 'isBest'> &
  Pick<NewBrew, 'grinderId' | 'grindSetting' | 'grindSettingText' | 'grindIndex'>
export type BrewFilter = v.InferOutput<typeof ListBrews>

/** A bag, by its coffee or, if that is in no catalog, by itself. */
interface BagOrCoffee {
  coffeeProfileId: number | null
  bagId: number | null
}

/**
 * Brew logs are private: every method reads only those of one person. With a drinker, only what that
 * drinker drank; where a method is about one drinker, that is the person unless another is named.
 */
export interface Brews {
  /** Newest first, without a total: `count` reads every brew that matches. */
  list: (userId: number, filter: BrewFilter) => Promise<Page<StoredBrew>>
  count: (userId: number, filter?: Omit<BrewFilter, 'limit' | 'cursor'>) => Promise<number>
  byId: (userId: number, id: number) => Promise<RoastedBrew | undefined>
  /** Of any drinker, unless one is named. */
  last: (userId: number, drinkerId?: number) => Promise<RoastedBrew | undefined>
  /**
   * The brews before this one of the same coffee (of no known coffee, if it has none), by the same method and technique
   * and in the same style; newest first.
   */
  before: (userId: number, brew: StoredBrew, limit: number, drinkerId?: number) => Promise<RoastedBrew[]>
  /** At most `limit` brews from a bag by a method and in a style, and by no technique, newest first. */
  newestOfBag: (
    userId: number,
    of: { bagId: number; method: MethodId; style: StyleId | null },
    limit: number,
    drinkerId?: number,
  ) => Promise<RoastedBrew[]>
  /** For each coffee and method at most `limitEach` brews in a style, and by no technique, newest first. */
  newestOfEach: (
    userId: number,
    of: readonly CoffeeByMethod[],
    style: StyleId | null,
    limitEach: number,
    drinkerId?: number,
  ) => Promise<RoastedBrew[]>
  /**
   * For each of these coffees, and each of these bags whose coffee is in no catalog, the newest brew by each method;
   * newest first.
   */
  newestByMethod: (userId: number, of: readonly BagOrCoffee[], drinkerId?: number) => Promise<RoastedBrew[]>
  /** Undefined when there is no such coffee, or when the log is full. */
  add: (userId: number, brew: NewBrew, now: Date) => Promise<StoredBrew | undefined>
  /**
   * Undefined fields stay as they are. With another bag, the coffee is that of the bag; `no-bag` if they have none such.
   * The stars of the newest brew from a recipe are the person's rating of it.
   */
  revise: (userId: number, id: number, revision: Optional<BrewRevision>) => Promise<StoredBrew | 'no-bag' | undefined>
  remove: (userId: number, id: number) => Promise<boolean>
  /** Flags it as saved, and makes this its recipe unless it has one. */
  saveAsRecipe: (userId: number, id: number, recipe: NewPersonalRecipe, now: Date) => Promise<void>
  /** The newest brews of these days, at most `limit`, each with its local date. */
  recent: (userId: number, days: LocalDays, limit: number, drinkerId?: number) => Promise<DatedBrew[]>
  /** Which of these days have a brew. */
  datesBrewed: (userId: number, days: LocalDays, drinkerId?: number) => Promise<string[]>
  /** Those of the newest `among` brews that were rated, at most `limit`. */
  rated: (userId: number, limit: number, among: number, drinkerId?: number) => Promise<RatedBrew[]>
}

/** The `days` days that end with `last`. Dates are YYYY-MM-DD in the time zone. */
interface LocalDays {
  timeZone: string
  last: string
  days: number
}

interface DatedBrew {
  date: string
  brew: StoredBrew
}

export interface BrewPorts extends CalibratedEquipmentPorts, DrinkerPorts {
  brews: Brews
  clock: Clock
}

export async function listBrews(filter: BrewFilter, ports: BrewPorts, person: Person) {
  await refuseStranger(filter, ports, person)
  const page = await brewsWithoutTotal(filter, ports, person)
  // After the page, not at the same time: the embedded engine would run both before other people's statements.
  return { ...page, total: await ports.brews.count(person.id, filter) }
}

const refuseStranger = async (
  { drinkerId }: { drinkerId?: number | undefined },
  ports: DrinkerPorts,
  person: Person,
) => (drinkerId === undefined ? undefined : refuseStrangers([drinkerId], ports, person))

/** The same without the total, which takes longer to count than a page takes to read. */
export async function brewsWithoutTotal(filter: BrewFilter, ports: BrewPorts, person: Person) {
  const [page, equipment] = await Promise.all([
    ports.brews.list(person.id, filter),
    calibratedEquipmentOf(person, ports),
  ])
  return { ...page, data: page.data.map(brew => presentBrew(brew, equipment)) }
}

/** How many cups of a bag the coach reads: more than most bags hold. */
export const LEARNED_FROM = 30

/** If several drank it, the next step is that of one of them. */
export async function getBrew({ id, drinkerId }: v.InferOutput<typeof GetBrew>, ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([
    foundBrew(ports.brews.byId(person.id, id), id),
    calibratedEquipmentOf(person, ports),
  ])
  if (drinkerId !== undefined && !(brew.drinkerIds ?? [FIRST_DRINKER]).includes(drinkerId)) {
    await refuseStranger({ drinkerId }, ports, person)
    throw faultAt(['drinkerId'], 'must be somebody who drank this brew.')
  }
  return { brewLog: await withNextStep(brew, equipment, ports, person, drinkerId) }
}

/** The last one, with what to change next; undefined before the first. Of any drinker, unless one is asked for. */
export async function getLastBrewAndNextStep(ports: BrewPorts, person: Person) {
  const { id, drinkerId } = person
  const [brew, equipment] = await Promise.all([ports.brews.last(id, drinkerId), calibratedEquipmentOf(person, ports)])
  return brew && withNextStep(brew, equipment, ports, person, drinkerId)
}

/** A brew and what to change next. Each drinker has a history of their own; a cup of somebody without a name has none. */
export async function withNextStep(
  brew: RoastedBrew,
  equipment: CalibratedEquipment,
  { brews }: BrewPorts,
  person: Person,
  drinkerId = coachedDrinker(brew),
) {
  const earlier = drinkerId === undefined ? [] : await brews.before(person.id, brew, LEARNED_FROM, drinkerId)
  const grinder = grinderIn(brew, equipment)
  return {
    ...presentBrew(brew, equipment),
    grinder: grinder ? { ...presentGrinder(grinder), calibrated: grinder.calibrated === true } : null,
    nextStep: nextStep(
      cupOf(asDrunkBy(brew, drinkerId), equipment, person),
      earlier.map(brew => cupOf(asDrunkBy(brew, drinkerId), equipment, person)),
    ),
  }
}

export async function lastBrew({ drinkerId }: v.InferOutput<typeof LastBrew>, ports: BrewPorts, person: Person) {
  await refuseStranger({ drinkerId }, ports, person)
  const [brew, equipment] = await Promise.all([
    ports.brews.last(person.id, drinkerId),
    calibratedEquipmentOf(person, ports),
  ])
  return { brewLog: brew ? presentBrew(brew, equipment) : null }
}

export async function reviseBrew(
  { id, grinderId, drinkerId, drinkerIds, cups, ...review }: v.InferOutput<typeof ReviseBrew>,
  ports: BrewPorts & Pick<BagPorts, 'bags'>,
  person: Person,
) {
  const brewedAt = review.brewedAt && notToCome(review.brewedAt, ports.clock())
  const ground = grinderId === undefined ? {} : await regroundOn(grinderId, id, ports, person)
  const style = await restyledIn(review, id, ports, person)
  const said = { drinkerId, drinkerIds, cups }
  const drunk =
    isSaid(said) && (await whoDrank(said, ports, person, await foundBrew(ports.brews.byId(person.id, id), id)))
  const aged = review.bagId || brewedAt ? await agedBy({ bagId: review.bagId, brewedAt }, id, ports, person) : {}
  const revision = { ...review, ...ground, ...drunk, ...aged, style, brewedAt: brewedAt ?? undefined }
  const brew = await ports.brews.revise(person.id, id, revision)
  if (!brew) throw notFound(id)
  if (brew === 'no-bag') throw noBag(review.bagId ?? 0)
  return { brewLog: presentBrew(brew, await calibratedEquipmentOf(person, ports, brew)) }
}

/** A client's clock may run a little ahead: then it was brewed now. */
const AHEAD_MS = 5 * 60_000

export function notToCome(brewedAt: string, now: Date): string {
  const aheadMs = Date.parse(brewedAt) - now.getTime()
  if (aheadMs > AHEAD_MS) throw faultAt(['brewedAt'], 'must not be in the future.')
  return aheadMs > 0 ? now.toISOString() : brewedAt
}

/**
 * The style that a brew has from now on, if it changes: one that its brewer can do, or that of its
 * technique. The weight of the drink must fit both.
 */
async function restyledIn(
  review: Pick<v.InferOutput<typeof ReviseBrew>, 'style' | 'technique' | 'beverageGrams'>,
  id: number,
  ports: BrewPorts,
  person: Person,
) {
  if (review.style === undefined && !review.technique && !review.beverageGrams) return undefined
  const brew = await foundBrew(ports.brews.byId(person.id, id), id)
  const { method, machineId, recipeId } = brew
  const machine = machineId === null ? undefined : ports.machines.byId(machineId)
  const technique = review.technique && techniqueNamed(review.technique, { method, machine, recipeId }, ports)
  const named = review.style === undefined && technique ? technique.style : review.style
  const style = named && loggedStyle(method, named, machine)
  const { beverageGrams = brew.beverageGrams } = review
  refuseHeavyDrink({ ...brew, beverageGrams, style: style === undefined ? brew.style : style })
  return style
}

/**
 * How old the beans of a brew were, by their bag. If that has no roast date, an age that was typed before the brew had a
 * bag stays.
 */
async function agedBy(
  moved: { bagId: number | null | undefined; brewedAt: string | null | undefined },
  id: number,
  ports: BrewPorts & Pick<BagPorts, 'bags'>,
  person: Person,
) {
  const brew = await foundBrew(ports.brews.byId(person.id, id), id)
  const bagId = moved.bagId === undefined ? brew.bag?.id : moved.bagId
  const bag = bagId == null ? undefined : await ports.bags.byId(person.id, bagId)
  if (!bag) return {}
  const daysOffRoast = ageAt(new Date(moved.brewedAt ?? brew.brewedAt), bag)
  const isFromAnother = brew.bag !== null && brew.bag.id !== bag.id
  return daysOffRoast === null && !isFromAnother ? {} : { daysOffRoast }
}

/** The setting of a brew on another grinder, from what was noted. If that dial does not have it, it stays a text. */
async function regroundOn(grinderId: number | null, id: number, ports: BrewPorts, person: Person) {
  const { grindSettingText, grindSetting } = await foundBrew(ports.brews.byId(person.id, id), id)
  if (grinderId === null) return { grinderId, grindSetting, grindIndex: null }
  const grinder = (await calibratedEquipmentOf(person, ports)).grinder(grinderId)
  if (!grinder) throw unknownItem('grinder')
  const noted = grindSettingText ?? grindSetting
  const read = noted === null ? null : (notedOnDial(grinder, noted) ?? null)
  return {
    grinderId,
    grindSetting: read,
    grindSettingText: read === null && noted !== null ? String(noted) : grindSettingText,
    grindIndex: read === null ? null : indexOnDial(grinder, read),
  }
}

export async function deleteBrew({ id }: v.InferOutput<typeof BrewId>, { brews }: BrewPorts, person: Person) {
  if (!(await brews.remove(person.id, id))) throw notFound(id)
  return { success: true as const }
}

export const grinderIn = ({ grinderId }: StoredBrew, equipment: CalibratedEquipment) =>
  grinderId === null ? undefined : equipment.grinder(grinderId)

export async function foundBrew<Brew extends StoredBrew>(brew: Promise<Brew | undefined>, id: number) {
  const known = await brew
  if (!known) throw notFound(id)
  return known
}

const notFound = (id: number) => new Fault('brew-not-found', `You don’t have a brew log ${id}.`)
