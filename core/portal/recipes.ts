import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { type Coffees, coffeeNotFound, getCoffee } from '../coffees/coffees.ts'
import { EmbedRecipe, MOST_RECIPES_OF_A_COFFEE, MOST_RECIPES_OF_A_ROASTER } from '../embeds/model.ts'
import { asCommunityRecipe, type Compose, type PublishedRecipes } from '../embeds/publish.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenSetting, groundOn } from '../grind/given.ts'
import { GivenMethod, methodById } from '../grind/methods.ts'
import { onScale } from '../grind/model.ts'
import { withChanges } from '../optional.ts'
import { amountsOf } from '../recipes/arithmetic.ts'
import { checkedSteps, revisedSteps, Steps } from '../recipes/steps.ts'
import { mustOwn, type RoasterMember } from './members.ts'

/** The dose and either water or ratio are enough. */
const givenFigures = {
  doseGrams: v.optional(field.doseGrams),
  waterGrams: v.optional(field.waterGrams),
  ratio: v.optional(field.ratio),
}
/**
 * The grind, as an index or as a setting on a grinder. Without either, it is that of the method.
 */
const ground = {
  grindIndex: v.optional(field.grindIndex),
  grinderId: v.optional(field.id),
  grindSetting: v.optional(GivenSetting),
}
const details = {
  ...ground,
  grindSize: v.pipe(
    field.clearable(field.line),
    v.description('In your own words. Without them, the widget uses our name for the grind index.'),
  ),
  waterTempF: v.nullish(field.waterTempF),
  brewTimeSeconds: v.nullish(field.brewTimeSeconds),
  steps: v.nullish(Steps),
  notes: field.clearable(field.longText),
  isDefault: v.optional(
    v.pipe(field.flag, v.description('At most one per method; a new default replaces the old one.')),
  ),
}

export const AddPortalRecipe = v.object({
  id: field.id,
  method: GivenMethod,
  ...givenFigures,
  doseGrams: field.doseGrams,
  ...details,
})
/** A missing field stays as it was; null or an empty text clears it. */
export const RevisePortalRecipe = v.object({
  id: field.id,
  method: v.optional(GivenMethod),
  ...givenFigures,
  ...details,
})
export const PortalRecipeId = v.object({ id: field.id })

/** A roaster's recipe as it is stored. The widget shows it as `EmbedRecipe`. */
const { methodName, onGrinder: _, ...shown } = EmbedRecipe.entries
const stored = {
  id: field.id,
  coffeeId: field.id,
  ...shown,
  grindSize: v.nullable(v.string()),
  grinderId: v.pipe(v.nullable(field.id), v.description('The grinder it was written on, if one was named.')),
  grindSetting: v.pipe(v.nullable(v.number()), v.description('The setting on that grinder.')),
  createdAt: field.instant,
  updatedAt: field.instant,
}
export const StoredPortalRecipe = v.object(stored)
export type StoredPortalRecipe = v.InferOutput<typeof StoredPortalRecipe>
export const PortalRecipe = v.object({ ...stored, methodName })

export type NewPortalRecipe = Omit<StoredPortalRecipe, 'id' | 'coffeeId' | 'createdAt' | 'updatedAt'>

/**
 * Every method looks only at the recipes of one roaster. Setting a default clears the previous one.
 */
export interface PortalRecipes extends PublishedRecipes {
  /** Grouped by method, the default first. Undefined when there is no such coffee. */
  list: (roasterId: number, coffeeId: number) => Promise<StoredPortalRecipe[] | undefined>
  /**
   * Refused when the coffee or its roaster has reached the limit; undefined when there is no such
   * coffee.
   */
  add: (
    roasterId: number,
    coffeeId: number,
    recipe: NewPortalRecipe,
    most: { ofCoffee: number; ofRoaster: number },
    now: Date,
  ) => Promise<StoredPortalRecipe | 'coffee-full' | 'roaster-full' | undefined>
  coffeeOf: (roasterId: number, id: number) => Promise<number | undefined>
  /**
   * Replaces a recipe with the result of `decide` and, if it is published, the published copy with
   * that of `compose`. Concurrent changes are made one after the other.
   */
  revise: (
    roasterId: number,
    id: number,
    decide: (recipe: StoredPortalRecipe) => NewPortalRecipe,
    compose: (recipe: StoredPortalRecipe) => ReturnType<Compose>,
    now: Date,
  ) => Promise<StoredPortalRecipe | undefined>
  /** False when there was none. */
  remove: (roasterId: number, id: number) => Promise<boolean>
}

interface RecipePorts {
  portal: { recipes: PortalRecipes }
  ownGrinders: OwnGrinders
  clock: Clock
}

/** What is needed to update the published copy. */
interface PublishedPorts {
  coffees: Coffees
  grinders: Grinders
  machines: Machines
}

export async function listPortalRecipes(
  { id }: v.InferOutput<typeof PortalRecipeId>,
  { portal }: RecipePorts,
  { roasterId }: RoasterMember,
) {
  const recipes = await portal.recipes.list(roasterId, id)
  if (!recipes) throw coffeeNotFound(id)
  return { recipes: recipes.map(presentPortalRecipe) }
}

export async function getPortalRecipe(
  { id }: v.InferOutput<typeof PortalRecipeId>,
  { portal }: Pick<RecipePorts, 'portal'>,
  { roasterId }: RoasterMember,
) {
  const coffeeId = await portal.recipes.coffeeOf(roasterId, id)
  const recipes = coffeeId === undefined ? undefined : await portal.recipes.list(roasterId, coffeeId)
  const recipe = recipes?.find(one => one.id === id)
  if (!recipe) throw portalRecipeNotFound(id)
  return { recipe: presentPortalRecipe(recipe) }
}

export async function addPortalRecipe(
  { id, ...given }: v.InferOutput<typeof AddPortalRecipe>,
  ports: RecipePorts,
  member: RoasterMember,
) {
  const { method, waterTempF, brewTimeSeconds = null, steps, grindSize, notes, isDefault } = given
  const amounts = amountsOf(given)
  const set = (await groundGiven(given, ports, member)) ?? onNoDial(onScale(methodById[method].grindIndex.target))
  const added = await ports.portal.recipes.add(
    member.roasterId,
    id,
    {
      method,
      ...amounts,
      ...set,
      grindSize: grindSize ?? null,
      waterTempF: waterTempF ?? null,
      brewTimeSeconds,
      steps: checkedSteps(steps, { ...amounts, brewTimeSeconds }),
      notes: notes ?? null,
      isDefault: isDefault ?? false,
    },
    { ofCoffee: MOST_RECIPES_OF_A_COFFEE, ofRoaster: MOST_RECIPES_OF_A_ROASTER },
    ports.clock(),
  )
  if (added === 'coffee-full')
    throw new Fault(
      'invalid',
      `A coffee can have at most ${MOST_RECIPES_OF_A_COFFEE} of your own recipes. Delete one first.`,
    )
  if (added === 'roaster-full')
    throw new Fault('invalid', `A roaster can have at most ${MOST_RECIPES_OF_A_ROASTER} recipes. Delete one first.`)
  if (!added) throw coffeeNotFound(id)
  return { recipe: presentPortalRecipe(added) }
}

export async function revisePortalRecipe(
  { id, ...given }: v.InferOutput<typeof RevisePortalRecipe>,
  ports: RecipePorts & PublishedPorts,
  member: RoasterMember,
) {
  const set = await groundGiven(given, ports, member)
  const coffeeId = await ports.portal.recipes.coffeeOf(member.roasterId, id)
  if (coffeeId === undefined) throw portalRecipeNotFound(id)
  const coffee = await getCoffee({ id: coffeeId }, ports)
  const { doseGrams: _d, waterGrams: _w, ratio: _r, grinderId: _g, grindSetting: _s, ...changes } = given
  const revised = await ports.portal.recipes.revise(
    member.roasterId,
    id,
    recipe => {
      const revised = { ...withChanges(recipe, changes), ...amountsOf(given, recipe) }
      const steps = revisedSteps(given.steps, recipe, revised)
      const { grindIndex, grinderId, grindSetting } = set ?? recipe
      return { ...revised, steps, grindIndex, grinderId, grindSetting }
    },
    recipe => asCommunityRecipe(recipe, coffee, ports),
    ports.clock(),
  )
  if (!revised) throw portalRecipeNotFound(id)
  return { recipe: presentPortalRecipe(revised) }
}

export async function deletePortalRecipe(
  { id }: v.InferOutput<typeof PortalRecipeId>,
  { portal }: RecipePorts,
  member: RoasterMember,
) {
  mustOwn(member)
  if (!(await portal.recipes.remove(member.roasterId, id))) throw portalRecipeNotFound(id)
  return { success: true as const }
}

type GivenGround = Pick<v.InferOutput<typeof AddPortalRecipe>, keyof typeof ground>

/** A grind given as an index only. */
const onNoDial = (grindIndex: number) => ({ grindIndex, grinderId: null, grindSetting: null })

/** Undefined when no grind was given. */
async function groundGiven(
  { grindIndex, grinderId, grindSetting }: GivenGround,
  { ownGrinders }: RecipePorts,
  { id }: RoasterMember,
) {
  if (grinderId === undefined && grindSetting === undefined)
    return grindIndex === undefined ? undefined : onNoDial(grindIndex)
  if (grindIndex !== undefined) throw new Fault('invalid', 'Send either grindIndex or grindSetting, not both.')
  if (grinderId === undefined || grindSetting === undefined)
    throw new Fault('invalid', 'Send grinderId and grindSetting together: a setting needs a grinder.')
  const ground = groundOn(await ownGrinders.of(id, grinderId), grindSetting)
  return { grindIndex: ground.grindIndex, grinderId, grindSetting: ground.grindSetting }
}

const presentPortalRecipe = (recipe: StoredPortalRecipe) => ({ ...recipe, methodName: methodById[recipe.method].name })

const portalRecipeNotFound = (id: number) => new Fault('recipe-not-found', `Your roaster has no recipe ${id}.`)
