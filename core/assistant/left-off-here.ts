import type { Person } from '../accounts/model.ts'
import { baseRecipes } from '../adaptation/base.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { stylesFor, unusualStyle } from '../adaptation/styles.ts'
import { type BrewPorts, getBrew } from '../brews/brews.ts'
import type { StoredBrew } from '../brews/model.ts'
import { afterStep } from '../brews/next-step.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { usualMachine } from '../equipment/usual.ts'
import { faultAt } from '../errors.ts'
import { type GivenSetting, indexOnDial, notedOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import { exactRatio } from '../ratio.ts'
import { adaptedFor } from '../setup/adapt-recipe.ts'
import type { SetupPorts } from '../setup/setup.ts'
import { dialNow, type StandPorts } from '../stand/dials.ts'
import { isBrewOf, type OwnCoffee, type OwnCoffeePorts, ownCoffeeCalled, ownCoffees } from './own-coffees.ts'
import { type NamedBrewer, type OwnGearPorts, ownBrewerCalled, ownBrewers, ownGrinderCalled } from './own-gear.ts'

/** What is brewed with what, in plain words. What is left out is as it was left off. */
interface AskedInWords {
  coffee?: string | undefined
  brewer?: string | undefined
  grinder?: string | undefined
  style?: StyleId | undefined
  doseGrams?: number | undefined
  waterGrams?: number | undefined
  setting?: GivenSetting | undefined
}

/** A person, as the drinker for whom they ask. */
export type AsDrinker = Person & { drinkerId: number }

export type LeftOffHerePorts = OwnCoffeePorts & OwnGearPorts & BrewPorts & StandPorts & SetupPorts

/** How far back we look for a brew like the one that is asked for. */
const MOST_LOOKED_AT = 50

type BrewWithStep = Awaited<ReturnType<typeof getBrew>>['brewLog']

/** Brews of a coffee, by a method and in a style, the newest first. */
async function brewsLike(
  {
    coffee,
    brewer,
    style,
  }: { coffee?: OwnCoffee | undefined; brewer?: NamedBrewer | undefined; style?: StyleId | undefined },
  ports: BrewPorts,
  { id, drinkerId }: AsDrinker,
): Promise<StoredBrew[]> {
  const ofCoffee = coffee?.coffeeProfileId ?? undefined
  const { data } = await ports.brews.list(id, { drinkerId, coffeeProfileId: ofCoffee, limit: MOST_LOOKED_AT })
  return data.filter(
    brew =>
      (!coffee || isBrewOf(brew, coffee)) &&
      (!brewer || brew.method === brewer.method) &&
      (style === undefined || unusualStyle(brew.style) === unusualStyle(style)),
  )
}

/** The last of them, with its next step for this drinker. */
export async function lastBrewLike(asked: Parameters<typeof brewsLike>[0], ports: BrewPorts, person: AsDrinker) {
  const [like] = await brewsLike(asked, ports, person)
  return like && withStep(like, ports, person)
}

const withStep = async ({ id }: StoredBrew, ports: BrewPorts, person: AsDrinker): Promise<BrewWithStep> =>
  (await getBrew({ id, drinkerId: person.drinkerId }, ports, person)).brewLog

/** The coffee and the gear of the next brew, and the last brew like it. */
export interface BrewAhead {
  coffee: OwnCoffee | undefined
  brewer: NamedBrewer | undefined
  grinder: AnyStoredGrinder | undefined
  style: StyleId | undefined
  last: BrewWithStep | undefined
}

/**
 * What a person means: what they named and, for the rest, the last brew like it that what they said can be about, else
 * the last one of the household, else the first bag on the shelf and the gear that they use first.
 */
export async function brewAhead(asked: AskedInWords, ports: LeftOffHerePorts, person: AsDrinker): Promise<BrewAhead> {
  const { style } = asked
  const coffee = asked.coffee === undefined ? undefined : await ownCoffeeCalled(asked.coffee, ports, person)
  const brewer = asked.brewer === undefined ? undefined : await ownBrewerCalled(asked.brewer, ports, person)
  const grinder = asked.grinder === undefined ? undefined : await ownGrinderCalled(asked.grinder, ports, person)
  const likely = (some: StoredBrew[]) => (brewer ? some[0] : mostLikely(some, asked, grinder, ports, person))
  const like = await likely(await brewsLike({ coffee, brewer, style }, ports, person))
  const before = like ?? (await ports.brews.last(person.id))
  const meant = coffee ?? (await coffeeAfter(before, ports, person))
  const isOther = like && meant && !isBrewOf(like, meant)
  const last = isOther ? await likely(await brewsLike({ coffee: meant, brewer, style }, ports, person)) : like
  const chosen = brewer ?? brewerOf(like, ports) ?? (await likelyBrewer(asked, before, ports, person))
  return {
    coffee: meant,
    brewer: chosen,
    grinder: grinder ?? (await grinderBefore(chosen, like, before, ports, person)),
    style: style ?? last?.style ?? undefined,
    last: last && (await withStep(last, ports, person)),
  }
}

/** The grinder of the last brew like it, else the one last used with that method, else the one they use first. */
async function grinderBefore(
  brewer: NamedBrewer | undefined,
  like: StoredBrew | undefined,
  before: StoredBrew | undefined,
  ports: LeftOffHerePorts,
  person: AsDrinker,
) {
  const isFor = (brew: StoredBrew) => brew.grinderId !== null && (!brewer || brew.method === brewer.method)
  const known = [...(like ? [like] : []), ...(before ? [before] : [])].find(isFor)
  const used = known ?? (await brewsLike({ brewer }, ports, person)).find(isFor)
  if (used?.grinderId != null) return ports.ownGrinders.of(person.id, used.grinderId)
  const own = await ownGrinderCalled(undefined, ports, person)
  return own ?? (before?.grinderId == null ? undefined : ports.ownGrinders.of(person.id, before.grinderId))
}

/** The newest that amounts and setting can be about, or else the newest that the amounts can be about. */
async function mostLikely(
  brews: StoredBrew[],
  said: AskedInWords,
  named: AnyStoredGrinder | undefined,
  { ownGrinders }: LeftOffHerePorts,
  { id }: Person,
) {
  const possible = brews.filter(brew => mayBeBrewedSo(brew, said))
  const { setting } = said
  if (setting === undefined) return possible[0]
  for (const brew of possible) {
    const grinder = named ?? (brew.grinderId === null ? undefined : await ownGrinders.of(id, brew.grinderId))
    const dial = grinder && indexNoted(grinder, setting)
    if (dial == null || brew.grindIndex === null || Math.abs(dial - brew.grindIndex) <= OTHER_METHOD_POINTS) return brew
  }
  return possible[0]
}

/** From here on, a setting is rather one for another method. */
const OTHER_METHOD_POINTS = 18

function indexNoted(grinder: AnyStoredGrinder, setting: GivenSetting) {
  const noted = notedOnDial(grinder, setting)
  return noted === undefined ? undefined : indexOnDial(grinder, noted)
}

/** Whether amounts can be about such a brew: nobody makes an espresso with 250 g of water. */
function mayBeBrewedSo(
  like: { method: MethodId; doseGrams: number | null; waterGrams: number | null },
  { doseGrams, waterGrams }: Pick<AskedInWords, 'doseGrams' | 'waterGrams'>,
) {
  if (waterGrams === undefined) return true
  const usual = baseRecipes[like.method]
  if (doseGrams === undefined) return isWithin(waterGrams, like.waterGrams ?? usual.waterGrams, 6)
  const dose = like.doseGrams ?? usual.doseGrams
  const water = like.waterGrams ?? usual.waterGrams
  return isWithin(exactRatio(doseGrams, waterGrams), exactRatio(dose, water), 2.5)
}

const isWithin = (one: number, other: number, times: number) => one <= other * times && other <= one * times

/** Of the brewers of the last brews and then of their own, the first that can do what was said. */
async function likelyBrewer(
  asked: AskedInWords,
  before: StoredBrew | undefined,
  ports: LeftOffHerePorts,
  person: AsDrinker,
): Promise<NamedBrewer | undefined> {
  const { style } = asked
  const lately = await brewsLike({}, ports, person)
  const used = [...lately, ...(before ? [before] : [])].flatMap(brew => brewerOf(brew, ports) ?? [])
  const all = [...used, ...(await ownBrewers(ports, person))]
  const isPossible = ({ method, machine }: NamedBrewer) =>
    (style === undefined || unusualStyle(style) === null || stylesFor(method, machine).includes(style)) &&
    mayBeBrewedSo({ method, doseGrams: null, waterGrams: null }, asked)
  const found = all.find(isPossible)
  if (found || all.length === 0) return found
  if (style !== undefined) return all[0]
  throw faultAt(['brewer'], 'is required: by these amounts, it was none that you have used. Say which, such as "v60".')
}

/** The coffee of the last brew or, once that is finished, the one to drink first. A brew may name none. */
async function coffeeAfter(
  brew: Pick<StoredBrew, 'coffeeProfileId' | 'bag'> | undefined,
  ports: OwnCoffeePorts,
  person: Person,
): Promise<OwnCoffee | undefined> {
  const own = await ownCoffees(ports, person)
  const brewed = brew && own.find(coffee => isBrewOf(brew, coffee))
  if (brew && brewed?.place !== 'finished') return brewed
  return own.find(({ place }) => place === 'shelf') ?? brewed
}

function brewerOf(
  brew: Pick<StoredBrew, 'machineId' | 'method'> | undefined,
  { machines }: Pick<OwnGearPorts, 'machines'>,
) {
  if (!brew) return
  return { method: brew.method, machine: brew.machineId === null ? undefined : machines.byId(brew.machineId) }
}

/** The figures of the next cup, as far as somebody knows them. */
export interface FiguresAhead {
  grindSetting: number | null
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  technique: string | null
  /** For example "the next step after your last brew". */
  from: string
}

/** From the coach after the last brew like it, or else from the recipe by rule. The dial may have been turned since. */
export async function figuresAhead(
  ahead: BrewAhead,
  ports: LeftOffHerePorts,
  person: AsDrinker,
): Promise<FiguresAhead> {
  const { last, grinder } = ahead
  if (!last) return figuresByRule(ahead, ports, person)
  const { doseGrams, waterGrams, waterTempF, grindSetting } = afterStep(last, last.nextStep)
  const isStep = (['doseGrams', 'waterGrams', 'waterTempF', 'grindSetting'] as const).some(
    name => last.nextStep?.[name] !== undefined,
  )
  const when = last.brewedAt.slice(0, 10)
  const stand = grinder && (await dialNow(grinder.id, ports, person))?.stand
  const isSameDial = grinder?.id === last.grinderId
  return {
    doseGrams,
    waterGrams,
    waterTempF,
    grindSetting: isSameDial && stand?.brew !== null ? grindSetting : (stand?.setting ?? null),
    technique: last.technique,
    from: isStep ? `the next step after your brew of ${when}` : `your brew of ${when}`,
  }
}

async function figuresByRule(
  { coffee, brewer, grinder, style }: BrewAhead,
  ports: LeftOffHerePorts,
  person: AsDrinker,
): Promise<FiguresAhead> {
  const unknown = { grindSetting: null, doseGrams: null, waterGrams: null, waterTempF: null, technique: null }
  if (!brewer || !grinder) return { ...unknown, from: 'what you said' }
  const { adaptedRecipe } = await adaptedFor(
    {
      machineId: (brewer.machine ?? usualMachine(ports, brewer.method)).id,
      grinderId: grinder.id,
      ...(await beansOf(coffee, ports, person)),
      style,
      strength: 3,
      taste: 0,
    },
    0,
    ports,
    person,
  )
  const { doseGrams, waterGrams, waterTempF, grindSetting } = adaptedRecipe
  return { doseGrams, waterGrams, waterTempF, grindSetting, technique: null, from: 'the recipe for a first cup' }
}

/** A coffee as the rules of recipes take it; an unknown roast counts as medium. */
export async function beansOf(coffee: OwnCoffee | undefined, ports: Pick<OwnCoffeePorts, 'bags'>, person: Person) {
  if (coffee?.coffeeProfileId != null) return { coffeeId: coffee.coffeeProfileId }
  const bag = coffee?.bagId == null ? undefined : await ports.bags.byId(person.id, coffee.bagId)
  return { bag, roastLevel: coffee?.roastLevel ?? ('MEDIUM' as const) }
}
