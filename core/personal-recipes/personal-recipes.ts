import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { coffeeNotFound } from '../coffees/coffees.ts'
import { type AskedDialPorts, readerOf } from '../dial/reader.ts'
import { ownDialsOf, presentOnOwnDial } from '../equipment/own-dial.ts'
import type { AnyStoredGrinder, GrinderPorts } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import { settingIn } from '../grind/given.ts'
import type { Optional } from '../optional.ts'
import { type Amounts, amountsOf, ratioOf, refuseContradiction } from '../recipes/arithmetic.ts'
import { comparedOf, differenceBetween, type EquipmentNames } from '../recipes/difference.ts'
import { type Basis, basisOf } from '../recipes/lineage.ts'
import { withDial } from '../recipes/present.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { checkedSteps, revisedSteps } from '../recipes/steps.ts'
import { differenceOfEdit } from '../recipes/versions.ts'
import type {
  ListPersonalRecipes,
  ListPersonalVersions,
  PersonalRecipe,
  PersonalRecipeId,
  PersonalVersion,
  PersonalVersions,
  ReviseRecipe,
  StoredPersonalRecipe,
  WriteRecipe,
} from './model.ts'

type SetApart = 'id' | 'brewLogId' | 'coffee' | 'createdAt' | 'version' | 'editedAt' | 'basedOn'
export type NewPersonalRecipe = Omit<StoredPersonalRecipe, SetApart> & Partial<Basis>

/** Personal recipes. Every method looks only at one person's. */
export interface PersonalRecipes {
  /** Newest first. */
  list: (userId: number, page: { limit: number; offset: number }) => Promise<StoredPersonalRecipe[]>
  byId: (userId: number, id: number) => Promise<StoredPersonalRecipe | undefined>
  /** The recipe that was saved from a brew. */
  ofBrew: (userId: number, brewLogId: number) => Promise<StoredPersonalRecipe | undefined>
  /** Undefined when there is no such coffee. */
  create: (userId: number, recipe: NewPersonalRecipe, now: Date) => Promise<StoredPersonalRecipe | undefined>
  /** Undefined fields stay as they were, and so does the version before. */
  revise: (
    userId: number,
    id: number,
    changes: Optional<NewPersonalRecipe>,
    now: Date,
  ) => Promise<StoredPersonalRecipe | undefined>
  /** All versions, the newest first; none where there is no such recipe. */
  versions: (userId: number, id: number, page: { limit: number; offset: number }) => Promise<PersonalVersion[]>
  /** False when there was none. */
  remove: (userId: number, id: number) => Promise<boolean>
}

export interface PersonalRecipePorts extends GrinderPorts {
  personalRecipes: PersonalRecipes
  recipes: Pick<Recipes, 'byId'>
  techniques: { bySlug: (slug: string) => { slug: string } | undefined }
  clock: Clock
}

export async function listPersonalRecipes(
  { page, limit, grinder }: v.InferOutput<typeof ListPersonalRecipes>,
  ports: PersonalRecipePorts & AskedDialPorts,
  person: Person,
) {
  const { personalRecipes, grinders } = ports
  const [recipes, ownDial, { dial }] = await Promise.all([
    personalRecipes.list(person.id, { limit, offset: (page - 1) * limit }),
    ownDialsOf(person, ports),
    readerOf(grinder, ports, person),
  ])
  return {
    recipes: recipes.map(recipe => {
      const { grinderId } = recipe
      const shown = presentPersonalRecipe(recipe, grinderId === null ? undefined : ownDial(grinderId))
      const { grindIndex } = shown
      return grindIndex === null ? shown : (withDial(dial, [{ ...shown, grindIndex }], { grinders })[0] ?? shown)
    }),
  }
}

export async function getPersonalRecipe(
  { id }: v.InferOutput<typeof PersonalRecipeId>,
  { personalRecipes, ownGrinders }: PersonalRecipePorts,
  person: Person,
) {
  const recipe = await personalRecipes.byId(person.id, id)
  if (!recipe) throw notFound(id)
  const { grinderId } = recipe
  return {
    recipe: presentPersonalRecipe(recipe, grinderId === null ? undefined : await ownGrinders.of(person.id, grinderId)),
  }
}

export async function writeRecipe(
  recipe: v.InferOutput<typeof WriteRecipe>,
  ports: PersonalRecipePorts,
  person: Person,
) {
  const { name, coffeeProfileId, grinderId, waterTempF, steps, notes, rating, basedOn, ...brew } = recipe
  const { brewTimeSeconds = null } = brew
  refuseContradiction(brew)
  const basis = await basisOf(basedOn, ports)
  const grinder = grinderId == null ? undefined : await ports.ownGrinders.of(person.id, grinderId)
  const created = await ports.personalRecipes.create(
    person.id,
    {
      ...brew,
      ...settingIn(brew.grindSetting, grinder),
      name: name ?? null,
      coffeeProfileId: coffeeProfileId ?? null,
      grinderId: grinderId ?? null,
      waterTempF: waterTempF ?? null,
      brewTimeSeconds,
      steps: checkedSteps(steps, { ...brew, brewTimeSeconds }),
      notes: notes ?? null,
      rating: rating ?? null,
      ...basis,
    },
    ports.clock(),
  )
  if (!created) throw coffeeNotFound(coffeeProfileId ?? 0)
  return { recipe: presentPersonalRecipe(created, grinder) }
}

/** If no steps are given, the existing ones are scaled to the new water and time. */
export async function reviseRecipe(
  { id, grindSetting, ratio, doseGrams, waterGrams, steps, ...changes }: v.InferOutput<typeof ReviseRecipe>,
  { personalRecipes, ownGrinders, clock }: PersonalRecipePorts,
  person: Person,
) {
  const recipe = await personalRecipes.byId(person.id, id)
  if (!recipe) throw notFound(id)
  const grinder = recipe.grinderId === null ? undefined : await ownGrinders.of(person.id, recipe.grinderId)
  const amounts = revisedAmounts({ doseGrams, waterGrams, ratio }, recipe)
  const { brewTimeSeconds = recipe.brewTimeSeconds } = changes
  const revision = {
    ...changes,
    ...amounts,
    ...(grindSetting !== undefined && settingIn(grindSetting, grinder)),
    steps: revisedSteps(steps, recipe, { waterGrams: amounts.waterGrams ?? recipe.waterGrams, brewTimeSeconds }),
  }
  const revised = await personalRecipes.revise(person.id, id, revision, clock())
  if (!revised) throw notFound(id)
  return { recipe: presentPersonalRecipe(revised, grinder) }
}

/**
 * A recipe saved from a brew may have no dose; then nothing can be computed from the given amounts.
 */
function revisedAmounts(given: Optional<Amounts>, { doseGrams, waterGrams, ratio }: StoredPersonalRecipe) {
  if (Object.values(given).every(amount => amount === undefined)) return given
  if (doseGrams !== null && waterGrams !== null)
    return amountsOf(given, { doseGrams, waterGrams, ratio: ratio ?? ratioOf(doseGrams, waterGrams) })
  return given.doseGrams === undefined ? given : amountsOf(given)
}

/** All versions, the one of now first, each with what it changed. */
export async function listPersonalVersions(
  { id, page, limit }: v.InferOutput<typeof ListPersonalVersions>,
  ports: PersonalRecipePorts & EquipmentNames,
  person: Person,
): Promise<v.InferOutput<typeof PersonalVersions>> {
  const recipe = await ports.personalRecipes.byId(person.id, id)
  if (!recipe) throw notFound(id)
  const found = await ports.personalRecipes.versions(person.id, id, { limit: limit + 1, offset: (page - 1) * limit })
  const { method, grinderId } = recipe
  const compared = (version: PersonalVersion) => comparedOf({ ...version, grinderId }, method)
  const versions = found.slice(0, limit).map((version, at) => {
    const before = found[at + 1]
    const change = before && differenceBetween(compared(before), compared(version), ports)
    return { ...version, difference: change && before ? differenceOfEdit(change, before, version) : null }
  })
  return { versions, total: recipe.version }
}

export async function deletePersonalRecipe(
  { id }: v.InferOutput<typeof PersonalRecipeId>,
  { personalRecipes }: PersonalRecipePorts,
  person: Person,
) {
  if (!(await personalRecipes.remove(person.id, id))) throw notFound(id)
  return { success: true as const }
}

/** A recipe as its owner sees it. */
const presentPersonalRecipe = (
  recipe: StoredPersonalRecipe,
  grinder: AnyStoredGrinder | undefined,
): PersonalRecipe => ({ ...recipe, ...presentOnOwnDial(recipe, grinder) })

const notFound = (id: number) => new Fault('recipe-not-found', `You don’t have a personal recipe ${id}.`)
