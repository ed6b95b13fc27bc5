import type { BaseRecipe } from '../adaptation/base.ts'
import { unusualStyle, usualStyle } from '../adaptation/styles.ts'
import type { Technique, Techniques } from '../adaptation/technique.ts'
import { baseOfTechnique, brewerTrouble, otherBrewer } from '../adaptation/technique-base.ts'
import type { Machine } from '../equipment/model.ts'
import { faultAt } from '../errors.ts'
import { drinkName, type MethodId } from '../grind/methods.ts'
import type { GrinderCatalog } from '../grind/model.ts'
import type { StoredBrew } from './model.ts'

interface TechniquesOfBrews {
  techniques: Techniques
  grinders: GrinderCatalog
}

/** The technique that a brew names: one of its method, which its brewer can do. It follows no recipe as well. */
export function techniqueNamed(
  slug: string,
  { method, machine, recipeId }: { method: MethodId; machine: Machine | undefined; recipeId: number | null },
  { techniques, grinders }: TechniquesOfBrews,
): Technique {
  const technique = techniques.bySlug(slug)
  if (technique?.method !== method)
    throw faultAt(
      ['technique'],
      `must be the slug of a technique for ${drinkName(method)}; the list of techniques has them.`,
    )
  if (recipeId !== null)
    throw faultAt(['technique'], 'must be left out for a brew with a recipeId: it follows one or the other.')
  const trouble = machine && brewerTrouble(technique, baseOfTechnique(technique, grinders), machine)
  if (trouble) throw otherBrewer('machineId', trouble)
  return technique
}

/** What a brew is judged by if it was made by a technique, in the technique's style. */
export function baseOfBrew(
  { technique, method, style }: Pick<StoredBrew, 'technique' | 'method' | 'style'>,
  { techniques, grinders }: TechniquesOfBrews,
): BaseRecipe | undefined {
  const published = technique === null ? undefined : techniques.bySlug(technique)
  const base = published && baseOfTechnique(published, grinders)
  const isAsPublished =
    base?.method === method && unusualStyle(base.style) === unusualStyle(style ?? usualStyle(method))
  return isAsPublished ? base : undefined
}
