import type { Person } from '../accounts/model.ts'
import { type AdaptedRecipe, adapt } from '../adaptation/adapt.ts'
import { ENOUGH_VOTES, recommendBest } from '../adaptation/variants.ts'
import { type LeftOffPorts, leftOffEach } from '../brews/left-off.ts'
import type { CoffeeByMethod } from '../coffees/coffees.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import type { DialedGrind } from '../dial/dial-in.ts'
import { dialRecipe, whyOnGrinder } from '../dial/on-grinder.ts'
import { plainReason, type Reason, reasonBy } from '../dial/reason.ts'
import type { Embeds, RecipeOfCoffee } from '../embeds/embeds.ts'
import type { StoredMachine } from '../equipment/equipment.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { usualMachine } from '../equipment/usual.ts'
import { usualMethod } from '../grind/chart.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import { suitsMethod } from '../grind/suits.ts'
import type { Recipe } from '../recipes/model.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { recommendedFirst } from '../recipes/recommend.ts'
import { type Taster, type TasterPorts, tasterOf } from '../taste/taster.ts'

export interface StartPorts extends TasterPorts, LeftOffPorts {
  embeds: Pick<Embeds, 'ofCoffees'>
  recipes: Pick<Recipes, 'bestOfEach'>
}

/** Where to start with a coffee on a grinder, and why. */
export type CoffeeStart = {
  method: MethodId
  /** The methods that the roaster has recipes for. */
  written: readonly MethodId[]
  dialed: DialedGrind
  why: Reason[]
} & (
  | { from: 'roaster'; recipe: RecipeOfCoffee }
  | { from: 'votes'; recipe: Recipe }
  | { from: 'rules'; recipe: AdaptedRecipe; machine: StoredMachine }
)

export interface RoastedCoffee {
  id: number
  roastLevel: RoastLevel
  coffeeType?: string | null
}

interface StartAsked {
  dial: AnyStoredGrinder
  /**
   * If undefined: the method of the roaster's default recipe, else the grinder's usual method,
   * else, if no recipe for that method is liked, the method of the best-liked recipe.
   */
  method?: MethodId | undefined
  nudgeSteps?: number | undefined
}

/** How many recipes of a coffee and method are considered, among those with enough votes. */
const BEST = 5

export async function startWith(
  asked: StartAsked,
  coffee: RoastedCoffee,
  ports: StartPorts,
  person: Person | undefined,
) {
  const [start] = await startEach(asked, [coffee], ports, person)
  return start as CoffeeStart
}

/**
 * Where to start with each coffee: the roaster's recipe, else the one that people like best, else a
 * recipe by rule that starts where the drinker's own brews of it ended. A list takes no more
 * database reads than one coffee.
 */
export async function startEach(
  { dial, method, nudgeSteps = 0 }: StartAsked,
  coffees: readonly RoastedCoffee[],
  ports: StartPorts,
  person: Person | undefined,
): Promise<CoffeeStart[]> {
  const [own, taster] = await Promise.all([
    ports.embeds.ofCoffees(coffees.map(({ id }) => id)),
    tasterOf(person, ports),
  ])
  const ownOf = Map.groupBy(own, ({ coffeeId }) => coffeeId)
  const wanted = coffees.map(({ id: coffeeId, roastLevel, coffeeType }) => {
    const recipes = ownOf.get(coffeeId) ?? []
    const brewed = method ?? recipes.find(({ isDefault }) => isDefault)?.method ?? usualMethod(dial)
    const written = [...new Set(recipes.map(one => one.method))]
    const isDecaf = coffeeType === 'DECAF'
    const theirs = recipes.find(one => one.method === brewed)
    return { coffeeId, roastLevel, isDecaf, method: brewed, written, theirs }
  })
  const unwritten = wanted.filter(({ theirs }) => !theirs)
  const likedAmong = async (
    asked: readonly CoffeeByMethod[],
    limitEach = taster ? BEST : 1,
  ): Promise<[number, Recipe | undefined][]> => {
    const best = await ports.recipes.bestOfEach(asked, limitEach, ENOUGH_VOTES)
    const ofEach = Map.groupBy(best, ({ coffeeProfileId }) => coffeeProfileId)
    const liked = [...ofEach].map(([id, recipes]): [number, Recipe | undefined] => [
      id,
      likedMost(recipes, dial, ports, taster),
    ])
    if (limitEach === BEST) return liked
    // A drinker without a palate gets the top recipe, or one of the next if this grinder cannot
    // make it.
    const unfit = new Set(liked.flatMap(([id, recipe]) => (recipe?.id === ofEach.get(id)?.[0]?.id ? [] : [id])))
    const next = await likedAmong(
      asked.filter(({ coffeeId }) => unfit.has(coffeeId)),
      BEST,
    )
    return [...liked, ...next]
  }
  const liked = new Map(await likedAmong(unwritten))
  const unliked = () => unwritten.filter(({ coffeeId }) => !liked.get(coffeeId))
  if (method === undefined)
    for (const [id, recipe] of await likedAmong(unliked().flatMap(byOtherMethods))) liked.set(id, recipe)
  const leftOff = await leftOffEach(unliked(), ports, person)
  const altitudeMeters = person?.water.altitudeMeters
  return wanted.map(({ coffeeId, roastLevel, isDecaf, theirs, ...shared }) => {
    if (theirs) return { ...shared, ...byRoaster(theirs, dial, nudgeSteps) }
    const recipe = liked.get(coffeeId)
    if (recipe) return { ...shared, method: recipe.machine.brewMethod, ...byVotes(recipe, dial, ports, nudgeSteps) }
    const machine = usualMachine(ports, shared.method)
    const circumstances = {
      roastLevel,
      isDecaf,
      leftOff: leftOff.get(coffeeId),
      palate: taster?.palate,
      altitudeMeters,
    }
    const adapted = adapt({ method: shared.method, brewer: machine, ...circumstances }, dial, nudgeSteps)
    // The machine is only a typical one, so reasons about it may not apply to theirs.
    const why = adapted.why.filter(({ rule }) => rule !== 'machine')
    return { ...shared, from: 'rules', recipe: adapted, machine, dialed: adapted, why }
  })
}

const byOtherMethods = ({ coffeeId, method }: CoffeeByMethod): CoffeeByMethod[] =>
  methodIds.filter(other => other !== method).map(other => ({ coffeeId, method: other }))

/**
 * The closest to the drinker's taste among the best that this grinder and the usual brewer can
 * make.
 */
function likedMost(
  best: readonly Recipe[],
  dial: AnyStoredGrinder,
  ports: Pick<StartPorts, 'grinders' | 'machines'>,
  taster: Taster | undefined,
): Recipe | undefined {
  const ranked = recommendedFirst(best, taster).map(recipe => ({
    ...recipe,
    reachable: dialRecipe(dial, recipe, ports.grinders.byId(recipe.grinderId)).reachable,
    suits: suitsMethod(dial, recipe.machine.brewMethod),
  }))
  return ranked.find(one => recommendBest([one], usualMachine(ports, one.machine.brewMethod)).recommended)
}

const byRoaster = (recipe: RecipeOfCoffee, dial: AnyStoredGrinder, nudgeSteps: number) => ({
  from: 'roaster' as const,
  recipe,
  dialed: dialRecipe(dial, recipe, undefined, nudgeSteps),
  why: [plainReason('roaster', {}, "The roaster's own recipe"), ...whyOnGrinder(dial, recipe, undefined)],
})

function byVotes(
  recipe: Recipe,
  dial: AnyStoredGrinder,
  { grinders }: Pick<StartPorts, 'grinders'>,
  nudgeSteps: number,
) {
  const theirs = grinders.byId(recipe.grinderId)
  const { upvotes, downvotes } = recipe
  return {
    from: 'votes' as const,
    recipe,
    dialed: dialRecipe(dial, recipe, theirs, nudgeSteps),
    why: [
      reasonBy('votes', {}, 'What people like best', `${upvotes} of ${upvotes + downvotes} votes`),
      ...whyOnGrinder(dial, recipe, theirs),
    ],
  }
}
