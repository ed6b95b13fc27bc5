import { adapt } from '../../core/adaptation/adapt.ts'
import { baseRecipes } from '../../core/adaptation/base.ts'
import { type RoastLevel, roastLevels } from '../../core/coffees/roast.ts'
import { BOILING_F } from '../../core/fields.ts'
import { curveThrough } from '../../core/grind/curve.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { type MethodId, methodIds } from '../../core/grind/methods.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { labelOf } from '../../core/grind/notation.ts'
import { clamp } from '../../core/numbers.ts'
import { ratioOf } from '../../core/recipes/arithmetic.ts'
import { type ComposedRecipe, composeRecipe, type Ingredients } from '../../core/recipes/compose.ts'
import type { TasteProfile } from '../../core/taste/profile.ts'
import words from '../../db/demo/words.json' with { type: 'json' }
import { type GearSet, methodShares } from './gear.ts'
import type { Random } from './random.ts'

interface GeneratedRecipe {
  recipe: ComposedRecipe
  /**
   * The share of people who would like it, from 0 to 1: lower the further the recipe is from what
   * the method asks for.
   */
  quality: number
}

type AnyCoffee = Ingredients['coffee'] & { id: number }

/** A method, weighted by how often it is used for this roast. */
export const generateMethod = (random: Random, roast: RoastLevel, among: readonly MethodId[] = methodIds) =>
  random.weighted(among, method => methodShares[method][roastLevels.indexOf(roast)] ?? 0)

/**
 * A recipe someone might write: the method's standard, adjusted for the roast and for personal
 * taste.
 */
export function generateRecipe(
  random: Random,
  coffee: AnyCoffee,
  { machine, grinder, filters }: GearSet,
): GeneratedRecipe {
  const method = machine.brewMethod
  const { roastLevel } = coffee
  const filter = random.happens(0.6) && filters.length > 0 ? random.pick(filters) : undefined
  const strength = clamp(Math.round(2 * random.around(3, 0.8)) / 2, 1, 5)
  const taste = clamp(Math.round(random.around(0, 0.8)), -2, 2)
  const offBy = method === 'turkish' ? 0 : random.around(0, method === 'espresso' ? 1.2 : 2.2)
  const volumeGrams = volumeOf(random, method)
  const { grindSetting, doseGrams, waterGrams, waterTempF, brewTimeSeconds } = adapt(
    { method, roastLevel, strength, taste, filterType: filter?.type, brewer: machine, volumeGrams },
    grinder,
    stepsOf(grinder, baseRecipes[method].grindIndex, offBy),
  )
  const dose = Math.round(2 * doseGrams) / 2
  const time =
    brewTimeSeconds < 60 || brewTimeSeconds > 3600 ? brewTimeSeconds : toFive(random.around(1, 0.04) * brewTimeSeconds)
  const recipe = composeRecipe(
    {
      coffeeProfileId: coffee.id,
      grinderId: grinder.id,
      machineId: machine.id,
      filterId: filter?.id ?? null,
      grindSetting: random.happens(0.25) ? labelOf(grinder, grindSetting) : grindSetting,
      doseGrams: dose,
      waterGrams,
      ratio: ratioOf(dose, waterGrams),
      brewTimeSeconds: random.happens(0.08) ? null : time,
      waterTempF: random.happens(0.08) ? null : Math.min(BOILING_F, waterTempF + random.whole(-1, 1)),
      notes: random.happens(0.6) ? random.pick(words.recipeNotes[method]) : null,
      tasteProfile: random.happens(0.45) ? tasteOf(random, coffee, strength) : null,
    },
    { grinder, machine, coffee },
  )
  const quality = 0.9 - 0.06 * Math.abs(strength - 3) - 0.02 * Math.abs(offBy) + random.around(0, 0.1)
  return { recipe, quality: clamp(quality, 0.15, 0.98) }
}

/**
 * How many steps of the dial make up `points` of grind index near `grindIndex`; positive is
 * coarser.
 */
function stepsOf(grinder: Grinder, grindIndex: number, points: number) {
  const { settingAt } = curveThrough(grinder.references)
  const perPoint = Math.abs(settingAt(grindIndex + 1) - settingAt(grindIndex))
  return Math.round((points * perPoint) / dialOf(grinder).step)
}

function volumeOf(random: Random, method: MethodId) {
  const usual = baseRecipes[method].waterGrams
  const roundTo = usual < 100 ? 1 : 10
  return Math.round((usual * random.pick([0.85, 1, 1, 1, 1, 1.1, 1.3])) / roundTo) * roundTo
}

function tasteOf(random: Random, { roastLevel, acidityLevel, bodyLevel }: AnyCoffee, strength: number): TasteProfile {
  const roast = roastLevels.indexOf(roastLevel)
  const level = (mean: number) => clamp(Math.round(random.around(mean, 0.6)), 1, 5)
  const profile: TasteProfile = {
    acidity: level(acidityLevel ?? 4 - 0.6 * roast),
    body: level((bodyLevel ?? 2 + 0.6 * roast) + 0.3 * (strength - 3)),
    sweetness: level(3.6 - 0.2 * Math.abs(roast - 2)),
  }
  return random.happens(0.7) ? { ...profile, bitterness: level(1.4 + 0.7 * roast) } : profile
}

const toFive = (seconds: number) => 5 * Math.round(seconds / 5)
