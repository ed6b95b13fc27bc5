import { GetMyBrews, getMyBrews, MyBrews, myBrewsInWords } from '../../core/assistant/my-brews.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'get_my_brews',
  title: 'Your recent brews',
  description:
    'Use this when somebody asks what they brewed and how it was: "what did I do yesterday?", "my last three cups of ' +
    'the Guji", "what did Sam drink?". Returns their logged brews, newest first, each with its id, figures, taste, rating and ' +
    'notes. For what to change next, use get_my_next_step.',
  example: { coffee: 'guji', limit: 3 },
  input: GetMyBrews,
  reply: MyBrews,
  scopes: ['read'],
  run: inWordsOf(getMyBrews, myBrewsInWords),
})
