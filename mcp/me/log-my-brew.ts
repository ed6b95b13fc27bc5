import { logMyBrew } from '../../core/assistant/log-my-brew.ts'
import { BrewLogged } from '../../core/assistant/logged-answer.ts'
import { LogMyBrew } from '../../core/assistant/told-brew.ts'
import { ownTool } from '../tool.ts'

export default ownTool({
  name: 'log_my_brew',
  title: 'Log a brew and get the next step',
  description:
    'Use this when somebody tells you about a cup they brewed: "log it: 15 in, 250 out, a bit sour", "18 in, 36 out in 28 ' +
    'seconds, bitter, for Sam". Send only what they said; the rest is taken from where they left off, and the reply says ' +
    'what was assumed. To say how a logged brew tasted, send `brew`. Returns the brew and the one thing to change ' +
    'next, in the clicks of their own grinder.',
  example: { brewer: 'v60', doseGrams: 15, waterGrams: 250, taste: ['sour'] },
  input: LogMyBrew,
  reply: BrewLogged,
  scopes: ['log', 'read'],
  changes: 'each time',
  run: logMyBrew,
})
