import type { ComposedRecipe } from '../../core/recipes/compose.ts'
import words from '../../db/demo/words.json' with { type: 'json' }
import { type Batch, daysBefore, type Ids } from './batch.ts'
import type { DemoCoffee } from './catalog.ts'
import type { Chance } from './chance.ts'
import type { DemoPerson } from './people.ts'
import { imagineMethod, imagineRecipe } from './recipe.ts'

export interface DemoRecipe {
  id: number
  recipe: ComposedRecipe
  author: DemoPerson
  daysOld: number
  quality: number
}

/** Recipes, and what people made of them. */
export function imagineCommunity(
  chance: Chance,
  { people, coffees, ids, now }: { people: readonly DemoPerson[]; coffees: readonly DemoCoffee[]; ids: Ids; now: Date },
) {
  const recipes = ids.recipes.map(
    // Every coffee has a recipe; after that the well-known ones get more.
    (id, at) => writtenBy(chance, people, coffees[at] ?? wellKnown(chance, coffees), id),
  )
  const opinions = recipes.flatMap(recipe => opinionsOn(chance, recipe, people))
  const at = (daysOld: number) => daysBefore(now, daysOld)
  const saves = recipes.flatMap(({ id, author, daysOld }) =>
    chance
      .some(
        people.filter(person => person !== author),
        chance.few(0.9, 12),
      )
      .map(person => ({ userId: person.id, communityRecipeId: id, createdAt: at(daysOld * chance.next()) })),
  )
  const brewed = opinions.filter(({ rating }) => rating !== null)
  const again = brewed
    .filter(() => chance.happens(0.6))
    .map(brew => ({ ...brew, rating: null, daysOld: brew.daysOld * chance.next() }))
  const batches: Batch[] = [
    {
      table: 'recipes',
      rows: recipes.map(({ id, recipe: { tasteCell, ...recipe }, author, daysOld }) => ({
        id,
        ...recipe,
        taste: `(${tasteCell.join()})`,
        createdBy: author.id,
        // What the demo account wrote, it has shared.
        shareId: author === people[0] ? chance.next().toString(36).slice(2, 12) : null,
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
    { table: 'comments', rows: recipes.flatMap(recipe => talkUnder(chance, recipe, opinions, at)) },
    { table: 'coffeeLibrary', rows: people.slice(1).flatMap(person => shelfOf(chance, person, coffees, at)) },
  ]
  return { recipes, batches }
}

/** A brew log by a community recipe, done as it says. */
export const brewOf = ({ id, recipe }: DemoRecipe) => ({
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

const wellKnown = (chance: Chance, coffees: readonly DemoCoffee[]) =>
  coffees[Math.floor(coffees.length * chance.next() ** 1.6)] as DemoCoffee

function writtenBy(chance: Chance, people: readonly DemoPerson[], coffee: DemoCoffee, id: number): DemoRecipe {
  const author = chance.weighted(people, ({ zeal }) => zeal) as DemoPerson
  const method = imagineMethod(
    chance,
    coffee.roastLevel,
    author.benches.map(({ machine }) => machine.brewMethod),
  )
  const bench = author.benches.find(({ machine }) => machine.brewMethod === method) ?? chance.pick(author.benches)
  const daysOld = Math.min(coffee.daysOld, author.daysOld) * chance.next() ** 1.3
  return { id, author, daysOld, ...imagineRecipe(chance, coffee, bench) }
}

/** Many recipes have no vote, few have many; about half of those who vote have brewed it. */
function opinionsOn(chance: Chance, recipe: DemoRecipe, people: readonly DemoPerson[]): Opinion[] {
  const others = people.filter(person => person !== recipe.author)
  return chance.some(others, chance.few(1.25, 38)).map(person => {
    const vote = chance.happens(recipe.quality) ? 'UP' : 'DOWN'
    const rating = chance.happens(0.5) ? (vote === 'UP' ? chance.whole(4, 5) : chance.whole(1, 3)) : null
    const notes =
      rating !== null && chance.happens(0.3) ? chance.pick(vote === 'UP' ? words.praise : words.tweak) : null
    return { recipe, person, vote, rating, notes, daysOld: recipe.daysOld * chance.next() }
  })
}

/** Some of those who voted say why, under a much-voted recipe surely; a question mostly gets an answer. */
function talkUnder(chance: Chance, recipe: DemoRecipe, opinions: readonly Opinion[], at: (daysOld: number) => string) {
  const voters = opinions.filter(opinion => opinion.recipe === recipe)
  return chance
    .some(voters, Math.max(chance.few(1.2, 6), Math.floor(voters.length / 6)))
    .flatMap(({ person, vote, daysOld }) => {
      const kinds =
        vote === 'UP' ? (['praise', 'praise', 'tweak', 'question'] as const) : (['grumble', 'tweak'] as const)
      const kind = chance.pick(kinds)
      const comment = { recipeId: recipe.id, userId: person.id, body: chance.pick(words[kind]), createdAt: at(daysOld) }
      if (kind !== 'question' || chance.happens(0.3)) return [comment]
      const answer = { recipeId: recipe.id, userId: recipe.author.id, body: chance.pick(words.answer) }
      return [comment, { ...answer, createdAt: at(daysOld * chance.next()) }]
    })
}

const shelfOf = (
  chance: Chance,
  { id, daysOld }: DemoPerson,
  coffees: readonly DemoCoffee[],
  at: (daysOld: number) => string,
) =>
  chance.some(coffees, chance.whole(1, 5)).map(coffee => ({
    userId: id,
    coffeeProfileId: coffee.id,
    rating: chance.happens(0.7) ? chance.whole(3, 5) : null,
    createdAt: at(Math.min(daysOld, coffee.daysOld) * chance.next()),
  }))
