import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { onDial, readerOf } from '../dial/reader.ts'
import * as field from '../fields.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'
import { Recipe } from './model.ts'
import { presentTo, type ReaderPorts } from './present.ts'
import type { RecipeMail } from './recipe-mail.ts'
import { mailToAuthor, type Recipes, recipeNotFound } from './recipes.ts'

/** The recipes people have bookmarked. */
export interface SavedRecipes {
  /** Last saved first. Hidden recipes are left out. */
  list: (userId: number, page: { limit: number; offset: number }) => Promise<SavedRecipe[]>
  /**
   * Returns when it was first saved; saving it again changes nothing. The author is mailed only
   * once, even if it is unsaved and saved again.
   */
  add: (
    saved: { userId: number; communityRecipeId: number; now: Date },
    mail: RecipeMail | undefined,
  ) => Promise<{ createdAt: string }>
  remove: (userId: number, communityRecipeId: number) => Promise<void>
}

export const SaveRecipe = v.object({ communityRecipeId: field.id })
export const ListSavedRecipes = v.object({ ...onDial, page: field.page, limit: field.limit(20) })

const saved = { communityRecipeId: field.id, createdAt: field.instant }
export const Saved = v.object({ savedRecipe: v.object(saved) })
const SavedRecipe = v.object({ ...saved, recipe: Recipe })
type SavedRecipe = v.InferOutput<typeof SavedRecipe>
export const SavedRecipeList = v.object({ savedRecipes: v.array(SavedRecipe) })

export async function listSavedRecipes(
  { page, limit, grinder }: v.InferOutput<typeof ListSavedRecipes>,
  ports: TasterPorts & ReaderPorts & { savedRecipes: SavedRecipes },
  person: Person,
) {
  const [saved, taster, reader] = await Promise.all([
    ports.savedRecipes.list(person.id, { limit, offset: (page - 1) * limit }),
    tasterOf(person, ports),
    readerOf(grinder, ports, person),
  ])
  const recipes = await presentTo(
    reader,
    saved.map(({ recipe }) => recipe),
    ports,
  )
  return {
    savedRecipes: withMatch(recipes, taster).map((recipe, at) => ({ ...(saved[at] as SavedRecipe), recipe })),
  }
}

export async function saveRecipe(
  { communityRecipeId }: v.InferOutput<typeof SaveRecipe>,
  { recipes, savedRecipes, clock }: { recipes: Recipes; savedRecipes: SavedRecipes; clock: Clock },
  person: Person,
) {
  const owner = await recipes.ownerOf(communityRecipeId)
  if (!owner) throw recipeNotFound(communityRecipeId)
  const saved = { userId: person.id, communityRecipeId, now: clock() }
  // The mail does not say who saved it.
  const mail = mailToAuthor(owner, person, 'notifyRecipeFavorites', props => ({ template: 'new-favourite', props }))
  const { createdAt } = await savedRecipes.add(saved, mail)
  return { savedRecipe: { communityRecipeId, createdAt } }
}
