import { type Brewer, usualSeconds, usualSteps } from '../../../core/adaptation/base.ts'
import type { CoffeeDetail } from '../../../core/coffees/model.ts'
import type { RecipeGrind } from '../../../core/dial/on-grinder.ts'
import type { StoredEmbedRecipe } from '../../../core/embeds/embeds.ts'
import type { roasterRecipes } from '../../../core/embeds/publish.ts'
import type { Filter } from '../../../core/equipment/model.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { grindInWords } from '../../../core/grind/words.ts'
import type { Ports } from '../../../core/ports.ts'
import { type Compared, comparedOf } from '../../../core/recipes/difference.ts'
import { authorOf, type RecipeDetail, recipeName } from '../../../core/recipes/model.ts'
import type { Steps } from '../../../core/recipes/steps.ts'
import type { TasteProfile } from '../../../core/taste/profile.ts'
import { type OnDial, setOn } from './parts/dials.ts'

type FigureNames = 'doseGrams' | 'waterGrams' | 'ratio' | 'waterTempF' | 'brewTimeSeconds' | 'grindIndex' | 'notes'
type Lineage = 'basedOn' | 'variationCount'
type Tally = 'upvotes' | 'downvotes' | 'brewCount' | 'avgRating' | 'ratingCount'

/** A recipe as its page shows it, by a person or by the roaster of its coffee. */
export interface RecipeOnPage extends RecipeGrind, Pick<RecipeDetail, FigureNames | Tally | Lineage> {
  /** Its community id. A roaster's recipe has none until somebody acts on it. */
  id: number | undefined
  /** The URL of its page. */
  href: string
  /** The base path of its actions and its picture. */
  actionPath: string
  /** The same from the API. */
  data: string
  name: string
  author: string
  authorId: number | undefined
  coffee: Pick<CoffeeDetail, 'id' | 'name' | 'roastLevel' | 'flavorProfile'> & {
    roaster: Pick<CoffeeDetail['roaster'], 'name' | 'slug'>
  }
  brewer: string
  /** The brewer. A roaster's recipe is for any brewer of the method. */
  brewedIn: Brewer | undefined
  method: MethodId
  steps: Steps
  /** How long the method takes, if the author wrote no steps and they are the method’s. */
  usualSeconds: number | undefined
  /** How a logged brew refers to it. */
  logged: string
  /** The author's setting. A roaster's recipe is for any grinder. */
  written: OnDial | undefined
  /** The setting as the author typed it. */
  grindSettingText?: string | null
  /** The grind of a roaster's recipe, in words. */
  grindSize?: string
  createdAt?: string
  byRoaster?: boolean
  /** For a roaster's recipe: hidden from the community, so it cannot be reported. */
  isHidden?: boolean
  /** A roaster's recipe is based on nothing, and shows no versions. */
  version?: number
  /** To be compared with what it is based on. */
  compared?: Compared
  /** As its author tasted it. */
  tasteProfile?: TasteProfile | null
}

/** A recipe by a person. */
export function fromPerson(recipe: RecipeDetail, ports: Ports): RecipeOnPage {
  const { id, machine, coffee, createdBy } = recipe
  const actionPath = `/recipes/${id}`
  const brewer = fullName(machine)
  const grinder = ports.grinders.byId(recipe.grinderId)
  const brewedIn = ports.machines.byId(machine.id)
  const filter = recipe.filterId === null ? undefined : ports.filters.byId(recipe.filterId)
  return {
    ...recipe,
    href: actionPath,
    actionPath,
    data: `/api${actionPath}`,
    name: recipeName(coffee.name, brewer),
    author: authorOf(recipe),
    authorId: createdBy?.id,
    brewer,
    brewedIn,
    method: machine.brewMethod,
    ...stepsOrUsual(recipe, machine.brewMethod, brewedIn, filter?.type),
    compared: comparedOf(recipe, machine.brewMethod),
    logged: String(id),
    // The author's setting, with the range that it implies.
    written: grinder && setOn(grinder, recipe.grindSetting, 'a'),
  }
}

type RoastersCoffee = NonNullable<Awaited<ReturnType<typeof roasterRecipes>>>['coffee']

/** A roaster's recipe, and what people have done with it, if anything. */
export async function fromRoaster(
  recipe: StoredEmbedRecipe,
  coffee: RoastersCoffee,
  ports: Ports,
): Promise<RecipeOnPage> {
  const { method } = recipe
  const { name: brewer } = methodById[method]
  const page = `/brew/${coffee.roaster.slug}/${coffee.slug}`
  const {
    id,
    upvotes = 0,
    downvotes = 0,
    brewCount = 0,
    avgRating = null,
    ratingCount = 0,
    variationCount = 0,
  } = (await ports.recipes.ofRoaster(recipe.id)) ?? {}
  const isHidden = id === undefined && (await ports.recipes.isRoasterRecipeHidden(recipe.id))
  return {
    ...recipe,
    ...{ id, byRoaster: true, isHidden, upvotes, downvotes, brewCount, avgRating, ratingCount, coffee, brewer },
    ...(variationCount > 0 && { variationCount }),
    href: `${page}?method=${method}`,
    actionPath: `${page}/${method}`,
    data: `/api/embed/${coffee.roaster.slug}/${coffee.slug}`,
    name: `${coffee.name} by ${coffee.roaster.name} for ${brewer}`,
    author: coffee.roaster.name,
    authorId: undefined,
    ...stepsOrUsual(recipe, method),
    logged: `${coffee.roaster.slug}/${coffee.slug}/${method}`,
    brewedIn: undefined,
    written: undefined,
    grindSize: recipe.grindSize ?? grindInWords(recipe.grindIndex),
  }
}

/** The method's steps on this brewer, for a recipe without steps. */
export const stepsOrUsual = (
  recipe: Pick<RecipeDetail, 'steps' | 'waterGrams' | 'ratio' | 'brewTimeSeconds'>,
  method: MethodId,
  brewer?: Brewer,
  filterType?: Filter['type'],
) => {
  if (recipe.steps !== null) return { steps: recipe.steps, usualSeconds: undefined }
  const seconds = recipe.brewTimeSeconds ?? usualSeconds(method, recipe, brewer)
  return {
    steps: usualSteps(method, { ...recipe, brewTimeSeconds: seconds }, brewer, filterType),
    usualSeconds: seconds,
  }
}
