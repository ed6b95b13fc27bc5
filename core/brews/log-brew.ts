import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { loggedStyle } from '../adaptation/styles.ts'
import { unknownItem } from '../equipment/equipment.ts'
import { Fault, faultAt } from '../errors.ts'
import { settingIn } from '../grind/given.ts'
import type { PublicProfiles } from '../profiles/public-profile.ts'
import { refuseOddRatio } from '../recipes/arithmetic.ts'
import { type RecipeOwner, type Recipes, recipeNotFound } from '../recipes/recipes.ts'
import { type BrewPorts, type Brews, notToCome } from './brews.ts'
import { refuseHeavyDrink } from './extraction.ts'
import { refuseFullLog } from './full-log.ts'
import type { LogBrew } from './model.ts'
import { ageAt, type BagPorts, type BeanPorts, beansInUse, ownBag } from './own-bag.ts'
import { calibratedEquipmentOf, presentBrew } from './present.ts'
import { mailOfBrew, type Ratings } from './ratings.ts'
import { techniqueNamed } from './technique-of-brew.ts'
import { whoDrank } from './who-drank.ts'

/** A rated brew from a recipe also rates the recipe. Its notes stay private. */
export async function logBrew(
  input: v.InferOutput<typeof LogBrew>,
  ports: BrewPorts & RatedPorts & BagPorts & BeanPorts & { recipes: Pick<Recipes, 'ownerOf'> },
  person: Person,
) {
  const { brews, machines, clock } = ports
  const { grinderId, machineId, recipeId, rating } = input
  const doseGrams = doseOf(input)
  const machine = machineId === null ? undefined : machines.byId(machineId)
  if (machineId !== null && !machine) throw unknownItem('machine')
  const method = input.method ?? machine?.brewMethod ?? ports.techniques.bySlug(input.technique ?? '')?.method
  if (!method) throw faultAt(['method'], 'is required when no machineId is given.')
  const technique =
    input.technique === null ? null : techniqueNamed(input.technique, { method, machine, recipeId }, ports)
  const style = loggedStyle(method, input.style ?? technique?.style, machine)
  refuseOddRatio(doseGrams, input.waterGrams)
  refuseHeavyDrink({ ...input, method, style })
  const owner = recipeId === null ? undefined : await ports.recipes.ownerOf(recipeId)
  if (recipeId !== null && !owner) throw recipeNotFound(recipeId)
  const equipment = await calibratedEquipmentOf(person, ports, input)
  const grinder = grinderId === null ? undefined : equipment.grinder(grinderId)
  if (grinderId !== null && !grinder) throw unknownItem('grinder')
  const { coffeeGrams: _, drinkerId, drinkerIds, cups, ...said } = input
  const drunk = await whoDrank({ drinkerId, drinkerIds, cups }, ports, person)
  const now = clock()
  const brewedAt = input.brewedAt && notToCome(input.brewedAt, now)
  const beans = await beansLogged(input, brewedAt ? new Date(brewedAt) : now, ports, person)
  const { coffeeProfileId } = beans
  const ground = settingIn(input.grindSetting, grinder)
  const brewed = {
    ...said,
    ...ground,
    ...drunk,
    ...beans,
    grinderId: grinder?.id ?? null,
    method,
    style,
    technique: technique?.slug ?? null,
    doseGrams,
    brewedAt,
  }
  const brew =
    owner && recipeId !== null && rating !== null
      ? await rated({ ...brewed, recipeId, rating, now }, owner, ports, person)
      : await brews.add(person.id, brewed, now)
  if (!brew) {
    await refuseFullLog(ports, person)
    throw new Fault(
      'coffee-not-found',
      `There is no coffee ${coffeeProfileId}. Set coffeeProfileId to the ID of an existing coffee.`,
    )
  }
  return { brewLog: presentBrew(brew, equipment) }
}

/**
 * The coffee of a brew is the one given, or that of its bag; its bag is the one given, or the open one of its coffee.
 * The age of the beans is the one given, or follows from the roast date.
 */
async function beansLogged(
  { coffeeProfileId, bagId, daysOffRoast }: v.InferOutput<typeof LogBrew>,
  brewedAt: Date,
  ports: BagPorts & BeanPorts,
  person: Person,
) {
  if (bagId === null) {
    if (coffeeProfileId === null) return { coffeeProfileId, bagId, daysOffRoast }
    const found = await beansInUse(coffeeProfileId, brewedAt, ports, person)
    return { coffeeProfileId, bagId: found.bagId, daysOffRoast: daysOffRoast ?? ageAt(brewedAt, found.dates) }
  }
  const bag = await ownBag(bagId, ports, person)
  if (coffeeProfileId !== null && coffeeProfileId !== bag.coffeeProfileId)
    throw faultAt(['bagId'], 'is a bag of a different coffee from coffeeProfileId.')
  return { coffeeProfileId: bag.coffeeProfileId, bagId, daysOffRoast: daysOffRoast ?? ageAt(brewedAt, bag) }
}

interface RatedPorts {
  ratings: Pick<Ratings, 'brew'>
  profiles: Pick<PublicProfiles, 'privacyOf'>
}

async function rated(
  brew: Omit<Parameters<Ratings['brew']>[0], 'userId'>,
  owner: RecipeOwner,
  { brews, ratings, profiles }: RatedPorts & { brews: Brews },
  person: Person,
) {
  await refuseFullLog({ brews }, person)
  const mail = await mailOfBrew({ rating: brew.rating, notes: null }, owner, { profiles }, person)
  const logged = await ratings.brew({ ...brew, userId: person.id }, mail)
  return logged && brews.byId(person.id, logged.brewLogId)
}

function doseOf({ doseGrams, coffeeGrams }: v.InferOutput<typeof LogBrew>) {
  if (doseGrams !== null && coffeeGrams !== null && doseGrams !== coffeeGrams)
    throw new Fault('invalid', 'doseGrams and coffeeGrams are the same field; send one, or the same number in both.')
  return doseGrams ?? coffeeGrams
}
