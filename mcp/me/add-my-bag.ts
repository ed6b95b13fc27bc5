import { AddMyBag, addMyBag, BagAdded, bagAddedInWords } from '../../core/assistant/add-my-bag.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'add_my_bag',
  title: 'Add a bag to your shelf',
  description:
    'Use this when somebody has bought or opened a new bag of coffee, or shows you a photo of one: read name, roaster, roast ' +
    'level, roast date and weight off the label, and send only what it says. Returns the bag as it is now on their shelf, ' +
    'and whether the coffee is in our catalog.',
  example: { name: 'Guji Uraga', roaster: 'Hill Road', roastLevel: 'LIGHT', roastedOn: '2026-11-12', weightGrams: 250 },
  input: AddMyBag,
  reply: BagAdded,
  scopes: ['log', 'read'],
  changes: 'each time',
  run: inWordsOf(addMyBag, bagAddedInWords),
})
