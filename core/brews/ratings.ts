import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import * as field from '../fields.ts'
import { GivenSetting, type GroundSetting, groundOn } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { PublicProfiles } from '../profiles/public-profile.ts'
import { waterFor } from '../recipes/arithmetic.ts'
import type { RecipeDetail } from '../recipes/model.ts'
import { RatingTotals, type RecipeRating } from '../recipes/rating.ts'
import type { RecipeMail } from '../recipes/recipe-mail.ts'
import { getRecipe, mailToAuthor, type RecipeOwner, type Recipes, recipeNotFound } from '../recipes/recipes.ts'
import { type CountsBrews, refuseFullLog } from './full-log.ts'
import type { StoredBrew } from './model.ts'
import { ageAt, type BeanPorts, beansInUse } from './own-bag.ts'

export interface Ratings {
  /**
   * Logs the brew, stores the person's one rating, and queues the mail, all or nothing. An author's
   * own stars do not count. Undefined without such a coffee.
   */
  brew: (brew: RecipeBrew, mail: RecipeMail | undefined) => Promise<(RatingTotals & { brewLogId: number }) | undefined>
  /** Sets or changes the person's one rating, and nothing else. Undefined when there is no such recipe. */
  rate: (rating: {
    recipeId: number
    userId: number
    rating: number
    /** Stored with the first rating; a later one does not change them. */
    notes?: string | null
    now: Date
  }) => Promise<RatingTotals | undefined>
  /** Undefined when there is no such recipe. */
  of: (recipeId: number, userId: number | undefined) => Promise<RecipeRating | undefined>
}

/** Missing fields are unknown. */
type RecipeBrew = Partial<Omit<StoredBrew, 'id' | 'coffee' | 'bag' | 'savedAsRecipe' | 'brewedAt' | 'createdAt'>> & {
  bagId?: number | null
  brewedAt?: string | null
  recipeId: number
  userId: number
  method: MethodId
  rating: number
  now: Date
}

export const BrewRecipe = v.object({
  id: field.id,
  rating: field.rating,
  notes: v.nullish(field.longText),
  doseGrams: v.nullish(field.doseGrams),
  grindSetting: v.nullish(v.pipe(GivenSetting, v.description('On the recipe’s grinder. Default: as the recipe says.'))),
})

export const RateRecipe = v.object({ id: field.id, rating: field.rating })

export const RatedRecipe = v.object({ rating: RatingTotals })

export const BrewedRecipe = v.object({
  brewLog: v.object({ id: field.id }),
  rating: RatingTotals,
})

interface BrewRecipePorts extends CountsBrews, BeanPorts {
  recipes: Recipes
  ratings: Ratings
  ownGrinders: OwnGrinders
  profiles: Pick<PublicProfiles, 'privacyOf'>
  clock: Clock
}

/**
 * A brew by the recipe: missing fields are taken from the recipe, and water is scaled to the dose.
 */
export async function brewRecipe(
  { id, rating, notes, doseGrams, grindSetting }: v.InferOutput<typeof BrewRecipe>,
  { recipes, ratings, ownGrinders, profiles, brews, clock, ...ports }: BrewRecipePorts,
  person: Person,
) {
  const [recipe, owner] = await Promise.all([getRecipe({ id }, { recipes }), recipes.ownerOf(id)])
  if (!owner) throw recipeNotFound(id)
  const now = clock()
  const [grinder, beans, mail] = await Promise.all([
    ownGrinders.of(person.id, recipe.grinderId),
    beansInUse(recipe.coffeeProfileId, now, ports, person),
    mailOfBrew({ rating, notes: notes || null }, owner, { profiles }, person),
    refuseFullLog({ brews }, person),
  ])
  const brewed = await ratings.brew(
    {
      recipeId: id,
      userId: person.id,
      method: recipe.machine.brewMethod,
      coffeeProfileId: recipe.coffeeProfileId,
      bagId: beans.bagId,
      daysOffRoast: ageAt(now, beans.dates),
      grinderId: recipe.grinderId,
      machineId: recipe.machineId,
      doseGrams: doseGrams ?? recipe.doseGrams,
      waterGrams: doseGrams ? waterFor(doseGrams, recipe.ratio) : recipe.waterGrams,
      waterTempF: recipe.waterTempF,
      brewTimeSeconds: recipe.brewTimeSeconds,
      ...(grindSetting == null ? groundBy(recipe) : groundOn(grinder, grindSetting)),
      rating,
      notes: notes || null,
      now,
    },
    mail,
  )
  if (!brewed) throw recipeNotFound(id)
  return { brewLog: { id: brewed.brewLogId }, rating: { avg: brewed.avg, count: brewed.count } }
}

/** A mail to the author: the rating, and by whom, if their brews are public. */
export async function mailOfBrew(
  { rating, notes }: { rating: number; notes: string | null },
  owner: RecipeOwner,
  { profiles }: { profiles: Pick<PublicProfiles, 'privacyOf'> },
  person: Person,
) {
  const { isProfilePublic, areBrewsPublic } = await profiles.privacyOf(person.id)
  const isKnown = isProfilePublic && areBrewsPublic
  return mailToAuthor(owner, person, 'notifyRecipeBrews', recipe => ({
    template: 'new-brew',
    props: { ...recipe, brewerName: isKnown ? person.displayName : null, rating, notes: isKnown ? notes : null },
  }))
}

/** Only the stars: a person who changes their mind has not brewed again. */
export async function rateRecipe(
  { id, rating }: v.InferOutput<typeof RateRecipe>,
  { ratings, clock }: { ratings: Ratings; clock: Clock },
  person: Person,
) {
  const rated = await ratings.rate({ recipeId: id, userId: person.id, rating, now: clock() })
  if (!rated) throw recipeNotFound(id)
  return { rating: rated }
}

export async function recipeRating(
  { id }: { id: number },
  { ratings }: { ratings: Ratings },
  person: Person | undefined,
) {
  const rating = await ratings.of(id, person?.id)
  if (!rating) throw recipeNotFound(id)
  const { userRating, ...given } = rating
  return person ? { ...given, userRating } : given
}

const groundBy = ({ grindSetting, grindSettingText, grindIndex }: RecipeDetail): GroundSetting => ({
  grindSetting,
  grindSettingText,
  grindIndex,
})
