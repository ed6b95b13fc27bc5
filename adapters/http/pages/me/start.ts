import * as v from 'valibot'
import { unusualStyle } from '../../../../core/adaptation/styles.ts'
import type { Technique } from '../../../../core/adaptation/technique.ts'
import { baseOfTechnique } from '../../../../core/adaptation/technique-base.ts'
import type { BrewLog } from '../../../../core/brews/model.ts'
import { afterStep } from '../../../../core/brews/next-step.ts'
import { beansInUse } from '../../../../core/brews/own-bag.ts'
import { type BagDays, daysOffRoastOn } from '../../../../core/coffees/bag-days.ts'
import { getRoasterRecipe, RoasterRecipeId } from '../../../../core/embeds/publish.ts'
import { listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import { usualMachine } from '../../../../core/equipment/usual.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { positionOn } from '../../../../core/grind/position.ts'
import { bagAge } from '../../../../core/library/age.ts'
import type { PersonalRecipe } from '../../../../core/personal-recipes/model.ts'
import { getPersonalRecipe } from '../../../../core/personal-recipes/personal-recipes.ts'
import { authorOf } from '../../../../core/recipes/model.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { getRecipe } from '../../../../core/recipes/recipes.ts'
import { adaptRecipe } from '../../../../core/setup/adapt-recipe.ts'
import { dialNow } from '../../../../core/stand/dials.ts'
import { dialFor, dialForRecipe } from '../choices.ts'
import type { OwnVisit } from '../own-page.ts'
import { recipeOn } from '../parts/dials.ts'
import { idIn } from '../query.ts'
import { readerClock } from '../reader-clock.ts'
import type { Words } from '../words.ts'
import { anyOf, type BrewDraft, bagIn, emptyDraft, styleIn, valueOfBag } from './draft.ts'
import { type CupsDraft, cupsOf } from './household.ts'
import { brewAsDrunk, drinkerIn, lastOfWhoDrinksNow } from './household-brews.ts'
import type { CoachedBrew } from './next-step.ts'

/** The initial values of a log form, and a sentence about how the brew was made. */
export interface LogStart {
  draft: BrewDraft
  how: string
  /** Who drinks it, if that is known from the brew that is brewed again. */
  cups?: CupsDraft
}

/**
 * Starts from a community recipe, a technique, a personal recipe, a brew or nothing. Without any of these in the
 * URL, from the last brew. The age of the beans comes from the bag.
 */
export async function startOf(asked: URLSearchParams, visit: OwnVisit): Promise<LogStart> {
  const { draft, ...start } = await groundWhereItIs(await startWithout(asked, visit), visit)
  const bag = await bagDaysOf(draft.coffee, visit)
  const age = bag && daysOffRoastOn(readerClock(visit).today, bag)
  return { ...start, draft: age === undefined ? draft : { ...draft, daysOffRoast: String(age) } }
}

/** The dates of the bag: the one named, or the open one of the coffee, or of the coffee on the shelf. */
async function bagDaysOf(draftCoffee: string, { ports, who }: OwnVisit): Promise<BagDays | undefined> {
  const brought = bagIn(draftCoffee)
  if (brought !== undefined) return ports.bags.byId(who.id, brought)
  const coffee = idIn(draftCoffee)
  if (coffee === undefined) return
  return (await beansInUse(coffee, ports.clock(), ports, who)).dates
}

async function startWithout(asked: URLSearchParams, visit: OwnVisit): Promise<LogStart> {
  const { ports, who } = visit
  const recipe = idIn(asked.get('recipe'))
  if (recipe !== undefined) return fromRecipe(recipe, visit)
  const roasters = roasterRecipeIn(asked.get('recipe') ?? '')
  if (roasters) return startFromRoaster(roasters, visit)
  const technique = ports.techniques.bySlug(asked.get('technique') ?? '')
  if (technique) return fromTechnique(technique, asked.get('brewer'), visit)
  const own = idIn(asked.get('mine'))
  if (own !== undefined) return fromPersonalRecipe((await getPersonalRecipe({ id: own }, ports, who)).recipe, visit)
  const again = idIn(asked.get('again'))
  if (again !== undefined) return withItsDrinkers(await brewAsDrunk(again, visit), visit)
  const isOther = asked.has('nothing') || asked.has('coffee') || asked.has('brewer')
  const last = isOther ? undefined : await lastOfWhoDrinksNow(visit)
  return last ? groundWhereSaid(fromBrew(last, visit), last, visit) : fromNothing(asked, visit)
}

/** Where nothing says how it was ground, the dial does, if anybody knows where that is. */
async function groundWhereItIs({ draft, ...start }: LogStart, { ports, who }: OwnVisit): Promise<LogStart> {
  const grinder = draft.grindSetting === '' ? ports.grinders.bySlug(draft.grinder) : undefined
  const dial = grinder && (await dialNow(grinder.id, ports, who))
  return {
    ...start,
    draft: dial?.stand ? { ...draft, grindSetting: numeralOf(dial.grinder, dial.stand.setting) } : draft,
  }
}

/** A dial that was turned since its last brew has ground this one there, whatever the next step is. */
async function groundWhereSaid(
  start: LogStart,
  { grinderId }: Pick<BrewLog, 'grinderId'>,
  { ports, who }: OwnVisit,
): Promise<LogStart> {
  const dial = grinderId === null ? undefined : await dialNow(grinderId, ports, who)
  if (!dial?.stand || dial.stand.brew) return start
  const grindSetting = numeralOf(dial.grinder, dial.stand.setting)
  return grindSetting === start.draft.grindSetting
    ? start
    : { ...start, how: `${start.how}, but at ${grindSetting}`, draft: { ...start.draft, grindSetting } }
}

export async function fromRecipe(id: number, visit: OwnVisit): Promise<LogStart> {
  const { ports } = visit
  const recipe = await getRecipe({ id }, ports)
  const grinder = await dialForRecipe(recipe, visit)
  const dial = grinder ?? ports.grinders.byId(recipe.grinderId)
  const setting = grinder ? recipeOn(grinder, recipe, 'your', visit).grindSetting : recipe.grindSetting
  return {
    how: `as ${authorOf(recipe)} wrote it`,
    draft: {
      ...figuresIn(recipe, visit.words),
      recipe: String(recipe.id),
      coffee: String(recipe.coffeeProfileId),
      brewer: machineSlug(recipe.machineId, visit) ?? anyOf(recipe.machine.brewMethod),
      grinder: dial?.slug ?? '',
      grindSetting: dial ? numeralOf(dial, setting) : '',
    },
  }
}

type RoasterRecipe = v.InferOutput<typeof RoasterRecipeId>

/** A roaster's recipe as its page passes it on: "hill-road/worka/v60". */
export function roasterRecipeIn(text: string): RoasterRecipe | undefined {
  const [roasterSlug, coffeeSlug, method] = text.split('/')
  const named = v.safeParse(RoasterRecipeId, { roasterSlug, coffeeSlug, method })
  return named.success ? named.output : undefined
}

export async function startFromRoaster(id: RoasterRecipe, visit: OwnVisit): Promise<LogStart> {
  const { recipe, coffee } = await getRoasterRecipe(id, visit.ports)
  const { grinder } = visit
  return {
    how: `as ${coffee.roaster.name} wrote it`,
    draft: {
      ...figuresIn(recipe, visit.words),
      recipe: `${id.roasterSlug}/${id.coffeeSlug}/${id.method}`,
      coffee: String(coffee.id),
      brewer: anyOf(recipe.method),
      grinder: grinder?.slug ?? '',
      grindSetting: grinder ? numeralOf(grinder, positionOn(grinder, recipe.grindIndex).setting) : '',
    },
  }
}

/** Its own figures, on the reader's grinder; the timer sends those that it ran with. */
export function fromTechnique(technique: Technique, brewer: string | null, visit: OwnVisit): LogStart {
  const { ports, words } = visit
  const base = baseOfTechnique(technique, ports.grinders)
  const { grinder } = dialFor(visit)
  const machine = ports.machines.list().find(({ slug }) => slug === brewer)
  return {
    how: `by ${technique.name}`,
    draft: {
      ...figuresIn(base, words),
      technique: technique.slug,
      brewer: machine?.slug ?? anyOf(base.method),
      style: unusualStyle(base.style) ?? '',
      grinder: grinder.slug,
      grindSetting: numeralOf(grinder, positionOn(grinder, base.grindIndex).setting),
    },
  }
}

export function fromPersonalRecipe(recipe: PersonalRecipe, visit: OwnVisit): LogStart {
  return {
    how: recipe.name ?? 'your recipe',
    draft: {
      ...figuresIn(recipe, visit.words),
      coffee: String(recipe.coffeeProfileId ?? ''),
      brewer: anyOf(recipe.method),
      ...groundOnDial(recipe, visit),
    },
  }
}

/** The next cup is for the drinker whose step it is, or else for those who drank the last. */
function withItsDrinkers(brewLog: CoachedBrew['brew'], visit: OwnVisit): LogStart {
  const asked = drinkerIn(visit.url.searchParams)
  const { ids } = cupsOf(asked === undefined ? brewLog : { drinkerIds: [asked] })
  return { ...fromBrew(brewLog, visit), cups: { ids, isWithGuest: false, said: new Map() } }
}

/** The brew as it was or, to brew it again, with the coach's change applied. */
export function fromBrew(brewLog: CoachedBrew['brew'], visit: OwnVisit, isAgain = true): LogStart {
  const { nextStep, machineId, method, style, technique, brewedAt } = brewLog
  const next = afterStep(brewLog, isAgain ? nextStep : null)
  const clock = readerClock(visit)
  const age = bagAge(null, brewLog, clock)
  const moved = (['grindSetting', 'doseGrams', 'waterGrams', 'waterTempF'] as const).some(
    figure => next[figure] !== brewLog[figure],
  )
  return {
    how: `${clock.like(brewedAt)}${moved ? ', with the next step' : ''}`,
    draft: {
      ...figuresIn(next, visit.words),
      coffee: String(brewLog.coffeeProfileId ?? (brewLog.bag ? valueOfBag(brewLog.bag.id) : '')),
      brewer: (machineId !== null && machineSlug(machineId, visit)) || anyOf(method),
      style: unusualStyle(style) ?? '',
      technique: technique ?? '',
      ...groundOnDial(next, visit),
      daysOffRoast: age === undefined ? '' : visit.words.typed(age),
    },
  }
}

/**
 * A recipe by rule for their brewer and grinder, so that a person who brews as usual has little to
 * change.
 */
export async function fromNothing(asked: URLSearchParams, visit: OwnVisit): Promise<LogStart> {
  const { ports, who, grinder, words } = visit
  const { machines } = await listOwnedMachines(undefined, ports, who)
  const all = ports.machines.list()
  const machine =
    all.find(({ slug }) => slug === asked.get('brewer')) ??
    all.find(({ id }) => id === machines[0]?.machineId) ??
    usualMachine(ports)
  const coffee = idIn(asked.get('coffee'))
  const bagId = bagIn(asked.get('coffee'))
  const bag = bagId === undefined ? undefined : await ports.bags.byId(who.id, bagId)
  const { adaptedRecipe } = await adaptRecipe(
    {
      machineId: machine.id,
      grinderId: dialFor(visit).grinder.id,
      ...(coffee === undefined ? { roastLevel: bag?.roastLevel ?? 'MEDIUM' } : { coffeeProfileId: coffee }),
      bagId: bag?.id,
      style: styleIn(asked.get('style') ?? '', { method: machine.brewMethod, machine }),
      strength: 3,
      taste: 0,
      grindNudgeSteps: 0,
    },
    ports,
    who,
  )
  return {
    how: 'as it is usually brewed',
    draft: {
      ...figuresIn(adaptedRecipe, words),
      coffee: String(coffee ?? (bag ? valueOfBag(bag.id) : '')),
      brewer: machine.slug,
      style: unusualStyle(adaptedRecipe.style) ?? '',
      grinder: grinder?.slug ?? '',
      grindSetting: grinder ? numeralOf(grinder, adaptedRecipe.grindSetting) : '',
    },
  }
}

type Figures = Pick<BrewLog, 'doseGrams' | 'waterGrams' | 'waterTempF' | 'brewTimeSeconds'>

export function figuresIn({ doseGrams, waterGrams, waterTempF, brewTimeSeconds }: Figures, words: Words): BrewDraft {
  const typed = (figure: number | null, say: (figure: number) => string) => (figure === null ? '' : say(figure))
  return {
    ...emptyDraft,
    doseGrams: typed(doseGrams, words.typed),
    waterGrams: typed(waterGrams, words.typed),
    waterTemp: typed(waterTempF, words.typedTemperature),
    brewTime: typed(brewTimeSeconds, brewTimeInWords),
  }
}

/** On the grinder it was ground with, or on the reader's own if that is unknown. */
export function groundOnDial(
  { grinderId, grindSetting }: Pick<BrewLog, 'grinderId' | 'grindSetting'>,
  { ports, grinder }: OwnVisit,
): Pick<BrewDraft, 'grinder' | 'grindSetting'> {
  const dial = grinderId === null ? undefined : ports.grinders.byId(grinderId)
  if (!dial) return { grinder: grinder?.slug ?? '', grindSetting: '' }
  return { grinder: dial.slug, grindSetting: grindSetting === null ? '' : numeralOf(dial, grindSetting) }
}

const machineSlug = (id: number, { ports }: OwnVisit) => ports.machines.byId(id)?.slug
