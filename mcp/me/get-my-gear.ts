import { GetMyGear, getMyGear, MyGear, myGearInWords } from '../../core/assistant/my-gear.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'get_my_gear',
  title: 'Your gear and dials',
  description:
    'Use this when somebody asks about their own equipment, where their grinder is set now, how far to turn it for a coffee ' +
    'they have open, or who they brew for: "where did I leave my grinder?". Returns their grinders with the setting each is ' +
    'at, their brewers, the people they brew for, and what each open bag needs on the dial, with its range.',
  example: {},
  input: GetMyGear,
  reply: MyGear,
  scopes: ['read'],
  run: inWordsOf(getMyGear, myGearInWords),
})
