import { brewRecipeInWords, GetBrewRecipe, getBrewRecipe, RuleRecipe } from '../../core/adaptation/brew-recipe.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'get_brew_recipe',
  title: 'Get a brew recipe',
  description:
    'Use this when someone asks how to brew: "a V60 of a light roast on my C40 MK4". Returns one computed recipe: dose, water, ' +
    'temperature, time, the setting on that dial with its range, the steps, one reason for each adjustment, ' +
    'and what published guides do. Name a grinder and a method or machine; send the rest only if it was mentioned, such as ' +
    '"iced" or "inverted" as style.',
  example: { grinder: 'c40 mk4', method: 'v60', roastLevel: 'LIGHT', doseGrams: 18, ratio: 16 },
  input: GetBrewRecipe,
  reply: RuleRecipe,
  run: getBrewRecipe,
  inWords: (reply, { grinders }) => brewRecipeInWords(reply, grinderOf(grinders, reply.grinder.slug)),
})
