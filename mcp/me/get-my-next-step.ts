import { GetMyNextStep, getMyNextStep } from '../../core/assistant/my-next-step.ts'
import { CoachedCup, coachedInWords } from '../../core/assistant/next-cup.ts'
import { inWordsOf, ownTool } from '../tool.ts'

export default ownTool({
  name: 'get_my_next_step',
  title: 'Your next step',
  description:
    'Use this when somebody asks again what to change for the next cup and has nothing new to log: "what was I supposed to do ' +
    'next?", "finer or coarser now?". Returns the last brew like it and the one thing to change, in the clicks of their own ' +
    'grinder, with the range and the reason.',
  example: { coffee: 'guji' },
  input: GetMyNextStep,
  reply: CoachedCup,
  scopes: ['read'],
  run: inWordsOf(getMyNextStep, coachedInWords),
})
