import { withoutDirections } from '../../../core/direction.ts'
import { stepInWords } from '../../../core/recipes/steps.ts'
import { tenths } from '../../../core/rounding.ts'
import { Html } from './html.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'

/** What search engines read of a recipe: schema.org/Recipe. */
export function recipeData(recipe: RecipeOnPage, { description, image }: { description: string; image: string }): Html {
  const { coffee, doseGrams, waterGrams, brewTimeSeconds, avgRating, ratingCount, createdAt, steps } = recipe
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: recipe.name,
    description,
    image,
    author: { '@type': recipe.written ? 'Person' : 'Organization', name: recipe.author },
    ...(createdAt && { datePublished: createdAt.slice(0, 10) }),
    recipeCategory: 'Coffee',
    recipeYield: `${tenths(waterGrams)} g`,
    recipeIngredient: [
      `${tenths(doseGrams)} g ${coffee.name} by ${coffee.roaster.name}`,
      `${tenths(waterGrams)} g water`,
    ],
    ...(brewTimeSeconds !== null && { totalTime: `PT${brewTimeSeconds}S` }),
    recipeInstructions: steps.map(step => {
      const name = stepInWords(step, grams => `${tenths(grams)} g`)
      return { '@type': 'HowToStep', name, text: step.note ? `${name}: ${step.note}` : name }
    }),
    ...(avgRating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: avgRating, ratingCount },
    }),
  }
  // Nothing that a person wrote ends the element, or begins another.
  return new Html(
    `<script type="application/ld+json">${withoutDirections(JSON.stringify(data)).replaceAll('<', '\\u003c')}</script>\n`,
  )
}
