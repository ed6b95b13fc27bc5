import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import { type CoffeeByMethod, type Coffees, getCoffee } from '../coffees/coffees.ts'
import { type Filters, type Grinders, type Machines, unknownItem } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { Page } from '../page.ts'
import type { PalateBox } from '../taste/match.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'
import { asSeen } from './as-seen.ts'
import { type ComposedRecipe, type CreateRecipe, composeRecipe } from './compose.ts'
import { comparedOf, differenceBetween } from './difference.ts'
import type { Style } from './facets.ts'
import type { CandidateFilter, RecipeFilter, RecipeQuery } from './filter.ts'
import { type Basis, basisOf, stepPoints } from './lineage.ts'
import { Recipe, type RecipeDetail, recipeName } from './model.ts'
import type { RecipeMail, RecipeMailContent } from './recipe-mail.ts'
import type { Candidate, Recommendation } from './recommend.ts'
import type { RecipeSort } from './sorts.ts'
import type { StoredVersion } from './versions.ts'

type CountedPage<T> = Page<T> & { total: number }

export interface Recipes {
  /** Following the cursors visits every recipe once, whatever is added or voted on meanwhile. */
  list: (query: RecipeQuery) => Promise<CountedPage<Recipe>>
  browse: (query: {
    filter: RecipeFilter
    sort: RecipeSort
    limit: number
    offset: number
  }) => Promise<{ data: Recipe[]; total: number }>
  /**
   * How many recipes there are of each style, given the other filters. Counting stops at a few
   * thousand unless the counts are stored.
   */
  styles: (filter: RecipeFilter) => Promise<{ styles: Style[]; isCapped: boolean }>
  /** The best by Wilson score, without a count. */
  best: (filter: CandidateFilter, limit: number) => Promise<Recipe[]>
  /**
   * For each coffee and method at most `limitEach` recipes, the best by Wilson score first. With
   * `leastVotes`, only those with at least this many votes, most of them up.
   */
  bestOfEach: (of: readonly CoffeeByMethod[], limitEach: number, leastVotes?: number) => Promise<Recipe[]>
  /**
   * The recipes to rank: the best by Wilson score and, with a palate, the closest to it. A few
   * hundred at most.
   */
  candidates: (filter: CandidateFilter, palate: PalateBox | undefined) => Promise<Candidate[]>
  /**
   * A person's candidates, page by page in the order that `rank` gives them. A cursor of another
   * person is refused.
   */
  recommended: (query: {
    filter: RecipeFilter
    personId: number
    palate: PalateBox
    rank: (candidates: readonly Candidate[]) => Recommendation[]
    limit: number
    cursor?: string | undefined
  }) => Promise<CountedPage<Recipe>>
  /** In the order of the ids. Hidden and deleted recipes are left out. */
  byIds: (ids: readonly number[]) => Promise<Recipe[]>
  byId: (id: number) => Promise<RecipeDetail | undefined>
  /** The visible recipes that are based on a recipe or technique, the best first. */
  variations: (
    of: { parentId: number } | { technique: string },
    page: { limit: number; offset: number },
  ) => Promise<{ data: Recipe[]; total: number }>
  /** All versions of a recipe, the newest first; none where there is no such recipe. */
  versions: (id: number, page: { limit: number; offset: number }) => Promise<StoredVersion[]>
  byShareId: (shareId: string) => Promise<RecipeDetail | undefined>
  /** The community copy of a roaster's recipe; undefined until it is published. */
  ofRoaster: (roasterRecipeId: number) => Promise<RecipeDetail | undefined>
  /** Whether a roaster's recipe was published and then hidden by an admin. */
  isRoasterRecipeHidden: (roasterRecipeId: number) => Promise<boolean>
  /** Undefined when there is no such recipe. */
  ownerOf: (id: number) => Promise<RecipeOwner | undefined>
  /** The members of the roaster whose recipe it is; empty if a person wrote it. */
  roasterTeamOf: (id: number) => Promise<Author[]>
  /** Stores the recipe, what it is based on, and its mails, all or none. */
  create: (recipe: NewRecipe, mailsAbout?: (id: number) => RecipeMail[]) => Promise<number>
  /**
   * Keeps the version before it. `points` is how far one step of its dial goes. False when this person
   * has no such recipe. Of two concurrent revisions, the last wins as a whole.
   */
  revise: (id: number, authorId: number, recipe: ComposedRecipe, points: number, now: Date) => Promise<boolean>
  /** False when this person has no such recipe. */
  remove: (id: number, authorId: number) => Promise<boolean>
  /**
   * The id under which it is shared. `newShareId` is used only the first time. Undefined when there
   * is no such recipe.
   */
  share: (id: number, newShareId: string) => Promise<string | undefined>
  /** False when there is no such recipe. */
  setHidden: (id: number, hiddenAt: Date | null) => Promise<boolean>
}

/** The owner of a recipe, and which mails they want about it. */
export interface RecipeOwner {
  recipeId: number
  coffeeName: string
  machine: string
  /** Null once the account is closed or disabled, and for a roaster's recipe. */
  author: Author | null
}

export interface Author {
  id: number
  email: string
  notifyRecipeComments: boolean
  notifyRecipeFavorites: boolean
  notifyRecipeBrews: boolean
  notifyRecipeVariations: boolean
}

/** A mail to the author of a recipe, unless they acted themselves or have turned such mails off. */
export function mailToAuthor(
  { recipeId, coffeeName, machine, author }: RecipeOwner,
  doer: Person,
  wish: Exclude<keyof Author, 'id' | 'email'>,
  contentOf: (recipe: { recipeId: number; recipeName: string }) => RecipeMailContent,
): RecipeMail | undefined {
  if (!author?.[wish] || author.id === doer.id) return undefined
  const content = contentOf({ recipeId, recipeName: recipeName(coffeeName, machine) })
  return { recipient: author.email, userId: author.id, ...content }
}

type NewRecipe = ComposedRecipe & { createdBy: number; now: Date; basis?: NewBasis | undefined }

/** `stepPoints`: within one step of its dial, it has the grind of its original. */
export type NewBasis = Basis & { stepPoints: number }

export const CreatedRecipe = v.object({ recipe: Recipe })

export const RecipeId = v.object({ id: field.id })

interface CreateRecipePorts extends TasterPorts {
  recipes: Recipes
  coffees: Coffees
  machines: Machines
  filters: Filters
  ownGrinders: OwnGrinders
  grinders: Grinders
  techniques: { bySlug: (slug: string) => { slug: string } | undefined }
  clock: Clock
}

export async function createRecipe(
  { basedOn, ...input }: v.InferOutput<typeof CreateRecipe>,
  ports: CreateRecipePorts,
  person: Person,
) {
  const { recipes, machines, filters, ownGrinders, clock } = ports
  const grinder = await ownGrinders.of(person.id, input.grinderId)
  const machine = machines.byId(input.machineId)
  if (!machine) throw unknownItem('machine')
  if (input.filterId && !filters.byId(input.filterId)) throw unknownItem('filter')
  const coffee = await getCoffee({ id: input.coffeeProfileId }, ports)
  const composed = composeRecipe(input, { grinder, machine, coffee })
  const based = await basisOf(basedOn, ports)
  const basis = based && { ...based, stepPoints: stepPoints(grinder, composed.grindSetting) }
  const mailsAbout = await mailsOfVariation(basis?.parentId ?? undefined, composed, ports, person)
  const id = await recipes.create({ ...composed, createdBy: person.id, now: clock(), basis }, mailsAbout)
  const [created] = withMatch(await recipes.byIds([id]), await tasterOf(person, ports))
  if (!created) throw recipeNotFound(id)
  return { recipe: asSeen(created, ports.grinders) }
}

/** To the author of the original, or the team of its roaster: what is different, and where it is. */
async function mailsOfVariation(
  parentId: number | undefined,
  variation: ComposedRecipe,
  ports: CreateRecipePorts,
  person: Person,
) {
  const { recipes } = ports
  const [original, owner] =
    parentId === undefined ? [] : await Promise.all([recipes.byId(parentId), recipes.ownerOf(parentId)])
  if (!original || !owner) return () => []
  const { text } = differenceBetween(comparedOf(original), comparedOf(variation, variation.brewMethod), ports)
  const authors = owner.author ? [owner.author] : await recipes.roasterTeamOf(owner.recipeId)
  // In a fixed order, as for comments.
  const inOrder = authors.toSorted((one, other) => one.id - other.id)
  return (variationId: number) =>
    inOrder.flatMap(
      author =>
        mailToAuthor({ ...owner, author }, person, 'notifyRecipeVariations', recipe => ({
          template: 'new-variation',
          props: { ...recipe, variationId, byName: person.displayName, difference: text },
        })) ?? [],
    )
}

export async function getRecipe({ id }: v.InferOutput<typeof RecipeId>, { recipes }: { recipes: Recipes }) {
  const recipe = await recipes.byId(id)
  if (!recipe) throw recipeNotFound(id)
  return recipe
}

export async function shareRecipe(
  { id }: v.InferOutput<typeof RecipeId>,
  { recipes, secrets }: { recipes: Recipes; secrets: Secrets },
) {
  const shareId = await recipes.share(id, secrets.newShortId())
  if (shareId === undefined) throw recipeNotFound(id)
  return { shareId, recipeId: id }
}

/**
 * Moderation: a hidden recipe disappears from every list, count, vote, page and embed. Showing it
 * again restores all of that.
 */
export async function hideRecipe(
  { id }: v.InferOutput<typeof RecipeId>,
  { recipes, clock }: { recipes: Recipes; clock: Clock },
) {
  if (!(await recipes.setHidden(id, clock()))) throw recipeNotFound(id)
}

export async function showRecipe({ id }: v.InferOutput<typeof RecipeId>, { recipes }: { recipes: Recipes }) {
  if (!(await recipes.setHidden(id, null))) throw recipeNotFound(id)
}

export const recipeNotFound = (id: number) => new Fault('recipe-not-found', `There is no recipe ${id}.`)
