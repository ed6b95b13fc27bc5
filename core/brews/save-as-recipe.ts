import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { Fault } from '../errors.ts'
import { settingIn } from '../grind/given.ts'
import type { PersonalRecipes } from '../personal-recipes/personal-recipes.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import { revisedSteps } from '../recipes/steps.ts'
import { type BrewPorts, foundBrew, getBrew } from './brews.ts'
import type { BrewId } from './model.ts'
import { afterStep } from './next-step.ts'
import { brewedCoffee, brewedRatio, calibratedEquipmentOf, presentBrew } from './present.ts'

/**
 * Saves a brew as a recipe, with its own figures. A brew becomes one recipe, however often it is
 * saved.
 */
export async function saveBrewAsRecipe({ id }: v.InferOutput<typeof BrewId>, ports: BrewPorts, person: Person) {
  const brew = await foundBrew(ports.brews.byId(person.id, id), id)
  const recipe = { ...brew, name: brewedCoffee(brew) ?? null, ratio: brewedRatio(brew), steps: null }
  await ports.brews.saveAsRecipe(person.id, id, recipe, ports.clock())
  return { brewLog: presentBrew({ ...brew, savedAsRecipe: true }, await calibratedEquipmentOf(person, ports, brew)) }
}

/**
 * Saves a brew with the coach's change as its recipe. If it already has a recipe, that gets these
 * figures; no other is touched.
 */
export async function saveNextStepAsRecipe(
  { id }: v.InferOutput<typeof BrewId>,
  ports: BrewPorts & { personalRecipes: PersonalRecipes },
  person: Person,
): Promise<void> {
  const { brewLog } = await getBrew({ id }, ports, person)
  const { grinderId, brewTimeSeconds } = brewLog
  const { grindSetting, doseGrams, waterGrams, waterTempF } = afterStep(brewLog, brewLog.nextStep)
  if (grindSetting === null || doseGrams === null || waterGrams === null)
    throw new Fault('invalid', 'Only a brew with a grind setting, coffee and water can be saved as a recipe.')
  const grinder = grinderId === null ? undefined : await ports.ownGrinders.of(person.id, grinderId)
  const figures = {
    doseGrams,
    waterGrams,
    ratio: ratioOf(doseGrams, waterGrams),
    waterTempF,
    brewTimeSeconds,
    ...settingIn(grindSetting, grinder),
  }
  const before = await ports.personalRecipes.ofBrew(person.id, id)
  if (before) {
    const steps = revisedSteps(undefined, before, { ...before, ...figures })
    await ports.personalRecipes.revise(person.id, before.id, { ...figures, steps }, ports.clock())
    return
  }
  // What was said about this cup does not apply to the next.
  const words = { name: brewedCoffee(brewLog) ?? null, notes: null, rating: null, steps: null }
  await ports.brews.saveAsRecipe(person.id, id, { ...brewLog, ...figures, ...words }, ports.clock())
}
