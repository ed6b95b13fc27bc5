import type { Person } from '../accounts/model.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { unusualStyle } from '../adaptation/styles.ts'
import { type BrewPorts, getBrew } from '../brews/brews.ts'
import type { StoredBrew } from '../brews/model.ts'
import { afterStep } from '../brews/next-step.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { usualMachine } from '../equipment/usual.ts'
import { adaptedFor } from '../setup/adapt-recipe.ts'
import type { SetupPorts } from '../setup/setup.ts'
import { dialNow, type StandPorts } from '../stand/dials.ts'
import { isBrewOf, type OwnCoffee, type OwnCoffeePorts, ownCoffeeCalled, ownCoffees } from './own-coffees.ts'
import { type NamedBrewer, type OwnGearPorts, ownBrewerCalled, ownGrinderCalled } from './own-gear.ts'

/** What is brewed with what, in plain words. What is left out is as it was left off. */
interface AskedInWords {
  coffee?: string | undefined
  brewer?: string | undefined
  grinder?: string | undefined
  style?: StyleId | undefined
}

/** A person, as the drinker for whom they ask. */
export type AsDrinker = Person & { drinkerId: number }

export type LeftOffHerePorts = OwnCoffeePorts & OwnGearPorts & BrewPorts & StandPorts & SetupPorts

/** How far back we look for a brew like the one that is asked for. */
const MOST_LOOKED_AT = 50

type BrewWithStep = Awaited<ReturnType<typeof getBrew>>['brewLog']

/** The last brew of a coffee, by a method and in a style, with its next step for this drinker. */
export async function lastBrewLike(
  {
    coffee,
    brewer,
    style,
  }: { coffee?: OwnCoffee | undefined; brewer?: NamedBrewer | undefined; style?: StyleId | undefined },
  ports: BrewPorts,
  person: AsDrinker,
): Promise<BrewWithStep | undefined> {
  const { id, drinkerId } = person
  const ofCoffee = coffee?.coffeeProfileId ?? undefined
  const { data } = await ports.brews.list(id, { drinkerId, coffeeProfileId: ofCoffee, limit: MOST_LOOKED_AT })
  const like = data.find(
    brew =>
      (!coffee || isBrewOf(brew, coffee)) &&
      (!brewer || brew.method === brewer.method) &&
      (style === undefined || unusualStyle(brew.style) === unusualStyle(style)),
  )
  return like && (await getBrew({ id: like.id, drinkerId }, ports, person)).brewLog
}

/** The coffee and the gear of the next brew, and the last brew like it. */
export interface BrewAhead {
  coffee: OwnCoffee | undefined
  brewer: NamedBrewer | undefined
  grinder: AnyStoredGrinder | undefined
  style: StyleId | undefined
  last: BrewWithStep | undefined
}

/**
 * What a person means: what they named and, for the rest, the last brew like it, else the last one of the household,
 * else the first bag on the shelf and the gear that they use first.
 */
export async function brewAhead(asked: AskedInWords, ports: LeftOffHerePorts, person: AsDrinker): Promise<BrewAhead> {
  const { style } = asked
  const coffee = asked.coffee === undefined ? undefined : await ownCoffeeCalled(asked.coffee, ports, person)
  const brewer = asked.brewer === undefined ? undefined : await ownBrewerCalled(asked.brewer, ports, person)
  const grinder = asked.grinder === undefined ? undefined : await ownGrinderCalled(asked.grinder, ports, person)
  const like = await lastBrewLike({ coffee, brewer, style }, ports, person)
  const before = like ?? (await ports.brews.last(person.id))
  const meant = coffee ?? (await coffeeAfter(before, ports, person))
  const isOther = like && meant && !isBrewOf(like, meant)
  const last = isOther ? await lastBrewLike({ coffee: meant, brewer, style }, ports, person) : like
  const ground = before?.grinderId ?? undefined
  return {
    coffee: meant,
    brewer: brewer ?? brewerOf(before, ports) ?? (await ownBrewerCalled(undefined, ports, person)),
    grinder:
      grinder ??
      (ground === undefined
        ? await ownGrinderCalled(undefined, ports, person)
        : await ports.ownGrinders.of(person.id, ground)),
    style: style ?? last?.style ?? undefined,
    last,
  }
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
