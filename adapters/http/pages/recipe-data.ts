import { fullName } from '../../../core/grind/name.ts'
import { authorOf, type RecipeDetail, recipeName } from '../../../core/recipes/model.ts'
import type { Steps } from '../../../core/recipes/steps.ts'
import { tenths } from '../../../core/rounding.ts'
import { Html } from './html.ts'

/** What search engines read of a recipe: schema.org/Recipe. */
export function recipeData(recipe: RecipeDetail, steps: Steps | null): Html {
  const { coffee, machine, doseGrams, waterGrams, brewTimeSeconds, avgRating, ratingCount, createdAt } = recipe
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: recipeName(coffee.name, fullName(machine)),
    author: { '@type': 'Person', name: authorOf(recipe) },
    datePublished: createdAt.slice(0, 10),
    recipeCategory: 'Coffee',
    recipeYield: `${tenths(waterGrams)} g`,
    recipeIngredient: [
      `${tenths(doseGrams)} g ${coffee.name} by ${coffee.roaster.name}`,
      `${tenths(waterGrams)} g water`,
    ],
    ...(brewTimeSeconds !== null && { totalTime: `PT${brewTimeSeconds}S` }),
    ...(steps && {
      recipeInstructions: steps.map(({ action, toGrams, note }) => ({
        '@type': 'HowToStep',
        text: [toGrams == null ? action : `${action} to ${tenths(toGrams)} g`, ...(note ? [note] : [])].join(': '),
      })),
    }),
    ...(avgRating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: avgRating, ratingCount },
    }),
  }
  // Nothing that a person wrote ends the element, or begins another.
  return new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`)
}
