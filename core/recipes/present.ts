import { type OnGrinder, onGrinder, type RecipeGrind } from '../dial/on-grinder.ts'
import type { AskedDialPorts, Reader } from '../dial/reader.ts'
import type { AnyStoredGrinder, GrinderPorts } from '../equipment/own-grinders.ts'
import type { MethodId } from '../grind/methods.ts'
import { asSeen } from './as-seen.ts'
import { nothingDone, type Viewer, type Viewers } from './viewer.ts'

export interface ReaderPorts extends AskedDialPorts {
  viewers: Viewers
}

/**
 * Recipes as one reader sees them: with settings for the grinder they asked for and, if signed in,
 * with what they have done.
 */
export async function presentTo<
  R extends RecipeGrind & { machine?: { brewMethod: MethodId } | null; id: number; createdBy: { id: number } | null },
>(
  { person, dial }: Reader,
  recipes: readonly R[],
  ports: ReaderPorts,
): Promise<(R & { onGrinder?: OnGrinder; viewer?: Viewer })[]> {
  const shown = withDial(dial, recipes, ports)
  if (!person || shown.length === 0) return shown
  const viewers = await ports.viewers.of(
    person.id,
    recipes.map(({ id }) => id),
  )
  return shown.map(recipe => ({
    ...recipe,
    viewer: { ...(viewers.get(recipe.id) ?? nothingDone), mine: recipe.createdBy?.id === person.id },
  }))
}

export const withDial = <R extends RecipeGrind>(
  dial: AnyStoredGrinder | undefined,
  recipes: readonly R[],
  { grinders }: Pick<GrinderPorts, 'grinders'>,
): (R & { onGrinder?: OnGrinder })[] =>
  recipes.map(recipe => {
    if (!dial) return asSeen(recipe, grinders)
    const theirs = recipe.grinderId == null ? undefined : grinders.byId(recipe.grinderId)
    return { ...asSeen(recipe, grinders), onGrinder: onGrinder(dial, recipe, theirs) }
  })
