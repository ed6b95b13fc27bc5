import { RecipeSaved, recipeSavedInWords } from '../../core/assistant/recipe-saved.ts'
import { SaveMyRecipe, saveMyRecipe } from '../../core/assistant/save-my-recipe.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'save_my_recipe',
  title: 'Save or fork a recipe',
  description:
    'Use this when somebody wants to keep a recipe: "save that one" (`brew`: "last"), "bookmark recipe 12" (`recipe`), "recipe ' +
    '12, but with 18 g" (`recipe` with the change: a variation of their own), or a new one with setting, dose and water. ' +
    'Returns what was saved, where, and what it is based on. It doesn’t log a brew.',
  example: { brew: 'last', name: 'Sunday V60' },
  input: SaveMyRecipe,
  reply: RecipeSaved,
  scopes: ['write', 'read'],
  changes: 'once',
  run: inWordsOf(saveMyRecipe, recipeSavedInWords),
})
