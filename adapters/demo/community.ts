import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import words from '../../db/demo/words.json' with { type: 'json' }
import { asStored } from '../postgres/recipes/recipe-columns.ts'
import type { DemoCoffee } from './catalog.ts'
import { type DemoTable, type Ids, instantBefore } from './demo-table.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import { generateMethod, generateRecipe } from './recipe.ts'

export interface DemoRecipe {
  id: number
  recipe: ComposedRecipe
  author: DemoPerson
  daysOld: number
  quality: number
}

/** Recipes, and everything people do with them: votes, brews, ratings, saves, comments. */
export function generateCommunity(
  random: Random,
  { people, coffees, ids, now }: { people: readonly DemoPerson[]; coffees: readonly DemoCoffee[]; ids: Ids; now: Date },
) {
  const recipes = ids.recipes.map(
    // Every coffee gets one recipe; the rest go mostly to popular coffees.
    (id, at) => generateRecipeBy(random, people, coffees[at] ?? popularCoffee(random, coffees), id),
  )
  const opinions = recipes.flatMap(recipe => opinionsOn(random, recipe, people))
  const at = (daysOld: number) => instantBefore(now, daysOld)
  const saves = recipes.flatMap(({ id, author, daysOld }) =>
    random
      .some(
        people.filter(person => person !== author),
        random.few(0.9, 12),
      )
      .map(person => ({ userId: person.id, communityRecipeId: id, createdAt: at(daysOld * random.next()) })),
  )
  const brewed = opinions.filter(({ rating }) => rating !== null)
  const again = brewed
    .filter(() => random.happens(0.6))
    .map(brew => ({ ...brew, rating: null, daysOld: brew.daysOld * random.next() }))
  const tables: DemoTable[] = [
    {
      table: 'recipes',
      rows: recipes.map(({ id, recipe, author, daysOld }) => ({
        id,
        ...asStored(recipe),
        createdBy: author.id,
        // The demo account has shared all of its recipes.
        shareId: author === people[0] ? random.next().toString(36).slice(2, 12) : null,
        createdAt: at(daysOld),
      })),
    },
    {
      table: 'votes',
      rows: opinions.map(({ recipe, person, vote, daysOld }) => ({
        recipeId: recipe.id,
        userId: person.id,
        vote,
        createdAt: at(daysOld),
      })),
    },
    {
      table: 'brewLogs',
      rows: [...brewed, ...again].map(({ recipe, person, rating, notes, daysOld }) => ({
        ...brewOf(recipe),
        userId: person.id,
        rating,
        notes,
        brewedAt: at(daysOld),
        createdAt: at(daysOld),
      })),
    },
    {
      table: 'ratings',
      rows: brewed.map(({ recipe, person, rating, notes, daysOld }) => ({
        recipeId: recipe.id,
        userId: person.id,
        rating,
        notes,
        createdAt: at(daysOld),
      })),
    },
    { table: 'savedRecipes', rows: saves },
    { table: 'comments', rows: recipes.flatMap(recipe => commentsOn(random, recipe, opinions, at)) },
    { table: 'coffeeLibrary', rows: people.slice(1).flatMap(person => libraryOf(random, person, coffees, at)) },
  ]
  return { recipes, tables }
}

/** A brew log that follows a community recipe exactly. */
const brewOf = ({ id, recipe }: DemoRecipe) => ({
  recipeId: id,
  method: recipe.brewMethod,
  coffeeProfileId: recipe.coffeeProfileId,
  grinderId: recipe.grinderId,
  machineId: recipe.machineId,
  doseGrams: recipe.doseGrams,
  waterGrams: recipe.waterGrams,
  grindSetting: recipe.grindSetting,
  grindSettingText: recipe.grindSettingText,
  grindIndex: recipe.grindIndex,
  waterTempF: recipe.waterTempF,
  brewTimeSeconds: recipe.brewTimeSeconds,
})

interface Opinion {
  recipe: DemoRecipe
  person: DemoPerson
  vote: 'UP' | 'DOWN'
  rating: number | null
  notes: string | null
  daysOld: number
}

const popularCoffee = (random: Random, coffees: readonly DemoCoffee[]) =>
  coffees[Math.floor(coffees.length * random.next() ** 1.6)] as DemoCoffee

function generateRecipeBy(random: Random, people: readonly DemoPerson[], coffee: DemoCoffee, id: number): DemoRecipe {
  const author = random.weighted(people, ({ activity }) => activity) as DemoPerson
  const method = generateMethod(
    random,
    coffee.roastLevel,
    author.gearSets.map(({ machine }) => machine.brewMethod),
  )
  const gearSet = author.gearSets.find(({ machine }) => machine.brewMethod === method) ?? random.pick(author.gearSets)
  const daysOld = Math.min(coffee.daysOld, author.daysOld) * random.next() ** 1.3
  return { id, author, daysOld, ...generateRecipe(random, coffee, gearSet) }
}

/**
 * Many recipes have no votes and a few have many. About half of the voters have brewed the recipe.
 */
function opinionsOn(random: Random, recipe: DemoRecipe, people: readonly DemoPerson[]): Opinion[] {
  const others = people.filter(person => person !== recipe.author)
  return random.some(others, random.few(1.25, 38)).map(person => {
    const vote = random.happens(recipe.quality) ? 'UP' : 'DOWN'
    const rating = random.happens(0.5) ? (vote === 'UP' ? random.whole(4, 5) : random.whole(1, 3)) : null
    const notes =
      rating !== null && random.happens(0.3) ? random.pick(vote === 'UP' ? words.praise : words.tweak) : null
    return { recipe, person, vote, rating, notes, daysOld: recipe.daysOld * random.next() }
  })
}

/** Some voters comment, at least one in six. Most questions get an answer. */
function commentsOn(random: Random, recipe: DemoRecipe, opinions: readonly Opinion[], at: (daysOld: number) => string) {
  const voters = opinions.filter(opinion => opinion.recipe === recipe)
  return random
    .some(voters, Math.max(random.few(1.2, 6), Math.floor(voters.length / 6)))
    .flatMap(({ person, vote, daysOld }) => {
      const kinds =
        vote === 'UP' ? (['praise', 'praise', 'tweak', 'question'] as const) : (['grumble', 'tweak'] as const)
      const kind = random.pick(kinds)
      const comment = { recipeId: recipe.id, userId: person.id, body: random.pick(words[kind]), createdAt: at(daysOld) }
      if (kind !== 'question' || random.happens(0.3)) return [comment]
      const answer = { recipeId: recipe.id, userId: recipe.author.id, body: random.pick(words.answer) }
      return [comment, { ...answer, createdAt: at(daysOld * random.next()) }]
    })
}

const libraryOf = (
  random: Random,
  { id, daysOld }: DemoPerson,
  coffees: readonly DemoCoffee[],
  at: (daysOld: number) => string,
) =>
  random.some(coffees, random.whole(1, 5)).map(coffee => ({
    userId: id,
    coffeeProfileId: coffee.id,
    rating: random.happens(0.7) ? random.whole(3, 5) : null,
    createdAt: at(Math.min(daysOld, coffee.daysOld) * random.next()),
  }))
