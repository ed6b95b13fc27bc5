import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { dialIn } from '../adaptation/dial-in.ts'
import * as field from '../fields.ts'
import type { AnyStoredGrinder } from '../grind/own-grinders.ts'
import { Recipe } from '../recipes/model.ts'
import { onDial, presentTo, type ReaderPorts, readerOf } from '../recipes/reader.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { recommendedFirst, varied } from '../recipes/recommend.ts'
import { palateBox } from '../taste/match.ts'
import { TasteVector, vectorOf } from '../taste/palate.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'

export const RecommendRecipes = v.object({ ...onDial, limit: field.limit(5, 20) })

export const Recommendations = v.object({
  recommendations: v.array(
    v.object({
      ...Recipe.entries,
      calibrated: v.pipe(v.boolean(), v.description('True when the setting is told by your own calibration.')),
    }),
  ),
  hasProfile: v.pipe(v.boolean(), v.description('False until you have set your palate: then it is votes alone.')),
  profileSummary: v.object({
    strengthPreference: TasteVector.entries.strengthPreference,
    roastPreference: TasteVector.entries.roastPreference,
  }),
})

/** By match and votes, of others, and no coffee over and over. */
export async function recommendRecipes(
  { limit, grinder }: v.InferOutput<typeof RecommendRecipes>,
  ports: TasterPorts & ReaderPorts & { recipes: Recipes },
  person: Person,
): Promise<v.InferOutput<typeof Recommendations>> {
  const taster = await tasterOf(person, ports)
  const candidates = await ports.recipes.candidates({ exceptAuthorId: person.id }, taster && palateBox(taster.palate))
  const ranked = varied(recommendedFirst(candidates, taster), MOST_OF_A_COFFEE)
  const [recommended, calibrated, reader] = await Promise.all([
    ports.recipes.byIds(ranked.slice(0, limit).map(({ id }) => id)),
    ports.ownGrinders.calibratedBy(person.id),
    readerOf(grinder, ports, person),
  ])
  const shown = withMatch(await presentTo(reader, recommended, ports), taster)
  const { strengthPreference, roastPreference } = vectorOf(taster?.palate ?? null).profile
  return {
    recommendations: shown.map(recipe => atOwnSetting(recipe, calibrated)),
    hasProfile: taster !== undefined,
    profileSummary: { strengthPreference, roastPreference },
  }
}

const MOST_OF_A_COFFEE = 2

/** A recipe made with a grinder that the person has calibrated, at their own setting. */
function atOwnSetting<R extends Recipe>(recipe: R, calibrated: ReadonlyMap<number, AnyStoredGrinder>) {
  const grinder = calibrated.get(recipe.grinderId)
  if (!grinder) return { ...recipe, calibrated: false }
  const { grindSetting } = dialIn(grinder, recipe.grindIndex)
  return { ...recipe, grindSetting, grindSettingText: null, calibrated: true }
}
