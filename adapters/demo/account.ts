import { adapt } from '../../core/adaptation/adapt.ts'
import type { BrewedCup } from '../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback } from '../../core/brews/model.ts'
import { afterStep, nextStep } from '../../core/brews/next-step.ts'
import { groundOn } from '../../core/grind/given.ts'
import { ratioOf } from '../../core/recipes/arithmetic.ts'
import words from '../../db/demo/words.json' with { type: 'json' }
import type { DemoCoffee } from './catalog.ts'
import type { DemoRecipe } from './community.ts'
import { type DemoTable, type Ids, instantBefore } from './demo-table.ts'
import type { GearSet } from './gear.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import { generateShelf } from './shelf.ts'

type Tasted = keyof typeof words.tasted

/**
 * What only the demo account sees: two weeks of brews, a coffee library, its own recipes, a
 * collection.
 */
export function generateAccount(
  random: Random,
  robin: DemoPerson,
  {
    coffees,
    recipes,
    ids,
    now,
  }: { coffees: readonly DemoCoffee[]; recipes: readonly DemoRecipe[]; ids: Ids; now: Date },
): DemoTable[] {
  const [v60, aeropress, espresso] = robin.gearSets as readonly [GearSet, GearSet, GearSet]
  const [light, lighter, sweet, dark] = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK'].map(
    roast => coffees.find(({ roastLevel }) => roastLevel === roast) as DemoCoffee,
  ) as [DemoCoffee, DemoCoffee, DemoCoffee, DemoCoffee]
  const brews = [
    ...dialInBag(
      random,
      light,
      v60,
      { start: 8, days: [13, 12, 11, 10, 9, 8, 7] },
      'sour sour sour good good good good',
    ),
    ...dialInBag(
      random,
      lighter,
      v60,
      { start: -5, days: [6, 5, 4, 3, 2, 1, 0] },
      'bitter bitter good watery good good good',
    ),
    ...dialInBag(random, sweet, aeropress, { start: 0, days: [11, 8, 4] }, 'watery good good'),
    ...dialInBag(
      random,
      dark,
      espresso,
      { start: 4, days: [12, 10, 9, 6, 5, 3, 1] },
      'sour sour good bitter good good good',
    ),
  ].map((brew, at) => ({ ...brew, id: ids.brewLogs[at] as number, userId: robin.id }))
  const [frozen, unopened] = coffees.slice(8) as [DemoCoffee, DemoCoffee]
  const shelf = [
    { coffee: light, weightGrams: 250, roastedDaysAgo: 21, openedDaysAgo: 13 },
    { coffee: lighter, weightGrams: 250, roastedDaysAgo: 21, openedDaysAgo: 6 },
    { coffee: sweet, weightGrams: 250, roastedDaysAgo: 21, openedDaysAgo: 11 },
    { coffee: dark, weightGrams: 160, roastedDaysAgo: 21, openedDaysAgo: 12 },
    { coffee: frozen, weightGrams: 200, roastedDaysAgo: 18, frozenDaysAgo: 9 },
    { coffee: unopened, weightGrams: 340, roastedDaysAgo: 3 },
  ]
  const bagOf = new Map(shelf.map(({ coffee }, at) => [coffee.id, ids.bags[at]]))
  const best = brews.find(({ rating, method }) => rating === 5 && method === 'v60') ?? brews[0]
  const at = (daysOld: number) => instantBefore(now, daysOld)
  const library = [light, lighter, sweet, dark, ...random.some(coffees.slice(8), 4)]
  const pourOvers = recipes
    .filter(({ author, recipe }) => author !== robin && ['v60', 'kalita', 'chemex'].includes(recipe.brewMethod))
    .sort((a, b) => b.quality - a.quality)
  return [
    {
      table: 'coffeeLibrary',
      rows: library.map((coffee, position) => ({
        userId: robin.id,
        coffeeProfileId: coffee.id,
        personalNotes: position === 0 ? 'Needs two weeks of rest, then it sings.' : null,
        rating: position < 4 ? random.whole(4, 5) : null,
        createdAt: at(14 + 10 * position),
      })),
    },
    generateShelf(shelf, { ids: ids.bags, userId: robin.id, now }),
    {
      table: 'brewLogs',
      rows: brews.map(({ daysAgo, ...brew }) => ({
        ...brew,
        bagId: bagOf.get(brew.coffeeProfileId),
        savedAsRecipe: brew.id === best?.id,
        brewedAt: at(daysAgo),
        createdAt: at(daysAgo),
      })),
    },
    {
      table: 'personalRecipes',
      rows: [best, brews.at(-1)].flatMap((brew, position) =>
        brew
          ? {
              userId: robin.id,
              brewLogId: position === 0 ? brew.id : null,
              name: position === 0 ? light.name : 'Morning shot',
              method: brew.method,
              coffeeProfileId: brew.coffeeProfileId,
              grinderId: brew.grinderId,
              grindSetting: brew.grindSetting,
              grindIndex: brew.grindIndex,
              ratio: ratioOf(brew.doseGrams, brew.waterGrams),
              doseGrams: brew.doseGrams,
              waterGrams: brew.waterGrams,
              waterTempF: brew.waterTempF,
              brewTimeSeconds: brew.brewTimeSeconds,
              notes: brew.notes,
              rating: brew.rating,
              createdAt: at(brew.daysAgo - 0.01),
            }
          : [],
      ),
    },
    {
      table: 'collections',
      rows: [
        {
          id: ids.collections[0],
          userId: robin.id,
          name: 'Weekend pour-overs',
          description: 'For when there is time to rinse the paper twice.',
          createdAt: at(40),
        },
      ],
    },
    {
      table: 'collectionItems',
      rows: pourOvers
        .slice(0, 6)
        .map(({ id }, position) => ({ collectionId: ids.collections[0], recipeId: id, createdAt: at(position + 1) })),
    },
  ]
}

const RATINGS: Record<Tasted, readonly number[]> = { good: [4, 5, 5], sour: [2], bitter: [2], watery: [3] }

/**
 * Brews of a bag being dialed in: each cup follows the advice from the one before it. `story` says
 * how each tastes.
 */
function dialInBag(
  random: Random,
  { id, roastLevel }: DemoCoffee,
  { machine, grinder }: GearSet,
  { start, days }: { start: number; days: readonly number[] },
  story: string,
) {
  const tastes = story.split(' ') as Tasted[]
  const method = machine.brewMethod
  const first = adapt({ method, roastLevel }, grinder, start)
  let next = first
  const earlier: BrewedCup[] = []
  return days.map((daysAgo, at) => {
    const taste = tastes[at] ?? 'good'
    const extractionFeedback: ExtractionFeedback = taste === 'good' ? { balanced: true } : { [taste]: true }
    const brew = {
      method,
      coffeeProfileId: id,
      grinderId: grinder.id,
      machineId: machine.id,
      doseGrams: next.doseGrams,
      waterGrams: next.waterGrams,
      ...groundOn(grinder, next.grindSetting),
      waterTempF: next.waterTempF,
      brewTimeSeconds: first.brewTimeSeconds + random.whole(-3, 3),
      daysOffRoast: 21 - daysAgo,
      notes: random.pick(words.tasted[taste]),
      rating: random.pick(RATINGS[taste]),
      extractionFeedback,
      // At least an hour ago; the latest brew is from today.
      daysAgo: daysAgo + (method === 'v60' ? 1 : 5) / 24,
    }
    const step = nextStep({ ...brew, grinder }, earlier)
    earlier.unshift({ ...brew, grinder })
    next = afterStep(next, step)
    return brew
  })
}
