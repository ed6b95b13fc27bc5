import { GetMyShelf, getMyShelf, MyShelf, myShelfInWords } from '../../core/assistant/my-shelf.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'get_my_shelf',
  title: 'Your shelf',
  description:
    'Use this when somebody asks which coffees they have, how old or how full a bag is, or what to drink or finish first: ' +
    '"what’s open?", "how much of the Guji is left?". Returns their bags in the order to drink them, with roast date, age, ' +
    'grams and cups left, and when each is at its best.',
  example: {},
  input: GetMyShelf,
  reply: MyShelf,
  scopes: ['read'],
  run: inWordsOf(getMyShelf, myShelfInWords),
})
