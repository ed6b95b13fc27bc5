import { COLLECTION_LIMIT } from '../../../core/collections/collections.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { nothingDone } from '../../../core/recipes/viewer.ts'
import type { Visit } from './choices.ts'
import { personNames } from './parts/person.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'

export type RecipeActivity = Awaited<ReturnType<typeof recipeActivity>>

const MOST_WAYS = 5

/**
 * What a recipe's page shows next to the recipe, loaded together: what people, and the reader, have
 * done with it.
 */
export async function recipeActivity({ id, coffee, method, authorId, byRoaster }: RecipeOnPage, visit: Visit) {
  const { ports, who } = visit
  const others = methodIds.filter(other => other !== method).map(method => ({ coffeeId: coffee.id, method }))
  const [comments = [], rating, viewer = nothingDone, collections, ways, managed = []] = await Promise.all([
    id === undefined ? undefined : ports.comments.of(id),
    id === undefined ? undefined : ports.ratings.of(id, who?.id),
    who && id !== undefined ? ports.viewers.of(who.id, [id]).then(all => all.get(id)) : undefined,
    who && ports.collections.list(who.id, COLLECTION_LIMIT),
    ports.recipes.bestOfEach(others, 1),
    who && byRoaster ? ports.members.of(who.id) : undefined,
  ])
  const named = await personNames([authorId, ...comments.map(({ author }) => author.id)], visit)
  /**
   * Whether it belongs to the reader or their roaster. They cannot report it, and may delete
   * comments on it.
   */
  const isTheirs =
    who !== undefined && (authorId === who.id || managed.some(({ roasterSlug }) => roasterSlug === coffee.roaster.slug))
  return { comments, rating, viewer, collections, ways: ways.slice(0, MOST_WAYS), named, isTheirs }
}
