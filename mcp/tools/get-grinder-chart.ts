import { Chart, chartInWords } from '../../core/grind/chart.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { GetGrinderChart, getGrinderChart } from '../../core/grind/grinders.ts'
import { tool } from '../tool.ts'

export default tool({
  name: 'get_grinder_chart',
  title: 'Get the dial-in chart of a grinder',
  description:
    'Use this when someone asks where to set a grinder, or which methods it suits. Returns one row for each brew ' +
    'method, espresso through cold brew: the setting as the dial shows it, its usable range, and whether the dial ' +
    'reaches it. Name the grinder by slug or name.',
  example: { grinder: 'c40 mk4' },
  input: GetGrinderChart,
  reply: Chart,
  run: getGrinderChart,
  inWords: (reply, { grinders }) => chartInWords(reply, grinderOf(grinders, reply.slug)),
})
