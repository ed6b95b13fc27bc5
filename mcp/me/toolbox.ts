import type { OwnPorts } from '../tool.ts'
import { type Toolbox, toolbox } from '../toolbox.ts'
import addMyBag from './add-my-bag.ts'
import getMyBrews from './get-my-brews.ts'
import getMyGear from './get-my-gear.ts'
import getMyNextStep from './get-my-next-step.ts'
import getMyRecipe from './get-my-recipe.ts'
import getMyShelf from './get-my-shelf.ts'
import { ownInstructions } from './instructions.ts'
import logMyBrew from './log-my-brew.ts'
import saveMyRecipe from './save-my-recipe.ts'

/** The tools for a person who is signed in. None of them deletes anything. */
export const toolsOfPerson: Toolbox<OwnPorts> = toolbox(
  [getMyGear, getMyShelf, getMyBrews, getMyRecipe, logMyBrew, getMyNextStep, addMyBag, saveMyRecipe],
  {
    isPersonal: true,
    instructions: ownInstructions,
  },
)
