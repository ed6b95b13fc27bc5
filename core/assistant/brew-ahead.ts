import type { Person } from '../accounts/model.ts'
import { baseRecipes } from '../adaptation/base.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { stylesFor, unusualStyle, usualStyle } from '../adaptation/styles.ts'
import { type BrewPorts, getBrew } from '../brews/brews.ts'
import type { StoredBrew } from '../brews/model.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { faultAt } from '../errors.ts'
import { type GivenSetting, indexOnDial, notedOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import { exactRatio } from '../ratio.ts'
import type { SetupPorts } from '../setup/setup.ts'
import type { StandPorts } from '../stand/dials.ts'
import { isBrewOf, type OwnCoffee, type OwnCoffeePorts, ownCoffeeCalled, ownCoffees } from './own-coffees.ts'
import type { AsDrinker } from './own-drinkers.ts'
import { type NamedBrewer, type OwnGearPorts, ownBrewerCalled, ownBrewers, ownGrinderCalled } from './own-gear.ts'

/** A brew as a person describes it. What they leave out is taken from where they left off. */
interface AskedInWords {
  coffee?: string | undefined
  brewer?: string | undefined
  grinder?: string | undefined
  style?: StyleId | undefined
  doseGrams?: number | undefined
  waterGrams?: number | undefined
  setting?: GivenSetting | undefined
}

export type BrewAheadPorts = OwnCoffeePorts & OwnGearPorts & BrewPorts & StandPorts & SetupPorts

/** How many brews we search for one like the brew that is asked about. */
const MOST_LOOKED_AT = 50

/** Brews of a coffee, with a method and in a style, the newest first. */
export async function brewsLike(
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

/** The coffee and the gear of the next brew, and the last brew like it. */
export interface BrewAhead {
  coffee: OwnCoffee | undefined
  brewer: NamedBrewer | undefined
  grinder: AnyStoredGrinder | undefined
  style: StyleId | undefined
  /** With its next step for this drinker. */
  last: Awaited<ReturnType<typeof getBrew>>['brewLog'] | undefined
}

/**
 * What a person names and, for the rest, the last brew like it that fits the figures they give; without one, the last
 * brew of the household; without that, the first bag on the shelf and their default gear.
 */
export async function brewAhead(asked: AskedInWords, ports: BrewAheadPorts, person: AsDrinker): Promise<BrewAhead> {
  const coffee = asked.coffee === undefined ? undefined : await ownCoffeeCalled(asked.coffee, ports, person)
  const brewer = asked.brewer === undefined ? undefined : await ownBrewerCalled(asked.brewer, ports, person)
  const grinder = asked.grinder === undefined ? undefined : await ownGrinderCalled(asked.grinder, ports, person)
  // A brewer that is named without a style is brewed in the usual way, whatever was brewed last.
  const style = asked.style ?? (brewer && usualStyle(brewer.method))
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
    grinder: grinder ?? (await grinderBefore(chosen, before, ports, person)),
    style: asked.style ?? (brewer ? undefined : (last?.style ?? undefined)),
    last: last && (await getBrew({ id: last.id, drinkerId: person.drinkerId }, ports, person)).brewLog,
  }
}

/** The grinder of the brew before, if that was by the same method, else the one last used with that method, else the one they use first. */
async function grinderBefore(
  brewer: NamedBrewer | undefined,
  before: StoredBrew | undefined,
  ports: BrewAheadPorts,
  person: AsDrinker,
) {
  const isFor = (brew: StoredBrew) => brew.grinderId !== null && (!brewer || brew.method === brewer.method)
  const used = before && isFor(before) ? before : (await brewsLike({ brewer }, ports, person)).find(isFor)
  if (used?.grinderId != null) return ports.ownGrinders.of(person.id, used.grinderId)
  const own = await ownGrinderCalled(undefined, ports, person)
  return own ?? (before?.grinderId == null ? undefined : ports.ownGrinders.of(person.id, before.grinderId))
}

/** The newest that fits both the amounts and the setting or, if none does, the newest that fits the amounts. */
async function mostLikely(
  brews: StoredBrew[],
  said: AskedInWords,
  named: AnyStoredGrinder | undefined,
  { ownGrinders }: BrewAheadPorts,
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

/** A setting further away than this is probably for another method. */
const OTHER_METHOD_POINTS = 18

function indexNoted(grinder: AnyStoredGrinder, setting: GivenSetting) {
  const noted = notedOnDial(grinder, setting)
  return noted === undefined ? undefined : indexOnDial(grinder, noted)
}

/** Whether a brew like this can have these amounts: nobody makes an espresso with 250 g of water. */
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

/** The first brewer that fits what was said, of those they brewed with lately and then of those they own. */
async function likelyBrewer(
  asked: AskedInWords,
  before: StoredBrew | undefined,
  ports: BrewAheadPorts,
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
  throw faultAt(
    ['brewer'],
    'is required: these amounts fit no brewer that you have used. Name the brewer, such as "v60".',
  )
}

/** The coffee of the last brew, if it names one, or the coffee to drink first once all its bags are finished. */
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
