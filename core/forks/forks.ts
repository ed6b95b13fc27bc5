import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { withFigures } from '../adaptation/step-notes.ts'
import type { Technique, Techniques } from '../adaptation/technique.ts'
import { baseOfTechnique, techniqueCalled } from '../adaptation/technique-base.ts'
import { onDial, readerOf } from '../dial/reader.ts'
import type { Filters, Machines } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { type Compared, comparedOf, Difference, differenceBetween } from '../recipes/difference.ts'
import type { BasedOn } from '../recipes/lineage.ts'
import { Recipe } from '../recipes/model.ts'
import { OpenedRecipe, type OpenRecipe, type OpenSharedRecipe, openRecipe, openSharedRecipe } from '../recipes/open.ts'
import { presentTo, type ReaderPorts } from '../recipes/present.ts'
import { RatingReply } from '../recipes/rating.ts'
import { getRecipe, type Recipes } from '../recipes/recipes.ts'
import { directions } from '../recipes/vote.ts'
import { hundredths } from '../rounding.ts'
import type { TechniqueTalk } from '../techniques/talk.ts'
import { OpenedTechnique, type OpenTechnique, openTechnique, type TechniquePorts } from '../techniques/techniques.ts'

const difference = v.optional(
  v.pipe(Difference, v.description('How it differs from the original, if that still exists.')),
)

/** A recipe as one person opens it, with what it changes of its original. */
export const OpenedVariation = v.object({ ...OpenedRecipe.entries, difference })

export interface ForkPorts extends ReaderPorts {
  recipes: Recipes
  techniques: Techniques
  machines: Machines
  filters: Filters
}

export const openVariation = async (
  asked: v.InferOutput<typeof OpenRecipe>,
  ports: ForkPorts,
  person: Person | undefined,
) => withDifference(await openRecipe(asked, ports, person), ports)

export const openSharedVariation = async (
  asked: v.InferOutput<typeof OpenSharedRecipe>,
  ports: ForkPorts,
  person: Person | undefined,
) => withDifference(await openSharedRecipe(asked, ports, person), ports)

type Variation = Compared & { basedOn?: BasedOn | undefined; machine: Recipe['machine'] }

export async function withDifference<R extends Variation>(
  recipe: R,
  ports: ForkPorts,
): Promise<R & { difference?: Difference }> {
  const original = recipe.basedOn && (await originalOf(recipe.basedOn, ports))
  if (!original) return recipe
  return { ...recipe, difference: differenceFrom(original, recipe, ports) }
}

const differenceFrom = (original: Compared, variation: Omit<Variation, 'basedOn'>, ports: ForkPorts) =>
  differenceBetween(original, comparedOf(variation, variation.machine.brewMethod), ports)

/** What a recipe is based on, to be compared; undefined once it is gone. */
export async function originalOf({ id, technique }: BasedOn, ports: ForkPorts): Promise<Compared | undefined> {
  const published = technique === null ? undefined : ports.techniques.bySlug(technique)
  if (published) return publishedFigures(published, ports)
  const recipe = id === null ? undefined : await ports.recipes.byId(id)
  return recipe && comparedOf(recipe)
}

/** A technique names no brewer, filter or coffee, so those are not compared. */
function publishedFigures(technique: Technique, { grinders }: ForkPorts): Compared {
  const { grindIndex, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = baseOfTechnique(technique, grinders)
  const steps = withFigures(technique.steps, 1, 1)
  return { grindIndex, doseGrams, waterGrams, ratio: hundredths(ratio), waterTempF, brewTimeSeconds, steps }
}

/** A technique as one person opens it, with how many recipes are based on it. */
export const OpenedTechniqueWithCount = v.object({
  ...OpenedTechnique.entries,
  variationCount: v.pipe(v.number(), v.description('How many published recipes are based on it.')),
  brewCount: v.pipe(v.number(), v.description('How many brews were logged with it.')),
  upvotes: v.number(),
  downvotes: v.number(),
  rating: RatingReply,
  vote: v.optional(v.pipe(v.nullable(v.picklist(directions)), v.description('Your own, if you’re signed in.'))),
})

export async function openTechniqueWithCount(
  asked: v.InferOutput<typeof OpenTechnique>,
  ports: ForkPorts & TechniquePorts & { techniqueTalk: TechniqueTalk },
  person: Person | undefined,
) {
  const opened = await openTechnique(asked, ports, person)
  const { total } = await ports.recipes.variations({ technique: opened.slug }, { limit: 1, offset: 0 })
  const { vote, rating, ...tally } = await ports.techniqueTalk.of(opened.slug, person?.id)
  const { userRating, ...given } = rating
  const own = person ? { rating, vote } : { rating: given }
  return { ...opened, variationCount: total, ...tally, ...own }
}

const paging = { ...onDial, page: field.page, limit: field.limit(20) }
export const ListVariations = v.object({ id: field.id, ...paging })
export const ListTechniqueVariations = v.object({ slug: field.text(1, 100), ...paging })
export const VariationList = v.object({
  data: v.array(v.object({ ...Recipe.entries, difference: Difference })),
  total: v.number(),
  totalPages: v.number(),
  page: v.number(),
})

/** The recipes that are based on a recipe, the best first, near copies too. */
export async function listVariations(
  { id, ...asked }: v.InferOutput<typeof ListVariations>,
  ports: ForkPorts,
  person: Person | undefined,
) {
  const original = await getRecipe({ id }, ports)
  return variationsOf({ parentId: id }, comparedOf(original), asked, ports, person)
}

export async function listTechniqueVariations(
  { slug, ...asked }: v.InferOutput<typeof ListTechniqueVariations>,
  ports: ForkPorts,
  person: Person | undefined,
) {
  const technique = techniqueCalled(slug, ports)
  return variationsOf({ technique: technique.slug }, publishedFigures(technique, ports), asked, ports, person)
}

async function variationsOf(
  of: Parameters<Recipes['variations']>[0],
  original: Compared,
  { grinder, page, limit }: Omit<v.InferOutput<typeof ListVariations>, 'id'>,
  ports: ForkPorts,
  person: Person | undefined,
): Promise<v.InferOutput<typeof VariationList>> {
  const [reader, { data, total }] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.recipes.variations(of, { limit, offset: (page - 1) * limit }),
  ])
  const shown = await presentTo(reader, data, ports)
  return {
    data: shown.map(one => ({ ...one, difference: differenceFrom(original, one, ports) })),
    total,
    totalPages: Math.ceil(total / limit),
    page,
  }
}
