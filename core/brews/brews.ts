import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { PublicProfiles } from '../accounts/public-profile.ts'
import type { Clock } from '../clock.ts'
import type { CoffeeByMethod } from '../coffees/coffees.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import type { Calendar } from '../dates.ts'
import { presentGrinder } from '../equipment/details.ts'
import { unknownItem } from '../equipment/equipment.ts'
import { Fault, faultAt } from '../errors.ts'
import { indexOnDial, notedOnDial, settingIn } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { Page } from '../page.ts'
import type { NewPersonalRecipe } from '../personal-recipes/personal-recipes.ts'
import { refuseOddRatio } from '../recipes/arithmetic.ts'
import { mailOfBrew, type Ratings } from '../recipes/ratings.ts'
import { type RecipeOwner, type Recipes, recipeNotFound } from '../recipes/recipes.ts'
import { deltasBetween } from './compare.ts'
import { insightsFrom, type RatedBrew } from './insights.ts'
import type { AskWeeklyStats, BrewId, ListBrews, LogBrew, ReviseBrew, StoredBrew } from './model.ts'
import { nextStep } from './next-step.ts'
import {
  brewedCoffee,
  brewedRatio,
  cupOf,
  type OwnEquipment,
  type OwnEquipmentPorts,
  ownEquipmentOf,
  presentBrew,
} from './present.ts'
import { weekEnding } from './week.ts'

export type NewBrew = Omit<StoredBrew, 'id' | 'savedAsRecipe' | 'createdAt' | 'coffee' | 'bag'> & {
  bagId?: number | null
}
export type BrewReview = Pick<NewBrew, 'outcome' | 'notes' | 'rating' | 'tasteProfile' | 'extractionFeedback'>
/** What may be changed of a brew afterwards. */
export type BrewRevision = BrewReview &
  Pick<NewBrew, 'isFavourite' | 'isBest' | 'grinderId' | 'grindSetting' | 'grindSettingText' | 'grindIndex'>
export type BrewFilter = v.InferOutput<typeof ListBrews>

export type AgedBrew = Pick<StoredBrew, 'coffeeProfileId' | 'daysOffRoast' | 'createdAt'>

/** Brew logs are their owner's alone: every method looks only among those of one person. */
export interface Brews {
  /** Newest first. */
  list: (userId: number, filter: BrewFilter) => Promise<Page<StoredBrew> & { total: number }>
  byId: (userId: number, id: number) => Promise<StoredBrew | undefined>
  last: (userId: number) => Promise<StoredBrew | undefined>
  /** Of each of these coffees the newest that says how old the beans were. */
  lastAged: (userId: number, coffeeIds: readonly number[]) => Promise<AgedBrew[]>
  /** Those before it of the same coffee, or of none as it, and method; newest first. */
  before: (userId: number, brew: StoredBrew, limit: number) => Promise<StoredBrew[]>
  /** From a bag, by a method: so many, newest first. */
  newestOfBag: (userId: number, of: { bagId: number; method: MethodId }, limit: number) => Promise<StoredBrew[]>
  /** Of each coffee by its method so many, newest first. */
  newestOfEach: (userId: number, of: readonly CoffeeByMethod[], limitEach: number) => Promise<StoredBrew[]>
  /** Undefined when there is no such coffee. */
  add: (userId: number, brew: NewBrew, now: Date) => Promise<StoredBrew | undefined>
  /** What is undefined stays as it was. Stars of the newest brew by a recipe are the person's rating of it. */
  revise: (userId: number, id: number, revision: Optional<BrewRevision>) => Promise<StoredBrew | undefined>
  remove: (userId: number, id: number) => Promise<boolean>
  /** Flags it, and makes this its recipe unless it has one. */
  saveAsRecipe: (userId: number, id: number, recipe: NewPersonalRecipe, now: Date) => Promise<void>
  /** The brews of the `days` days ending today, and what is known of all days; a day is one in the time zone. */
  recent: (userId: number, period: { timeZone: string; today: string; days: number }) => Promise<RecentBrews>
  /** The newest brews that were rated. */
  rated: (userId: number, limit: number) => Promise<RatedBrew[]>
}

/** Dates are local ones: YYYY-MM-DD in the time zone that was asked for. */
export interface RecentBrews {
  brews: { date: string; brew: StoredBrew }[]
  /** Every date with a brew, newest first. */
  dates: string[]
  allTimeBrews: number
}

export interface BrewPorts extends OwnEquipmentPorts {
  brews: Brews
  clock: Clock
}

/** A rated brew by a recipe is a rating of the recipe too. What was noted stays with who brewed. */
export async function logBrew(
  input: v.InferOutput<typeof LogBrew>,
  ports: BrewPorts & RatedPorts & BagPorts & { recipes: Pick<Recipes, 'ownerOf'> },
  person: Person,
) {
  const { brews, machines, clock } = ports
  const { grinderId, machineId, recipeId, rating } = input
  const doseGrams = doseOf(input)
  const machine = machineId === null ? undefined : machines.byId(machineId)
  if (machineId !== null && !machine) throw unknownItem('machine')
  const method = input.method ?? machine?.brewMethod
  if (!method) throw faultAt(['method'], 'is required when no machineId is given.')
  refuseOddRatio(doseGrams, input.waterGrams)
  const coffeeProfileId = await coffeeLogged(input, ports, person)
  const owner = recipeId === null ? undefined : await ports.recipes.ownerOf(recipeId)
  if (recipeId !== null && !owner) throw recipeNotFound(recipeId)
  const equipment = await ownEquipmentOf(person, ports, input)
  const grinder = grinderId === null ? undefined : equipment.grinder(grinderId)
  if (grinderId !== null && !grinder) throw unknownItem('grinder')
  const { coffeeGrams: _, ...said } = input
  const brewed = { ...said, ...settingIn(input.grindSetting, grinder), coffeeProfileId, method, doseGrams }
  const now = clock()
  const brew =
    owner && recipeId !== null && rating !== null
      ? await rated({ ...brewed, recipeId, rating, now }, owner, ports, person)
      : await brews.add(person.id, brewed, now)
  if (!brew) throw new Fault('coffee-not-found', `There is no coffee ${coffeeProfileId}; coffeeProfileId must be one.`)
  return { brewLog: presentBrew(brew, equipment) }
}

/** Bags that somebody brought, as far as a brew from one asks. */
export interface BagPorts {
  bags: { byId: (userId: number, id: number) => Promise<OwnBag | undefined> }
}

type OwnBag = Pick<StoredBrew, 'coffeeProfileId'> & { id: number; name: string; roastLevel: RoastLevel | null }

/** One's own bag; another's is none. */
export async function ownBag(id: number, { bags }: BagPorts, person: Person | undefined): Promise<OwnBag> {
  if (!person) throw new Fault('not-signed-in', 'Sign in first: bagId names a bag of your own.')
  const bag = await bags.byId(person.id, id)
  if (!bag) throw new Fault('not-found', `You have no bag ${id}.`)
  return bag
}

/** What a brew is of: what is said, or what its bag is of. */
async function coffeeLogged(
  { coffeeProfileId, bagId }: v.InferOutput<typeof LogBrew>,
  ports: BagPorts,
  person: Person,
) {
  if (bagId === null) return coffeeProfileId
  const bag = await ownBag(bagId, ports, person)
  if (coffeeProfileId !== null && coffeeProfileId !== bag.coffeeProfileId)
    throw faultAt(['bagId'], 'is a bag of another coffee than coffeeProfileId.')
  return bag.coffeeProfileId
}

interface RatedPorts {
  ratings: Pick<Ratings, 'brew'>
  profiles: Pick<PublicProfiles, 'privacyOf'>
}

async function rated(
  brew: Omit<Parameters<Ratings['brew']>[0], 'userId'>,
  owner: RecipeOwner,
  { brews, ratings, profiles }: RatedPorts & { brews: Brews },
  person: Person,
) {
  const mail = await mailOfBrew({ rating: brew.rating, notes: null }, owner, { profiles }, person)
  const logged = await ratings.brew({ ...brew, userId: person.id }, mail)
  return logged && brews.byId(person.id, logged.brewLogId)
}

export async function listBrews(filter: BrewFilter, ports: BrewPorts, person: Person) {
  const [page, equipment] = await Promise.all([ports.brews.list(person.id, filter), ownEquipmentOf(person, ports)])
  return { ...page, data: page.data.map(brew => presentBrew(brew, equipment)) }
}

/** What a coach remembers of a bag: more cups than most bags hold. */
export const LEARNED_FROM = 30

export async function getBrew({ id }: v.InferOutput<typeof BrewId>, ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([
    found(ports.brews.byId(person.id, id), id),
    ownEquipmentOf(person, ports),
  ])
  return { brewLog: await coached(brew, equipment, ports, person) }
}

/** The last one, with what to change next; undefined before the first. */
export async function getLastBrewAndNextStep(ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([ports.brews.last(person.id), ownEquipmentOf(person, ports)])
  return brew && coached(brew, equipment, ports, person)
}

async function coached(brew: StoredBrew, equipment: OwnEquipment, { brews }: BrewPorts, person: Person) {
  const earlier = await brews.before(person.id, brew, LEARNED_FROM)
  const grinder = grinderIn(brew, equipment)
  return {
    ...presentBrew(brew, equipment),
    grinder: grinder ? { ...presentGrinder(grinder), calibrated: grinder.calibrated === true } : null,
    nextStep: nextStep(
      cupOf(brew, equipment),
      earlier.map(brew => cupOf(brew, equipment)),
    ),
  }
}

export async function lastBrew(_: unknown, ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([ports.brews.last(person.id), ownEquipmentOf(person, ports)])
  return { brewLog: brew ? presentBrew(brew, equipment) : null }
}

export async function reviseBrew(
  { id, grinderId, ...review }: v.InferOutput<typeof ReviseBrew>,
  ports: BrewPorts,
  person: Person,
) {
  const ground = grinderId === undefined ? {} : await regroundOn(grinderId, id, ports, person)
  const brew = await found(ports.brews.revise(person.id, id, { ...review, ...ground }), id)
  return { brewLog: presentBrew(brew, await ownEquipmentOf(person, ports, brew)) }
}

/** What a brew's setting is on another grinder, by what was noted: what its dial does not show is a text. */
async function regroundOn(grinderId: number | null, id: number, ports: BrewPorts, person: Person) {
  const { grindSettingText, grindSetting } = await found(ports.brews.byId(person.id, id), id)
  if (grinderId === null) return { grinderId, grindSetting, grindIndex: null }
  const grinder = (await ownEquipmentOf(person, ports)).grinder(grinderId)
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

export async function compareBrew({ id }: v.InferOutput<typeof BrewId>, ports: BrewPorts, person: Person) {
  const [brew, equipment] = await Promise.all([
    found(ports.brews.byId(person.id, id), id),
    ownEquipmentOf(person, ports),
  ])
  const [before] = await ports.brews.before(person.id, brew, 1)
  const currentBrew = presentBrew(brew, equipment)
  const previousBrew = before ? presentBrew(before, equipment) : null
  return {
    comparison: {
      currentBrew,
      previousBrew,
      deltas: deltasBetween(currentBrew, previousBrew, grinderIn(brew, equipment)),
    },
  }
}

/** As it was. A brew becomes one recipe, however often it is saved or kept. */
export async function saveBrewAsRecipe({ id }: v.InferOutput<typeof BrewId>, ports: BrewPorts, person: Person) {
  const brew = await found(ports.brews.byId(person.id, id), id)
  const recipe = { ...brew, name: brewedCoffee(brew) ?? null, ratio: brewedRatio(brew), steps: null }
  await ports.brews.saveAsRecipe(person.id, id, recipe, ports.clock())
  return { brewLog: presentBrew({ ...brew, savedAsRecipe: true }, await ownEquipmentOf(person, ports, brew)) }
}

/** Enough to learn from, few enough to read at once. */
const RATED_BREWS = 500

export async function weeklyStats(
  { tz }: v.InferOutput<typeof AskWeeklyStats>,
  ports: BrewPorts & { calendar: Calendar },
  person: Person,
) {
  const today = await ports.calendar.today(tz, ports.clock())
  const [recent, rated, equipment] = await Promise.all([
    ports.brews.recent(person.id, { timeZone: tz, today, days: 14 }),
    ports.brews.rated(person.id, RATED_BREWS),
    ownEquipmentOf(person, ports),
  ])
  const brews = recent.brews.map(({ date, brew }) => ({ date, brew: presentBrew(brew, equipment) }))
  const week = weekEnding(today, { ...recent, brews })
  const insights = insightsFrom(
    rated.map(brew => ({ ...brew, grindIndex: equipment.grindIndexOf(brew) })),
    week.stats.streak,
    equipment.grinder,
  )
  return { ...week, insights }
}

const grinderIn = ({ grinderId }: StoredBrew, equipment: OwnEquipment) =>
  grinderId === null ? undefined : equipment.grinder(grinderId)

async function found(brew: Promise<StoredBrew | undefined>, id: number) {
  const known = await brew
  if (!known) throw notFound(id)
  return known
}

const notFound = (id: number) => new Fault('brew-not-found', `You have no brew log ${id}.`)

function doseOf({ doseGrams, coffeeGrams }: v.InferOutput<typeof LogBrew>) {
  if (doseGrams !== null && coffeeGrams !== null && doseGrams !== coffeeGrams)
    throw new Fault('invalid', 'doseGrams and coffeeGrams are the same field; send one, or the same number in both.')
  return doseGrams ?? coffeeGrams
}
