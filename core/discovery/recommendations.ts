import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import * as field from '../fields.ts'
import { Recipe } from '../recipes/model.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { recommendedFirst, varied } from '../recipes/recommend.ts'
import { palateBox } from '../taste/match.ts'
import { TasteVector, vectorOf } from '../taste/palate.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'

export const RecommendRecipes = v.object({ limit: field.limit(5, 20) })

export const Recommendations = v.object({
  recommendations: v.array(Recipe),
  hasProfile: v.pipe(v.boolean(), v.description('False until you have set your palate: then it is votes alone.')),
  profileSummary: v.object({
    strengthPreference: TasteVector.entries.strengthPreference,
    roastPreference: TasteVector.entries.roastPreference,
  }),
})

/** By match and votes, of others, and no coffee over and over. */
export async function recommendRecipes(
  { limit }: v.InferOutput<typeof RecommendRecipes>,
  ports: TasterPorts & { recipes: Recipes },
  person: Person,
): Promise<v.InferOutput<typeof Recommendations>> {
  const taster = await tasterOf(person, ports)
  const candidates = await ports.recipes.candidates({ exceptAuthorId: person.id }, taster && palateBox(taster.palate))
  const ranked = varied(recommendedFirst(candidates, taster), MOST_OF_A_COFFEE)
  const recommended = await ports.recipes.byIds(ranked.slice(0, limit).map(({ id }) => id))
  const { strengthPreference, roastPreference } = vectorOf(taster?.palate ?? null).profile
  return {
    recommendations: withMatch(recommended, taster),
    hasProfile: taster !== undefined,
    profileSummary: { strengthPreference, roastPreference },
  }
}

const MOST_OF_A_COFFEE = 2
