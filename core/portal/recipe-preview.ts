import { asShown, configOf, type Embeds, presentEmbedRecipe, type StoredEmbedRecipe } from '../embeds/embeds.ts'
import type { EmbedRecipe, RoasterEmbed } from '../embeds/model.ts'
import { MOST_RECIPES_OF_A_COFFEE } from '../embeds/model.ts'
import type { getPortalCoffee } from './coffees.ts'
import type { RoasterMember } from './members.ts'
import { stillHere } from './profile.ts'

interface Drafted {
  coffee: Awaited<ReturnType<typeof getPortalCoffee>>['coffee']
  recipe: Omit<EmbedRecipe, 'methodName' | 'grindSize' | 'isDefault' | 'onGrinder'>
  /** The id of the recipe that is being edited. */
  id: number | undefined
}

/**
 * What the widget would show if this recipe were saved: the coffee's recipes, with this one for its
 * method.
 */
export async function previewPortalRecipe(
  { coffee, recipe, id }: Drafted,
  { embeds }: { embeds: Embeds },
  member: RoasterMember,
): Promise<RoasterEmbed> {
  const roaster = stillHere(await embeds.roaster(member.roasterSlug), member)
  const { methodOrder } = roaster
  const stored = await embeds.recipes({
    roasterId: roaster.id,
    coffee: coffee.slug,
    methodOrder,
    limit: MOST_RECIPES_OF_A_COFFEE,
  })
  const grindSize = stored.find(one => one.id === id)?.grindSize ?? null
  const drafted = { ...recipe, grindSize, isDefault: true }
  const rank = ({ method }: Pick<StoredEmbedRecipe, 'method'>) => {
    const nth = stored.findIndex(one => one.method === method)
    return methodOrder.includes(method)
      ? methodOrder.indexOf(method)
      : methodOrder.length + (nth < 0 ? stored.length : nth)
  }
  const { name, slug, roastLevel, flavorNotes, picture, buyUrl } = coffee
  return {
    roaster: { name: roaster.name, slug: roaster.slug },
    recipes: [drafted, ...stored.filter(one => one.id !== id && one.method !== recipe.method)]
      .sort((one, other) => rank(one) - rank(other))
      .map(one => ({
        ...presentEmbedRecipe(one),
        coffee: asShown({ name, slug, roastLevel, flavorNotes, picture, buyUrl }, roaster),
      })),
    embedConfig: configOf(roaster),
    mayHidePoweredBy: roaster.isPremium,
    coffees: [{ name, slug, flavorNotes }],
  }
}
