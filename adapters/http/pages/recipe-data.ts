import { withoutDirections } from '../../../core/direction.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import type { Ports } from '../../../core/ports.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { comesBefore, stepInWords } from '../../../core/recipes/steps.ts'
import { tenths } from '../../../core/rounding.ts'
import { celsiusOf } from '../../../core/temperature.ts'
import { Html } from './html.ts'
import { fromPerson, type RecipeOnPage } from './recipe-on-page.ts'
import { pictureOf } from './recipe-picture.ts'

export const LINKED_DATA = 'application/ld+json'
const CONTEXT = { '@context': 'https://schema.org' }

type Linked = Pick<
  RecipeOnPage,
  'href' | 'name' | 'doseGrams' | 'waterGrams' | 'waterTempF' | 'brewTimeSeconds' | 'steps' | 'createdAt'
> &
  Partial<Pick<RecipeOnPage, 'avgRating' | 'ratingCount'>> & {
    /** The path of its picture. */
    picture?: string
    coffee: string
    author: { '@type': 'Organization' | 'Person'; name: string } | undefined
  }

/** A recipe as schema.org/Recipe. */
function linkedRecipe(recipe: Linked, description: string, { site: { baseUrl } }: Ports) {
  const { href, name, author, picture, coffee, createdAt, steps, avgRating = null, ratingCount } = recipe
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds } = recipe
  return {
    '@type': 'Recipe',
    '@id': `${baseUrl}${href}`,
    url: `${baseUrl}${href}`,
    name,
    description,
    ...(picture && { image: `${baseUrl}${picture}` }),
    ...(author && { author }),
    ...(createdAt && { datePublished: createdAt.slice(0, 10) }),
    recipeCategory: 'Coffee',
    recipeYield: `${tenths(waterGrams)} g`,
    recipeIngredient: [
      `${tenths(doseGrams)} g ${coffee}`,
      `${tenths(waterGrams)} g water${waterTempF === null ? '' : ` at ${celsiusOf(waterTempF)} °C (${waterTempF} °F)`}`,
    ],
    // schema.org has no temperature for recipes, but a quantity may have any property.
    supply: {
      '@type': 'HowToSupply',
      name: 'Water',
      requiredQuantity: {
        '@type': 'QuantitativeValue',
        value: tenths(waterGrams),
        unitCode: 'GRM',
        ...(waterTempF !== null && {
          additionalProperty: {
            '@type': 'PropertyValue',
            name: 'Temperature',
            value: celsiusOf(waterTempF),
            unitCode: 'CEL',
            unitText: '°C',
          },
        }),
      },
    },
    ...(brewTimeSeconds !== null && { totalTime: `PT${brewTimeSeconds}S` }),
    recipeInstructions: steps.map((step, at) => {
      const name = stepInWords(step, grams => `${tenths(grams)} g`)
      const text = step.note ? `${name}: ${step.note}` : name
      const end = steps[at + 1]?.atSeconds ?? brewTimeSeconds ?? step.atSeconds
      const direction = {
        '@type': 'HowToDirection',
        text: comesBefore(step) ? text : `At ${brewTimeInWords(step.atSeconds)}: ${text}`,
        ...(end > step.atSeconds && { performTime: `PT${end - step.atSeconds}S` }),
      }
      return { '@type': 'HowToStep', position: at + 1, name, text, itemListElement: [direction] }
    }),
    ...(avgRating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: avgRating, ratingCount },
    }),
  }
}

/** The structured data of a recipe's page, for search engines. */
export const recipeData = (recipe: RecipeOnPage, description: string, ports: Ports): Html =>
  dataElement(linkedRecipe(linkedFrom(recipe), description, ports))

/** The same for a technique, which is for any coffee. */
export const techniqueData = (technique: Omit<Linked, 'coffee'>, description: string, ports: Ports): Html =>
  dataElement(linkedRecipe({ ...technique, coffee: 'coffee' }, description, ports))

function dataElement(linked: object) {
  const data = JSON.stringify({ ...CONTEXT, ...linked })
  // Escaped so that text by people can neither end the element nor start another.
  return new Html(`<script type="${LINKED_DATA}">${withoutDirections(data).replaceAll('<', '\\u003c')}</script>\n`)
}

/** The same for requests to the API. */
export const personRecipeData = async (recipe: RecipeDetail, ports: Ports) => {
  const shown = fromPerson(recipe, ports)
  return { ...CONTEXT, ...linkedRecipe(linkedFrom(shown), inShort(shown), ports) }
}

const linkedFrom = (recipe: RecipeOnPage): Linked => ({
  ...recipe,
  picture: pictureOf(recipe).path,
  coffee: `${recipe.coffee.name} by ${recipe.coffee.roaster.name}`,
  author: { '@type': recipe.byRoaster ? 'Organization' : 'Person', name: recipe.author },
})

const inShort = ({ coffee, brewer, written, author }: RecipeOnPage) => {
  const ground = written
    ? ` at ${labelOf(written.grinder, written.grindSetting)} on the ${fullName(written.grinder)}`
    : ''
  return `${coffee.name} by ${coffee.roaster.name} for ${brewer}${ground}; a recipe by ${author}.`
}
