import * as v from 'valibot'
import { OnGrinder } from '../dial/on-grinder.ts'
import * as field from '../fields.ts'
import { fullName } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import type { Site } from '../site.ts'
import { SearchRecipes } from './list-queries.ts'
import { type ListPorts, searchRecipes } from './lists.ts'
import { Recipe } from './model.ts'
import { brewTimeInWords } from './ranges.ts'
import { askedSorts } from './sorts.ts'

const { q, brewMethod, roaster, roastLevel, flavorProfile } = SearchRecipes.entries
const { id, coffee, machine, grinder, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindSetting } =
  Recipe.entries
const { grindSettingText, grindIndex, notes, steps, upvotes, downvotes, brewCount, byRoaster } = Recipe.entries
const { basedOn, variationCount } = Recipe.entries

export const FindRecipes = v.object({
  search: v.optional(
    v.pipe(q.wrapped, v.description('Words from the coffee, its roaster or origin, such as "ethiopia natural".')),
  ),
  method: brewMethod,
  roaster: v.optional(v.pipe(roaster.wrapped, v.description('Name or slug of a roaster.'))),
  roastLevel,
  flavorProfile,
  grinder: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description('Slug or name of your grinder: each recipe then has its grind on that dial.'),
    ),
  ),
  sort: v.optional(v.pipe(field.choice(askedSorts), v.description('The sort order.')), 'highest_rated'),
  limit: v.optional(v.pipe(field.integer(1, 20), v.description('At most this many.')), 5),
})

export const RecipesFound = v.object({
  recipes: v.array(
    v.object({
      id,
      url: v.pipe(v.string(), v.description('The recipe’s web page.')),
      coffee,
      machine,
      grinder,
      doseGrams,
      waterGrams,
      ratio,
      waterTempF,
      brewTimeSeconds,
      grindSetting,
      grindSettingText,
      grindLabel: v.pipe(v.string(), v.description('The setting as its grinder shows it.')),
      grindIndex,
      steps,
      notes,
      upvotes,
      downvotes,
      brewCount,
      byRoaster,
      basedOn,
      variationCount,
      difference: v.optional(v.pipe(v.string(), v.description('How it differs from what it is based on.'))),
      onGrinder: v.optional(v.pipe(v.omit(OnGrinder, ['why']), v.description('Included if you ask for a grinder.'))),
    }),
  ),
  total: v.pipe(v.number(), v.description('How many there are in total.')),
})

type RecipeInShort = v.InferOutput<typeof RecipesFound>['recipes'][number]

/** With everything else that a list has, which replies leave out. */
type RecipeFound = Recipe & { grindLabel: string; url: string }

export type FindRecipesPorts = ListPorts & { site: Site }

/**
 * The best community recipes in short form, for MCP and the command line: the same search as on the
 * site.
 */
export async function findRecipes(
  { search: q, method, ...asked }: v.InferOutput<typeof FindRecipes>,
  ports: FindRecipesPorts,
): Promise<{ recipes: RecipeFound[]; total: number }> {
  const { data, total } = await searchRecipes({ ...asked, brewMethod: method, q }, ports, undefined)
  const { baseUrl, paths } = ports.site
  const recipes = data.map(recipe => {
    const grinder = ports.grinders.byId(recipe.grinderId)
    const grindLabel = grinder ? labelOf(grinder, recipe.grindSetting) : String(recipe.grindSetting)
    return { ...recipe, grindLabel, url: `${baseUrl}${paths.recipe(recipe.id)}` }
  })
  return { recipes, total }
}

/** A recipe in one line that is clear without the others. */
export function recipeInLine(recipe: RecipeInShort): string {
  const { coffee, machine, grinder, onGrinder, doseGrams, waterGrams, ratio, brewTimeSeconds } = recipe
  const time = brewTimeSeconds === null ? '' : `, ${brewTimeInWords(brewTimeSeconds)}`
  const own = onGrinder
    ? onGrinder.reachable
      ? `, which is ${onGrinder.label} on the ${onGrinder.grinder.brand} ${onGrinder.grinder.name} (${onGrinder.range.label})`
      : `, out of reach of the ${onGrinder.grinder.brand} ${onGrinder.grinder.name}`
    : ''
  return [
    `${coffee.name} by ${coffee.roasterName} with the ${fullName(machine)}: ${gramsInWords(doseGrams)}, ${gramsInWords(waterGrams)} (${ratioInWords(ratio)})${time};`,
    `${recipe.grindLabel} on the ${fullName(grinder)}${own};`,
    ...(onGrinder && onGrinder.suits !== 'yes' ? [`${onGrinder.reasons.at(-1)};`] : []),
    ...(recipe.basedOn ? [`${recipe.basedOn.text}${recipe.difference ? ` (${recipe.difference})` : ''};`] : []),
    ...(recipe.variationCount ? [`${recipe.variationCount} variations;`] : []),
    `${recipe.upvotes} for, ${recipe.downvotes} against; ${recipe.url}`,
  ].join(' ')
}
