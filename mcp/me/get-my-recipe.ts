import { GetMyRecipe, getMyRecipe, MyRecipe } from '../../core/assistant/my-recipe.ts'
import { ownTool } from '../tool.ts'

export default ownTool({
  name: 'get_my_recipe',
  title: 'A recipe for your coffee',
  description:
    'Use this when somebody wants to brew now and asks how: "a recipe for the Guji", "make me a V60 with 20 g", "an iced one for ' +
    'Sam". Returns dose, water, temperature, time, steps and the setting on their own dial with its range, from where they ' +
    'left off with this coffee and for the drinker’s taste, and what others brew. If they have just brewed and say how it ' +
    'was, use log_my_brew.',
  example: { coffee: 'guji', brewer: 'v60' },
  input: GetMyRecipe,
  reply: MyRecipe,
  scopes: ['read'],
  run: getMyRecipe,
})
