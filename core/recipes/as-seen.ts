import type { RecipeGrind } from '../dial/on-grinder.ts'
import type { GrinderPorts } from '../equipment/own-grinders.ts'
import { DESCRIBED_SLUG } from '../equipment/seen-grinders.ts'
import type { Grinder } from '../grind/model.ts'
import { grinderRef } from '../grind/ref.ts'

/**
 * A grinder that its author described has its name only for them. For everybody else its dial is the
 * grind index, so that is the setting.
 */
export function asSeen<R extends RecipeGrind & { grinder?: { slug: string } }>(
  recipe: R,
  { byId }: GrinderPorts['grinders'],
): R {
  if (recipe.grinder?.slug !== DESCRIBED_SLUG) return recipe
  const own = byId(recipe.grinderId ?? 0)
  if (!own)
    return {
      ...recipe,
      grindSetting: recipe.grindIndex,
      ...('grindSettingText' in recipe && { grindSettingText: null }),
    }
  const dial = 'minGrindSetting' in recipe.grinder && grinderDetail(own)
  return { ...recipe, grinder: { ...grinderRef(own), ...dial } }
}

export const grinderDetail = ({ minSetting, maxSetting, burrType, burrSizeMm }: Grinder) => ({
  ...{ minGrindSetting: minSetting, maxGrindSetting: maxSetting, burrType, burrSizeMm },
})
