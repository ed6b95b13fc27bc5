import * as v from 'valibot'
import * as field from '../fields.ts'
import type { openVariation } from '../forks/forks.ts'
import { methodIds } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import type { PersonalRecipe } from '../personal-recipes/model.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { authorOf } from '../recipes/model.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import type { Site } from '../site.ts'
import { temperatureInWords, waterInWords } from './brew-in-short.ts'
import { OthersWords, othersWords, quotedAsUntrusted } from './others-words.ts'

const figure = v.nullable(v.number())
const words = v.nullable(v.string())

export const RecipeSaved = v.object({
  how: v.pipe(
    v.picklist(['from-brew', 'bookmarked', 'forked', 'written']),
    v.description('What was done. Saving the same thing again changes nothing.'),
  ),
  recipe: v.object({
    id: v.nullable(field.id),
    url: v.string(),
    name: words,
    coffee: words,
    method: v.picklist(methodIds),
    setting: words,
    grinder: words,
    doseGrams: figure,
    waterGrams: figure,
    ratio: figure,
    waterTempF: figure,
    brewTimeSeconds: figure,
  }),
  original: v.pipe(
    v.nullable(
      v.object({ id: field.id, url: v.string(), coffee: v.nullable(OthersWords), notes: v.nullable(OthersWords) }),
    ),
    v.description('The community recipe that was bookmarked, or that theirs is based on.'),
  ),
})
export type RecipeSaved = v.InferOutput<typeof RecipeSaved>

/** The community recipe, whose names and notes are by other people. */
export const originalInShort = (opened: Awaited<ReturnType<typeof openVariation>>, { baseUrl, paths }: Site) => ({
  id: opened.id,
  url: `${baseUrl}${paths.recipe(opened.id)}`,
  coffee: othersWords(opened.coffee.name, opened.coffee.roaster.name),
  notes: othersWords(opened.notes, authorOf(opened)),
})

export const recipeInShort = (recipe: PersonalRecipe, { baseUrl, paths }: Site): RecipeSaved['recipe'] => {
  const { id, name, coffee, method, grindLabel, grinder, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } =
    recipe
  return {
    id,
    url: `${baseUrl}${paths.personalRecipe(id)}`,
    name,
    coffee: coffee?.name ?? null,
    method,
    setting: grindLabel ?? recipe.grindSettingText,
    grinder: grinder && fullName(grinder),
    doseGrams,
    waterGrams,
    ratio,
    waterTempF,
    brewTimeSeconds,
  }
}

const done = {
  'from-brew': 'Saved the brew as a recipe of their own',
  bookmarked: 'Bookmarked the community recipe',
  forked: 'Saved a variation of their own',
  written: 'Saved as a recipe of their own',
} as const

export function recipeSavedInWords({ how, recipe, original }: RecipeSaved): string {
  const { name, coffee, setting, grinder, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, url } = recipe
  const figures = [
    ...(name ? [`"${name}"`] : []),
    ...(coffee ? [coffee] : []),
    ...(doseGrams === null ? [] : [`${gramsInWords(doseGrams)} of coffee`]),
    ...(waterGrams === null ? [] : [waterInWords(recipe.method, waterGrams)]),
    ...(ratio === null ? [] : [ratioInWords(ratio)]),
    ...(setting ? [`${setting}${grinder ? ` on the ${grinder}` : ''}`] : []),
    ...(waterTempF === null ? [] : [temperatureInWords(waterTempF)]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
  ]
  return [
    `${done[how]}: ${figures.join(', ')}. ${url}`,
    ...(original && how === 'forked' ? [`Based on ${original.url}.`] : []),
    ...[original?.coffee, original?.notes].flatMap(one => (one ? [quotedAsUntrusted(one)] : [])),
  ].join('\n')
}
