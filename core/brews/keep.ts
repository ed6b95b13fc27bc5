import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { Fault } from '../errors.ts'
import { settingIn } from '../grind/given.ts'
import type { PersonalRecipes } from '../personal-recipes/personal-recipes.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import { revisedSteps } from '../recipes/steps.ts'
import { type BrewPorts, getBrew } from './brews.ts'
import type { BrewId } from './model.ts'

/** As many as one page of them has: beyond it a second recipe of the same coffee is no harm. */
const LOOKED_THROUGH = 100

/**
 * A brew with what the coach says to change, kept as a recipe of one's own. There is one for each coffee, method and
 * grinder: keeping the next cup changes it.
 */
export async function keepBrew(
  { id }: v.InferOutput<typeof BrewId>,
  ports: BrewPorts & { personalRecipes: PersonalRecipes },
  person: Person,
): Promise<{ recipeId: number }> {
  const { brewLog } = await getBrew({ id }, ports, person)
  const { method, coffeeProfileId, grinderId, brewTimeSeconds, nextStep } = brewLog
  const grindSetting = nextStep?.grindSetting ?? brewLog.grindSetting
  const doseGrams = nextStep?.doseGrams ?? brewLog.doseGrams
  const waterGrams = nextStep?.waterGrams ?? brewLog.waterGrams
  const waterTempF = nextStep?.waterTempF ?? brewLog.waterTempF
  if (grindSetting === null || doseGrams === null || waterGrams === null)
    throw new Fault('invalid', 'Only a brew with a grind setting, coffee and water can be kept as a recipe.')
  const grinder = grinderId === null ? undefined : await ports.ownGrinders.of(person.id, grinderId)
  const ground = settingIn(grindSetting, grinder)
  const figures = {
    doseGrams,
    waterGrams,
    ratio: ratioOf(doseGrams, waterGrams),
    waterTempF,
    brewTimeSeconds,
    ...ground,
  }
  const recipes = await ports.personalRecipes.list(person.id, { limit: LOOKED_THROUGH, offset: 0 })
  const before = recipes.find(
    one => one.method === method && one.coffeeProfileId === coffeeProfileId && one.grinderId === grinderId,
  )
  if (before) {
    const steps = revisedSteps(undefined, before, { ...before, ...figures })
    await ports.personalRecipes.revise(person.id, before.id, { ...figures, steps })
    return { recipeId: before.id }
  }
  const words = { name: null, notes: null, rating: null, steps: null }
  const gear = { method, coffeeProfileId, grinderId }
  const created = await ports.personalRecipes.create(person.id, { ...figures, ...gear, ...words }, ports.clock())
  if (!created) throw new Fault('coffee-not-found', 'The coffee of this brew is gone.')
  return { recipeId: created.id }
}
